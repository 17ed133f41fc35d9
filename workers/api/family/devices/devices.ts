import { Hono } from 'hono';
import { cleanName } from '#app/domain/child';
import { deviceLimitMessage, type Entitlements } from '#app/domain/plan';
import { ERROR_CODES, invalid, outsideAccount, Refusal } from '#app/wire/errors';
import { createPairing, type DeviceWire, listDevices, type PairingWire, removeDevice, updateDevice } from '#app/wire/family';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { updateNotificationUsers } from '../notifications/notify';
import { createChild } from '../policy/new-child';
import { propagateTo } from '../policy/propagate';
import { createDeviceView } from '../status/device-view';
import { listDevicesOverLimit } from '../status/over-limit';
import { lastSeenOf } from '../status/presence';
import { getAccount } from '../store/account.queries';
import { findChild, listChildren } from '../store/child.queries';
import { findLastCommand, findLastPolicyCommand, toWireCommand } from '../store/command.queries';
import {
  countOtherDevices,
  findDevice,
  listDevicesOfChild,
  listDevices as listStoredDevices,
  putDevice,
  type StoredDevice,
} from '../store/device.queries';
import { findEntitlements } from '../subscription/sku.queries';
import { type OpenedPairing, openPairing, renewCode } from './pairing';
import { retireDevice } from './retire';

/** The parent's view of devices, and pairing of new ones (S35 to S38). */
export const devices = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listDevices, (call, { query }) => {
      const { user_id } = query;
      if (user_id !== undefined && findChild(call.sql, user_id) === null) throw outsideAccount();
      const devices = user_id === undefined ? listStoredDevices(call.sql) : listDevicesOfChild(call.sql, user_id);
      const viewOf = createDeviceView(call);
      return devices.map((device) => toWireDevice(call, device, viewOf));
    }),
  )
  .post(
    '/',
    handleEndpoint(createPairing, (call, { body }) => {
      if ('pair_id' in body) return toWirePairing(renewCode(call, body.pair_id));
      requireDeviceLeft(call, countOtherDevices(call.sql));
      const child = chooseChild(call, body);
      return toWirePairing(openPairing(call, child, body.os));
    }),
  )
  .put(
    '/',
    handleEndpoint(updateDevice, (call, { body }) => {
      const before = findDevice(call.sql, body.device_id);
      if (before === null) throw outsideAccount();
      if (body.updated_ts !== undefined && body.updated_ts !== before.updated_at) {
        throw new Refusal(ERROR_CODES.unknown, 400, 'The device has changed since it was read', {
          reason: 'stale',
          current: toWireDevice(call, before),
        });
      }
      const wanted = body.display_name ?? body.displayName;
      const name = wanted === undefined ? undefined : cleanName(wanted);
      if (name !== undefined && (name === '' || [...name].length > 64))
        throw invalid('A name must have 1 to 64 characters', { display_name: 'invalid' });
      const childIds = body.users === undefined ? before.childIds : [...new Set(body.users)];
      if (childIds.some((id) => findChild(call.sql, id) === null)) throw outsideAccount();
      const { activeChildId } = before.report;
      const after: StoredDevice = {
        ...before,
        name: name ?? before.name,
        childIds,
        report: { ...before.report, activeChildId: activeChildId !== null && childIds.includes(activeChildId) ? activeChildId : null },
        suspended: body.suspended === undefined ? before.suspended : Number(body.suspended),
        updated_at: Math.max(call.now, before.updated_at + 1),
      };
      putDevice(call.sql, after);
      if (body.users !== undefined) {
        propagateTo(call, after, childIds[0] ?? '', 'rules');
        updateNotificationUsers(call, before, after);
        // The list of devices changed for every former and new child of this device.
        for (const id of new Set([...before.childIds, ...childIds])) call.hint('block_status', { childId: id });
      }
      call.recordChange('device', after.id, { deviceId: after.id });
      return toWireDevice(call, findDevice(call.sql, after.id) ?? after);
    }),
  )
  .delete(
    '/',
    handleEndpoint(removeDevice, (call, { body }) => {
      const device = findDevice(call.sql, body.device_id);
      if (device === null) return { objects_deleted: 0 };
      retireDevice(call, device);
      return { objects_deleted: 1 };
    }),
  );

