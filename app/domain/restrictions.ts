import { compareVersions, type DeviceOs } from './device.ts';
import { type Support, supportOf, type VersionedFeature } from './feature-versions.ts';

/** A or N for what may be allowed, true or false for what is switched on (3.9.5, A21). */
export type RestrictionValue = 'A' | 'N' | boolean;

/** The systems that have restrictions. */
export type RestrictedOs = Exclude<DeviceOs, 'other'>;

/** One thing that a system can forbid or switch on. `feature` is what it takes a version of (5.6). */
export type Restriction = { key: string; os: RestrictedOs; default: 'A' | false; feature: VersionedFeature };

const allowed = (os: RestrictedOs, key: string, feature: VersionedFeature = 'restrictions'): Restriction => ({
  key,
  os,
  default: 'A',
  feature,
});
const off = (key: string): Restriction => ({ key, os: 'iOS', default: false, feature: 'restrictions' });

/**
 * Every restriction with its default (3.9.4, 3.9.5, A65), in the order in which it is shown. A lock with versions of its own (5.6.3, 5.6.6)
 * takes those of the restrictions as well, for it is one of them (DEV-082, APPS-033).
 */
export const RESTRICTIONS: ReadonlyArray<Restriction> = [
  allowed('iOS', 'allowAppInstallation'),
  allowed('iOS', 'allowAppRemoval'),
  allowed('iOS', 'allowInAppPurchases'),
  allowed('iOS', 'allowExplicitContent'),
  allowed('iOS', 'allowSafari'),
  allowed('iOS', 'allowCamera'),
  allowed('iOS', 'allowScreenShot'),
  allowed('iOS', 'allowAirDrop'),
  allowed('iOS', 'allowAssistant'),
  allowed('iOS', 'allowGameCenter'),
  allowed('iOS', 'allowMultiplayerGaming'),
  allowed('iOS', 'allowCloudBackup'),
  off('forceLimitAdTracking'),
  allowed('android', 'allowAppInstallation'),
  allowed('android', 'allowAppRemoval'),
  allowed('android', 'allowAirplaneMode', 'airplane'),
  allowed('android', 'allowNetworkChange', 'network_lock'),
  allowed('android', 'allowAdTracking', 'ad_tracking'),
];

/** The web filter is switched on by this one, on every system; it has a page of its own (2.19.1, A66). */
export const WEB_FILTER_KEY = 'enableWebContentFilter';

/** What holds for a restriction that nobody set (3.9.4); undefined for a key that is none. */
export function defaultOf(key: string): RestrictionValue | undefined {
  if (key === WEB_FILTER_KEY) return false;
  return RESTRICTIONS.find((restriction) => restriction.key === key)?.default;
}

/** What a device of that system can do of one restriction, or what it lacks for it (5.6, DEV-081 to DEV-088); an unknown version is 0 (A25). */
export function restrictionSupport({ os, feature }: Restriction, device: { os: DeviceOs; osVersion: string; appVersion: string }): Support {
  if (device.os !== os) return { kind: 'unavailable' };
  const own = supportOf(feature, device);
  return own.kind === 'needs_os' ? own : laterOf(own, supportOf('restrictions', device));
}

/** What a device lacks of two things that it takes both of. */
function laterOf(a: Support, b: Support): Support {
  if (a.kind === 'needs_app' && b.kind === 'needs_app') return compareVersions(a.version, b.version) < 0 ? b : a;
  return a.kind === 'ok' ? b : a;
}

/** The kinds of sites that can be filtered as a whole, in the order in which they are shown (A66). */
export const SITE_CATEGORIES = ['adult', 'gambling', 'violence', 'drugs', 'social', 'games'] as const;

export type SiteCategory = (typeof SITE_CATEGORIES)[number];

/** Which systems can filter a kind of sites: Apple's own filter knows adult sites only, on Android the child app sorts them all (A66). */
export function systemsFiltering(category: SiteCategory): ReadonlyArray<RestrictedOs> {
  return category === 'adult' ? ['iOS', 'android'] : ['android'];
}
