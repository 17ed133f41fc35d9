import type { Call } from '../core/call';
import type { StoredDevice } from '../store/device.queries';

/** When the device was heard last, by a call or by its socket's pings, which nobody writes down; null = never (DEV-020). */
export function lastSeenOf(call: Call, device: StoredDevice): number | null {
  const bySocket = call.seenBySocket(device.id);
  const byCall = device.report.seenAt;
  if (bySocket === null) return byCall;
  return byCall === null ? bySocket : Math.max(bySocket, byCall);
}
