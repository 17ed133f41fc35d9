import { toDeviceOs } from '#app/domain/device';
import { supportOf } from '#app/domain/feature-versions';
import { includesMonitoring, includesSamples } from '#app/domain/sample-config';
import { notInPlan } from '#app/wire/errors';
import type { SamplingWire, VewObstacle } from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import type { StoredDevice } from '../store/device.queries';
import { accountKeyOf } from '../store/key.queries';
import { findSampleConfig, listTurnedOff } from '../store/sample-config.queries';
import { planOf } from '../subscription/plan-of';
import { listDevicesOverLimit } from './over-limit';

/** The value of the component `account_key` in reports of a device that trusts the account key (A128). */
const KEY_TRUSTED = 'pinned';

/** True if the plan includes screenshots. */
export function hasSamples(call: CallContext): boolean {
  return includesSamples(planOf(call));
}

/** @throws Refusal 403 with reason `plan` if the plan does not include screenshots (GAL-043) */
export function requireSamples(call: CallContext): void {
  if (!hasSamples(call)) throw notInPlan('screenshots');
}

/** Returns the children with screenshots turned on; none if the plan does not include them. */
export function createViewCheck(call: CallContext): (childId: string) => boolean {
  if (!hasSamples(call)) return () => false;
  const off = listTurnedOff(call.sql);
  return (childId) => !off.has(childId);
}

/** Returns what a device's policy says about screenshots; null if it makes none. */
export function samplingOf(call: CallContext, device: StoredDevice): SamplingWire | null {
  if (!hasSamples(call) || listDevicesOverLimit(call).has(device.id)) return null;
  const hasMonitoring = includesMonitoring(planOf(call));
  const users = device.childIds.flatMap((user_id) => {
    const { user_enabled, automated, ocr, args } = findSampleConfig(call.sql, user_id).config;
    if (!user_enabled) return [];
    const { enabled, ...times } = automated;
    return [{ user_id, automated: hasMonitoring && enabled ? times : null, ocr: hasMonitoring ? ocr : null, args }];
  });
  return users.length === 0 ? null : { users };
}

/** Returns why a device can't make screenshots of its children, or null. `version`: the minimum version that it lacks. */
export function findObstacle(call: CallContext, device: StoredDevice): { why: VewObstacle; version: string | null } | null {
  const { osVersion, appVersion, managementRemovedAt, components } = device.report;
  const support = supportOf('vew', { os: toDeviceOs(device.os), osVersion, appVersion });
  if (!hasSamples(call) || listDevicesOverLimit(call).has(device.id)) return { why: 'plan', version: null };
  if (support.kind === 'unavailable') return { why: 'unavailable', version: null };
  if (managementRemovedAt !== null) return { why: 'unmanaged', version: null };
  if (support.kind !== 'ok') return { why: support.kind, version: support.version };
  if (components.account_key !== KEY_TRUSTED || accountKeyOf(call.sql) === null) return { why: 'key', version: null };
  const isEnabled = createViewCheck(call);
  return device.childIds.some(isEnabled) ? null : { why: 'off', version: null };
}
