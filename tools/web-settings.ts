import { findAppMediaFault } from '#workers/app-media-settings.ts';
import { findChildAppFault } from '#workers/child-app-settings.ts';
import { findGeocoderFault } from '#workers/geocoder-settings.ts';
import { findMapUpstreamFault } from '#workers/map-settings.ts';
import { findStripeFault } from '#workers/stripe-settings.ts';
import { UserError } from './progress.ts';

/** Settings of both Workers: the download address of the child app for each device type. */
export const CHILD_APP_SETTINGS = ['CHILD_APP_URL_IOS', 'CHILD_APP_URL_ANDROID', 'CHILD_APP_URL_OTHER'];

/** Settings of the API Worker for its geocoder. */
export const GEOCODER_SETTINGS = ['GEOCODER', 'GEOCODER_URL', 'GEOCODER_LOCAL'];

/** Settings of the API Worker for card payments through Stripe. */
export const STRIPE_SETTINGS = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_TAX'];

/** Secrets of card payments through Stripe. */
export const STRIPE_SECRETS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** Optional settings of the web Worker; docs/operating.md describes their defaults. */
export const OPTIONAL_WEB_SETTINGS = [
  'PRIVACY_URL',
  'CHILDRENS_PRIVACY_URL',
  'TERMS_URL',
  'HELP_URL',
  ...CHILD_APP_SETTINGS,
  'SENTRY_DSN',
  'ANALYTICS_URL',
  'SECURITY_CONTACT',
  'SECURITY_EXPIRES',
  'ENDPOINT_OVERRIDE',
  'ENDPOINT_QA',
  'ENDPOINT_LOCAL',
  'ENDPOINT_DEV5',
  'SSO_DEEP_LINK',
  'APP_INFO_URL',
  'PAIRING_BASE',
  'E2E',
];

/** Optional settings of the API Worker. */
export const OPTIONAL_API_SETTINGS = [
  ...CHILD_APP_SETTINGS,
  'LEGACY_IMPORT',
  'APP_MEDIA_URL',
  'MAP_UPSTREAM',
  'MAP_UPSTREAM_ATTRIBUTION',
  ...GEOCODER_SETTINGS,
  ...STRIPE_SETTINGS,
  'GOOGLE_ISSUER',
  'GOOGLE_CLIENT_ID',
  'APPLE_ISSUER',
  'APPLE_CLIENT_ID',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'APPLE_FORM_POST',
];

/** Optional secret settings of the API Worker. `serve` reads them like other settings; on Cloudflare they are secrets. */
export const OPTIONAL_API_SECRETS = ['GOOGLE_CLIENT_SECRET', 'APPLE_PRIVATE_KEY', ...STRIPE_SECRETS];

/** Returns the named settings that are set and not empty. */
export function pickSettings(settings: NodeJS.Dict<string>, names = OPTIONAL_WEB_SETTINGS): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));
}

/**
 * Checks the optional addresses, the geocoder and the keys of Stripe. `isDemonstration`: http is allowed on this machine.
 * @throws UserError naming a wrong setting
 */
export function requireAddresses(settings: NodeJS.Dict<string>, isDemonstration: boolean): void {
  const given = Object.fromEntries(CHILD_APP_SETTINGS.map((name) => [name, settings[name] ?? '']));
  const media = settings.APP_MEDIA_URL;
  const upstream = settings.MAP_UPSTREAM;
  const { GEOCODER, GEOCODER_URL, GEOCODER_LOCAL } = settings;
  const geocoder = { ...(GEOCODER && { GEOCODER }), ...(GEOCODER_URL && { GEOCODER_URL }), ...(GEOCODER_LOCAL && { GEOCODER_LOCAL }) };
  const fault =
    findChildAppFault(given) ??
    (media ? findAppMediaFault(media, isDemonstration) : null) ??
    (upstream ? findMapUpstreamFault(upstream) : null) ??
    findGeocoderFault(geocoder, isDemonstration) ??
    findStripeFault(settings, isDemonstration);
  if (fault !== null) throw new UserError(fault);
}
