import { devicesOverLimit } from '#app/domain/plan-limits';
import type { CallContext } from '../core/call-context';
import { listDeviceUsers } from '../store/device.queries';
import { planOf } from '../subscription/plan-of';

const known = new WeakMap<CallContext, Set<string>>();

/** Returns the ids of the devices that the plan does not cover anymore (A167). Reads them once per call context. */
export function listDevicesOverLimit(call: CallContext): Set<string> {
  const found = known.get(call) ?? readDevicesOverLimit(call);
  known.set(call, found);
  return found;
}

/** Like `listDevicesOverLimit`, but reads them again. Call it after devices or plans have changed in this call. */
export function readDevicesOverLimit(call: CallContext): Set<string> {
  known.delete(call);
  const { devicesPerAccount } = planOf(call).limits;
  if (devicesPerAccount === 'unlimited') return new Set();
  return devicesOverLimit(
    listDeviceUsers(call.sql).map(({ id }) => id),
    devicesPerAccount,
  );
}
