import { type DeviceView, resolveDeviceView } from '#app/domain/device';
import type { CallContext } from '../core/call-context';
import { findChild } from '../store/child.queries';
import type { CommandRow } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';
import { listDevicesOverLimit } from './over-limit';
import { type ResolvedChild, requestedStateOf, resolveChild, toDeviceFacts } from './resolve';

/**
 * Returns a function that returns how a device is shown (4.2.1), as in GET /block_status. Resolves each child only once, however many
 * devices it has.
 */
export function createDeviceView(call: CallContext): (device: StoredDevice, command: CommandRow | null) => DeviceView {
  const children = new Map<string, ResolvedChild>();
  return (device, command) => {
    for (const id of device.childIds) {
      const child = children.has(id) ? null : findChild(call.sql, id);
      if (child !== null) children.set(id, resolveChild(call, child));
    }
    return resolveDeviceView(toDeviceFacts(device, requestedStateOf(device, children, listDevicesOverLimit(call).has(device.id)), command))
      .view;
  };
}
