import type { CallContext } from '../core/call-context';
import { withdrawDeviceNotifications } from '../notifications/notify';
import { propagateTo } from '../policy/propagate';
import { readDevicesOverLimit } from '../status/over-limit';
import { endCommand, insertCommand, listOpenCommands } from '../store/command.queries';
import { findDevice, putDevice, removeAppReport, type StoredDevice } from '../store/device.queries';
import { removeLocations } from '../store/location.queries';
import { deleteSamplesOf } from '../store/sample.queries';
import { removeSilenceEvents } from '../store/silence-event.queries';
import { settleUsed } from '../store/used.queries';

/**
 * Removes a device (A88). Cancels its open commands and saves an `unmanage` command. The command is confirmed when the device next sends a
 * request and gets a 410. `successorId` is the new id of the same hardware, if it was paired again.
 */
export function retireDevice(call: CallContext, device: StoredDevice, successorId?: string): void {
  const overBefore = readDevicesOverLimit(call);
  for (const open of listOpenCommands(call.sql, device.id)) endCommand(call.sql, open, 'cancelled', call.now);
  settleUsed(call.sql, device.id);
  putDevice(call.sql, {
    ...device,
    // The row stays so that the device still gets an answer. Data about its users and locations is removed.
    udid: '',
    fcm_token: null,
    childIds: [],
    report: {
      ...device.report,
      battery: null,
      batteryAt: null,
      components: {},
      activeChildId: null,
      locationActive: false,
      locationAt: null,
      ...(successorId === undefined ? {} : { heirId: successorId }),
    },
    retired_at: call.now,
    updated_at: Math.max(call.now, device.updated_at + 1),
  });
  removeAppReport(call.sql, device.id);
  removeLocations(call.sql, device.id);
  removeSilenceEvents(call.sql, device.id);
  // Hardware that is paired again keeps its samples; they name its former id.
  const hasSamples = successorId === undefined && deleteSamplesOf(call.sql, { deviceId: device.id }, call.now);
  if (hasSamples) call.setDue('samples', 'gone', call.now);
  insertCommand(call.sql, {
    id: call.newId(),
    device_id: device.id,
    child_id: null,
    kind: 'unmanage',
    action: null,
    schedule_at: device.schedule_at,
    saved_at: call.now,
    expires_at: null,
    sent_at: call.pushFrame(device.id, { v: 1, type: 'gone' }) ? call.now : null,
  });
  withdrawDeviceNotifications(call, device);
  call.recordChange('device', device.id, { deviceId: device.id });
  const overAfter = readDevicesOverLimit(call);
  for (const id of overBefore) if (id !== device.id && !overAfter.has(id)) activate(call, id);
}

/** Sends its rules to a device that the plan covers again after another device was removed (A167). */
function activate(call: CallContext, id: string): void {
  const device = findDevice(call.sql, id);
  const [childId] = device?.childIds ?? [];
  if (device === null || childId === undefined) return;
  propagateTo(call, device, childId, 'rules');
  call.recordChange('device', id, { deviceId: id });
}