/**
 * Returns the child to pair for. Creates the child if needed.
 * @throws Refusal 403 for an unknown child, 400 `name_taken` for a new child with an existing name
 */
function chooseChild(
  call: CallContext,
  wanted: { user_id?: string | undefined; child_name?: string | undefined; time_zone?: string | undefined; is_new?: boolean | undefined },
): { id: string; name: string } {
  if (wanted.user_id !== undefined) {
    const child = findChild(call.sql, wanted.user_id);
    if (child === null) throw outsideAccount();
    return child;
  }
  const name = cleanName(wanted.child_name ?? '');
  const named = listChildren(call.sql).find((child) => child.name === name);
  // A new child must not silently get the rules and time zone of an existing one. A repeated request is answered before this check.
  if (named !== undefined && wanted.is_new === true) {
    throw new Refusal(ERROR_CODES.unknown, 400, 'A child with this name already exists', { reason: 'name_taken' });
  }
  return named ?? createChild(call, wanted.child_name, wanted.time_zone ?? getAccount(call.sql).time_zone);
}

/**
 * Returns what the plan includes, if it allows one more device in addition to `count` (A44).
 * @throws Refusal code 410, whose message names the limit, such as `max_devices`
 */
export function requireDeviceLeft(call: CallContext, count: number): Entitlements {
  const entitlements = findEntitlements(call.sql, call.now);
  const { devicesPerAccount } = entitlements.limits;
  if (devicesPerAccount !== 'unlimited' && count >= devicesPerAccount) {
    throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, deviceLimitMessage(entitlements, count, false) ?? 'max_devices', {
      reason: 'limit',
      limit: devicesPerAccount,
    });
  }
  return entitlements;
}

function toWirePairing({ row, code }: OpenedPairing): PairingWire {
  return {
    pair_id: row.id,
    code,
    code_expires_ts: row.code_expires_at,
    expires_ts: row.expires_at,
    user_id: row.child_id,
    child_name: row.child_name,
    os: row.os === 'iOS' || row.os === 'android' ? row.os : 'other',
    device_id: row.device_id,
  };
}

function toWireDevice(call: CallContext, device: StoredDevice, viewOf = createDeviceView(call)): DeviceWire {
  const { report } = device;
  const command = findLastPolicyCommand(call.sql, device.id);
  // Only Apple devices support the command that installs the child app.
  const install = device.os === 'iOS' ? findLastCommand(call.sql, device.id, 'install_childapp') : null;
  return {
    device_id: device.id,
    display_name: device.name,
    displayName: device.name,
    make: device.make,
    model: device.model,
    model_name: device.model_name,
    os: device.os === 'iOS' || device.os === 'android' ? device.os : 'other',
    os_version: report.osVersion,
    app_version: report.appVersion,
    pair_id: device.pair_id,
    users: device.childIds,
    retired: device.retired_at !== null,
    suspended: device.suspended === 1,
    management_level: device.management_level,
    management_removed: report.managementRemovedAt !== null,
    command_state: command?.state ?? null,
    display_state: viewOf(device, command),
    device_location_active: report.locationActive,
    device_location_ts: report.locationAt,
    last_seen: lastSeenOf(call, device),
    last_activity: report.lastActivityAt,
    created: device.created_at,
    schedule_ts: device.schedule_at,
    system_components: report.components,
    error_count: report.errorCount,
    unsupported: report.unsupported,
    ...(listDevicesOverLimit(call).has(device.id) ? { over_limit: true } : {}),
    attributes: {
      ...(report.battery === null ? {} : { battery_level: report.battery }),
      ...(report.batteryAt === null ? {} : { battery_ts: report.batteryAt }),
    },
    udid: device.udid,
    fcm_token: device.fcm_token,
    command_id: command?.id ?? null,
    command_saved_ts: command?.saved_at ?? null,
    command_sent_ts: command?.sent_at ?? null,
    command_confirmed_ts: command?.state === 'confirmed' ? command.ended_at : null,
    install_command: install === null ? null : toWireCommand(install),
    updated_ts: device.updated_at,
  };
}
