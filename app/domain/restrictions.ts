import { compareVersions, type DeviceOs } from './device.ts';
import { type Support, supportOf, type VersionedFeature } from './feature-versions.ts';

/** «A» (allowed) or «N» (never) for permissions, true or false for settings that are on or off (3.9.5, A21). */
export type RestrictionValue = 'A' | 'N' | boolean;

export type RestrictedOs = Exclude<DeviceOs, 'other'>;

/** A restriction of one system. `feature`: determines the required versions (5.6). */
export type Restriction = { key: string; os: RestrictedOs; default: 'A' | false; feature: VersionedFeature };

const allowed = (os: RestrictedOs, key: string, feature: VersionedFeature = 'restrictions'): Restriction => ({
  key,
  os,
  default: 'A',
  feature,
});
const off = (key: string): Restriction => ({ key, os: 'iOS', default: false, feature: 'restrictions' });

/**
 * Every restriction with its default (3.9.4, 3.9.5, A65), in display order. A restriction with its own feature (5.6.3, 5.6.6) also needs
 * the versions of `restrictions` (DEV-082, APPS-033).
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

/** The setting that turns on the web filter, on every system. `RESTRICTIONS` omits it because the filter has its own page (2.19.1, A66). */
export const WEB_FILTER_KEY = 'enableWebContentFilter';

/** Returns the default value of a restriction (3.9.4); undefined for an unknown key. */
export function findDefault(key: string): RestrictionValue | undefined {
  if (key === WEB_FILTER_KEY) return false;
  return RESTRICTIONS.find((restriction) => restriction.key === key)?.default;
}

/**
 * Returns whether a device supports a restriction, or the version that it needs (5.6, DEV-081 to DEV-088). An unknown version counts as 0
 * (A25).
 */
export function restrictionSupport({ os, feature }: Restriction, device: { os: DeviceOs; osVersion: string; appVersion: string }): Support {
  if (device.os !== os) return { kind: 'unavailable' };
  const own = supportOf(feature, device);
  return own.kind === 'needs_os' ? own : combineSupport(own, supportOf('restrictions', device));
}

/** Returns the stricter result: the later app version, or the requirement that is not met. */
function combineSupport(a: Support, b: Support): Support {
  if (a.kind === 'needs_app' && b.kind === 'needs_app') return compareVersions(a.version, b.version) < 0 ? b : a;
  return a.kind === 'ok' ? b : a;
}

/** Website categories that can be filtered, in display order (A66). */
export const SITE_CATEGORIES = ['adult', 'gambling', 'violence', 'drugs', 'social', 'games'] as const;

export type SiteCategory = (typeof SITE_CATEGORIES)[number];

/**
 * Returns the systems that can filter a website category. Apple's filter supports «adult» only; on Android, the child app filters all
 * (A66).
 */
export function listFilterSystems(category: SiteCategory): ReadonlyArray<RestrictedOs> {
  return category === 'adult' ? ['iOS', 'android'] : ['android'];
}
