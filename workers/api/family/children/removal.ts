import type { RemovalReceipt } from '#app/wire/family';
import type { CallContext } from '../core/call-context';
import { dropFile } from '../core/files';
import { retireDevice } from '../devices/retire';
import { forgetLocationsOfChild } from '../locations/forget-child';
import { updateNotificationUsers, withdrawPairingReminder } from '../notifications/notify';
import { armChild } from '../policy/clock';
import { propagateTo } from '../policy/propagate';
import { type ChildRow, findChild, putUser } from '../store/child.queries';
import { listDevicesOfChild, putDevice, type StoredDevice } from '../store/device.queries';
import { removePairing } from '../store/pairing.queries';
import { deleteSamplesOf } from '../store/sample.queries';
import { removeSampleConfig } from '../store/sample-config.queries';
import { countOfChild, listPairingsOfChild, movePairing, removeRowsOfChild } from './removal.queries';

/**
 * Removes a child and everything about it (S30, A88): its own devices, rules, app rules, usage, positions, notifications, pairings and
 * photo. Keeps a retired row with id, name, zone and color, which `GET /user` returns with `include=retired`. Shared devices stay with the
 * other children.
 */
export function removeChild(call: CallContext, child: ChildRow): RemovalReceipt {
  const { rules, usageDays } = countOfChild(call.sql, child.id);
  const devices = listDevicesOfChild(call.sql, child.id);
  const shared = devices.filter((device) => device.childIds.length > 1);
  putUser(call.sql, toTombstone(call, child));
  // Handles shared devices first. Otherwise, notifications about the child's own devices would be passed to the other children.
  for (const device of shared) removeFromDevice(call, device, child.id);
  for (const device of devices) if (!shared.includes(device)) retireDevice(call, device);
  forgetPairings(call, child.id, shared);
  removeRowsOfChild(call.sql, child.id);
  forgetLocationsOfChild(call, child.id);
  removeSampleConfig(call.sql, child.id);
  if (deleteSamplesOf(call.sql, { childId: child.id }, call.now)) call.setDue('samples', 'gone', call.now);
  if (child.photo_key !== null) dropFile(call, child.photo_key);
  armChild(call, child.id);
  call.hint('notification', { childId: child.id });
  call.recordChange('user', child.id, { childId: child.id });
  return {
    devices: devices.length - shared.length,
    devices_kept: shared.length,
    rules,
    usage_days: usageDays,
    photo: child.photo_key !== null,
  };
}

function toTombstone(call: CallContext, child: ChildRow): ChildRow {
  return {
    ...child,
    birthday: null,
    gender: null,
    locale: null,
    picture: null,
    allowance_json: 'null',
    allowance_enabled: 0,
    allowance_extra_json: null,
    requested_state: 'play',
    pause_until: null,
    paused_at: null,
    pause_replaced_json: null,
    left_zones_json: null,
    granularity_json: null,
    granularity_at: 0,
    photo_key: null,
    photo_at: null,
    updated_at: Math.max(call.now, child.updated_at + 1),
    retired_at: call.now,
  };
}

/** Removes the child from a shared device and sends the device a policy without that child. */
function removeFromDevice(call: CallContext, device: StoredDevice, childId: string): void {
  const childIds = device.childIds.filter((id) => id !== childId);
  const [remainingChildId = ''] = childIds;
  const { activeChildId } = device.report;
  const kept: StoredDevice = {
    ...device,
    childIds,
    report: { ...device.report, activeChildId: activeChildId === childId ? null : activeChildId },
    updated_at: Math.max(call.now, device.updated_at + 1),
  };
  putDevice(call.sql, kept);
  updateNotificationUsers(call, device, kept);
  propagateTo(call, kept, remainingChildId, 'rules');
  call.recordChange('device', device.id, { deviceId: device.id, childId: remainingChildId });
}

function forgetPairings(call: CallContext, childId: string, shared: Array<StoredDevice>): void {
  for (const pairing of listPairingsOfChild(call.sql, childId)) {
    const device = shared.find(({ id }) => id === pairing.device_id);
    const remainingChildId = device?.childIds.find((id) => id !== childId);
    const child = remainingChildId === undefined ? null : findChild(call.sql, remainingChildId);
    if (child !== null) {
      movePairing(call.sql, pairing, child);
      continue;
    }
    removePairing(call.sql, pairing.id);
    call.cancelDue('pairing', pairing.id);
    withdrawPairingReminder(call, pairing.id);
    call.recordChange('pairing', pairing.id);
  }
}
