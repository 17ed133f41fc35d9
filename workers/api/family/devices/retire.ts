import type { Call } from '../core/call';
import { forgetDevice } from '../notifications/raise-notice';
import { endCommand, insertCommand, listOpenCommands } from '../store/command.queries';
import { putDevice, removeAppReport, removeLocations, type StoredDevice } from '../store/device.queries';
import { settleUsed } from '../store/used.queries';

/**
 * Removes a device (A88). What was travelling is cancelled; an `unmanage` command is saved and counts as confirmed
 * when the device next calls and learns from its tombstone that it is free. `heirId`: the device as which its hardware comes back.
 */
export function retireDevice(call: Call, device: StoredDevice, heirId?: string): void {
  for (const open of listOpenCommands(call.sql, device.id)) endCommand(call.sql, open, 'cancelled', call.now);
  settleUsed(call.sql, device.id);
  putDevice(call.sql, {
    ...device,
    // What is left has to answer for it, and needs to know nothing of who used it, and where.
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
      ...(heirId === undefined ? {} : { heirId }),
    },
    retired_at: call.now,
    updated_at: Math.max(call.now, device.updated_at + 1),
  });
  removeAppReport(call.sql, device.id);
  removeLocations(call.sql, device.id);
  insertCommand(call.sql, {
    id: call.newId(),
    device_id: device.id,
    child_id: null,
    kind: 'unmanage',
    action: null,
    schedule_at: device.schedule_at,
    saved_at: call.now,
    expires_at: null,
    sent_at: call.push(device.id, { v: 1, type: 'gone' }) ? call.now : null,
  });
  forgetDevice(call, device);
  call.changed('device', device.id, { deviceId: device.id });
}
