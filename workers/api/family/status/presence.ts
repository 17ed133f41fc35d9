import type { CallContext } from '../core/call-context';
import type { StoredDevice } from '../store/device.queries';

/**
 * Returns when the device was last seen (epoch ms), or null if never (DEV-020). Includes requests and the pings on its socket, which are
 * not stored.
 */
export function lastSeenOf(call: CallContext, device: StoredDevice): number | null {
  const bySocket = call.lastActiveOnAnySocket(device.id);
  const byCall = device.report.seenAt;
  if (bySocket === null) return byCall;
  return byCall === null ? bySocket : Math.max(bySocket, byCall);
}
