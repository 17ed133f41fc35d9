import { compareVersions, type DeviceOs } from './device.ts';

/** Features that require a minimum version of the child app or system (5.6). `vew`: screenshots. */
export type VersionedFeature =
  | 'allowance'
  | 'app_rules'
  | 'geolocation'
  | 'restrictions'
  | 'network_lock'
  | 'ad_tracking'
  | 'airplane'
  | 'vew';

type Minimum = { app: string; os: string | null };

// Null: not available on that platform. Other platforms have none of these features (A25).
const MINIMA: Record<VersionedFeature, { iOS: Minimum | null; android: Minimum | null }> = {
  allowance: { iOS: { app: '4.2', os: null }, android: { app: '4.2', os: null } },
  app_rules: { iOS: { app: '4.2', os: null }, android: { app: '4.2', os: null } },
  geolocation: { iOS: { app: '4.2', os: null }, android: { app: '4.2', os: null } },
  restrictions: { iOS: { app: '4.2', os: null }, android: { app: '6.1', os: null } },
  network_lock: { iOS: null, android: { app: '6', os: '7' } },
  ad_tracking: { iOS: null, android: { app: '6.1', os: '10' } },
  airplane: { iOS: null, android: { app: '6.1', os: '9' } },
  vew: { iOS: { app: '8.1', os: '12' }, android: { app: '6', os: '7' } },
};

/** Whether a feature is supported, or what is missing: a newer app, a newer system, or the feature itself. `version` is the minimum. */
export type Support = { kind: 'ok' } | { kind: 'needs_app' | 'needs_os'; version: string } | { kind: 'unavailable' };

/** Returns whether a device supports a feature (5.6, DEV-078 to DEV-091). An unknown version is treated as 0 (A25). */
export function supportOf(feature: VersionedFeature, device: { os: DeviceOs; osVersion: string; appVersion: string }): Support {
  const minimum = device.os === 'other' ? null : MINIMA[feature][device.os];
  if (minimum === null) return { kind: 'unavailable' };
  if (minimum.os !== null && compareVersions(device.osVersion, minimum.os) < 0) return { kind: 'needs_os', version: minimum.os };
  if (compareVersions(device.appVersion, minimum.app) < 0) return { kind: 'needs_app', version: minimum.app };
  return { kind: 'ok' };
}
