import type { Call } from '../core/call';
import type { StoredDevice } from '../store/device.queries';

/** Returns when the device was last seen, by a request or by its socket's pings, which are not stored; null = never (DEV-020). */
export function lastSeenOf(call: Call, device: StoredDevice): number | null {
  const bySocket = call.seenBySocket(device.id);
  const byCall = device.report.seenAt;
  if (bySocket === null) return byCall;
  return byCall === null ? bySocket : Math.max(bySocket, byCall);
}
