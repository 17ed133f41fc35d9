import { compareVersions, type DeviceOs } from './device.ts';
import type { Support } from './feature-versions.ts';

/** A or N for what may be allowed, true or false for what is switched on (3.9.5, A21). */
export type RestrictionValue = 'A' | 'N' | boolean;

/** The systems that have restrictions. */
export type RestrictedOs = Exclude<DeviceOs, 'other'>;

/** One thing that a system can forbid or switch on. Versions are the oldest that can: of our app, and of the system (5.6). */
export type Restriction = { key: string; os: RestrictedOs; default: 'A' | false; minAppVersion: string; minOsVersion: string | null };

const allowed = (os: RestrictedOs, key: string, minAppVersion: string, minOsVersion: string | null = null): Restriction => ({
  key,
  os,
  default: 'A',
  minAppVersion,
  minOsVersion,
});
const off = (key: string): Restriction => ({ key, os: 'iOS', default: false, minAppVersion: '4.2', minOsVersion: null });

/** Every restriction with its default (3.9.4, 3.9.5, A65) and its versions (5.6.1, 5.6.2, 5.6.6, A25), in the order in which it is shown. */
export const RESTRICTIONS: ReadonlyArray<Restriction> = [
  allowed('iOS', 'allowAppInstallation', '4.2'),
  allowed('iOS', 'allowAppRemoval', '4.2'),
  allowed('iOS', 'allowInAppPurchases', '4.2'),
  allowed('iOS', 'allowExplicitContent', '4.2'),
  allowed('iOS', 'allowSafari', '4.2'),
  allowed('iOS', 'allowCamera', '4.2'),
  allowed('iOS', 'allowScreenShot', '4.2'),
  allowed('iOS', 'allowAirDrop', '4.2'),
  allowed('iOS', 'allowAssistant', '4.2'),
  allowed('iOS', 'allowGameCenter', '4.2'),
  allowed('iOS', 'allowMultiplayerGaming', '4.2'),
  allowed('iOS', 'allowCloudBackup', '4.2'),
  off('forceLimitAdTracking'),
  allowed('android', 'allowAppInstallation', '6.1'),
  allowed('android', 'allowAppRemoval', '6.1'),
  allowed('android', 'allowAirplaneMode', '6.1', '9'),
  allowed('android', 'allowNetworkChange', '6.1', '7'),
  allowed('android', 'allowAdTracking', '6.1', '10'),
];

/** The web filter is switched on by this one, on every system; it has a page of its own (2.19.1, A66). */
export const WEB_FILTER_KEY = 'enableWebContentFilter';

/** What holds for a restriction that nobody set (3.9.4); undefined for a key that is none. */
export function defaultOf(key: string): RestrictionValue | undefined {
  if (key === WEB_FILTER_KEY) return false;
  return RESTRICTIONS.find((restriction) => restriction.key === key)?.default;
}

/** What a device of that system can do of one restriction, or what it lacks for it (5.6, DEV-083 to DEV-088); an unknown version is 0 (A25). */
export function restrictionSupport(
  { os, minAppVersion, minOsVersion }: Restriction,
  device: { os: DeviceOs; osVersion: string; appVersion: string },
): Support {
  if (device.os !== os) return { kind: 'unavailable' };
  if (minOsVersion !== null && compareVersions(device.osVersion, minOsVersion) < 0) return { kind: 'needs_os', version: minOsVersion };
  return compareVersions(device.appVersion, minAppVersion) < 0 ? { kind: 'needs_app', version: minAppVersion } : { kind: 'ok' };
}

/** The kinds of sites that can be filtered as a whole, in the order in which they are shown (A66). */
export const SITE_CATEGORIES = ['adult', 'gambling', 'violence', 'drugs', 'social', 'games'] as const;

export type SiteCategory = (typeof SITE_CATEGORIES)[number];

/** Which systems can filter a kind of sites: Apple's own filter knows adult sites only, on Android the child app sorts them all (A66). */
export function systemsFiltering(category: SiteCategory): ReadonlyArray<RestrictedOs> {
  return category === 'adult' ? ['iOS', 'android'] : ['android'];
}
