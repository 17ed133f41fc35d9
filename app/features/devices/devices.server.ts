import type { Device } from '#app/domain/device';
import type { ChildId, DeviceId } from '#app/domain/ids';
import type { Instant } from '#app/domain/time';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { createCommand } from '#app/wire/command';
import { fromWireDevice, listDevices as listDevicesEndpoint, removeDevice as removeDeviceEndpoint, updateDevice } from '#app/wire/family';

/** Returns the read that `listDevices` makes. */
export function toDevicesRead(childId?: ChildId): Read {
  return toRead(listDevicesEndpoint, { user_id: childId });
}

/** Returns the devices of the account or of one child, without retired ones (S35). */
export async function listDevices(api: Api, childId?: ChildId): Promise<Array<Device>> {
  const devices = (await api.call(listDevicesEndpoint, { query: { user_id: childId }, body: undefined })).map(fromWireDevice);
  // Another API that the parent chose may ignore the `user_id` filter.
  return childId === undefined ? devices : devices.filter(({ childIds }) => childIds.includes(childId));
}

/**
 * Changes a device's name (DEV-093) or children (S37).
 * @throws Refusal with reason `stale` if the device has changed since it was read
 */
export async function changeDevice(
  api: Api,
  change: { id: DeviceId; updatedAt: Instant; name?: string; childIds?: Array<ChildId> },
  idempotencyKey: string,
): Promise<void> {
  const body = { device_id: change.id, updated_ts: change.updatedAt, display_name: change.name, users: change.childIds };
  await api.call(updateDevice, { query: {}, body }, { idempotencyKey });
}

/**
 * Sends the command to install the child app on an Apple device (7.22.4).
 * @throws Refusal if the API refuses the command, for example within 45 s of the last request (S52)
 */
export async function installChildApp(api: Api, id: DeviceId, idempotencyKey: string): Promise<void> {
  const body = { command: 'install_childapp' as const, device_id: id };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey });
}

/**
 * Asks a device to report its state. The API merges requests within six minutes (DEV-092). Errors are ignored, because the page works
 * without the report.
 */
export async function askForInfo(api: Api, id: DeviceId): Promise<void> {
  const body = { command: 'device_info' as const, device_id: id };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey: crypto.randomUUID() }).catch(() => {});
}

/** Removes a device (DEV-072). Returns false if nothing was removed. */
export async function removeDevice(api: Api, id: DeviceId, idempotencyKey: string): Promise<boolean> {
  const { objects_deleted } = await api.call(removeDeviceEndpoint, { query: {}, body: { device_id: id } }, { idempotencyKey });
  return objects_deleted > 0;
}
