import type { CallContext } from '../core/call-context';
import type { StoredDevice } from '../store/device.queries';

/** Returns when the device was last seen, by a request or by its socket's pings, which are not stored; null = never (DEV-020). */
export function lastSeenOf(call: CallContext, device: StoredDevice): number | null {
  const bySocket = call.lastActiveOnAnySocket(device.id);
  const byCall = device.report.seenAt;
  if (bySocket === null) return byCall;
  return byCall === null ? bySocket : Math.max(bySocket, byCall);
}
