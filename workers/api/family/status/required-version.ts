import { compareVersions, toDeviceOs } from '#app/domain/device';
import { supportOf, type VersionedFeature } from '#app/domain/feature-versions';
import { RESTRICTIONS, WEB_FILTER_KEY } from '#app/domain/restrictions';
import type { CallContext } from '../core/call-context';
import { findChild, granularityOf } from '../store/child.queries';
import type { DeviceReport, StoredDevice } from '../store/device.queries';
import { planOf } from '../subscription/plan-of';

/** Restrictions that may require a newer child app on Android. Restrictions of other systems require none. */
const ON_ANDROID = new Set([WEB_FILTER_KEY, ...RESTRICTIONS.filter(({ os }) => os === 'android').map(({ key }) => key)]);

/**
 * Returns the version of the child app that an Android device lacks for its settings, or null (NOTI-021). The version of app rules is
 * always required, because an older app supports neither daily limits nor app rules (5.6). An unmanaged device requires no version.
 */
export function requiredVersion(call: CallContext, device: StoredDevice, report: DeviceReport): string | null {
  if (device.os !== 'android' || report.managementRemovedAt !== null) return null;
  const facts = { os: toDeviceOs(device.os), osVersion: report.osVersion, appVersion: report.appVersion };
  const features: Array<VersionedFeature> = isRestricted(call, device) ? ['app_rules', 'restrictions'] : ['app_rules'];
  const needed = features.flatMap((feature) => {
    const support = supportOf(feature, facts);
    return support.kind === 'needs_app' ? [support.version] : [];
  });
  return needed.sort(compareVersions).at(-1) ?? null;
}

function isRestricted(call: CallContext, device: StoredDevice): boolean {
  if (planOf(call).limits.granularity === 'off') return false;
  const children = device.childIds.map((id) => findChild(call.sql, id)).filter((child) => child !== null);
  return children.some((child) => Object.keys(granularityOf(child).omnibus_directives).some((key) => ON_ANDROID.has(key)));
}
