import type { Device } from '~/domain/device';
import type { ChildId, DeviceId } from '~/domain/ids';
import type { Instant } from '~/domain/time';
import { type Api, type Read, toRead } from '~/server/api.server';
import { createCommand } from '~/wire/command';
import { fromWireDevice, listDevices as listDevicesEndpoint, removeDevice as removeDeviceEndpoint, updateDevice } from '~/wire/family';

/** What `listDevices` reads. */
export function toDevicesRead(childId?: ChildId): Read {
  return toRead(listDevicesEndpoint, { user_id: childId });
}

/** The account's devices, or those of one child, retired ones left out (S35). */
export async function listDevices(api: Api, childId?: ChildId): Promise<Array<Device>> {
  const devices = (await api.call(listDevicesEndpoint, { query: { user_id: childId }, body: undefined })).map(fromWireDevice);
  // An API that a reader has chosen may not know that one child can be asked about.
  return childId === undefined ? devices : devices.filter(({ childIds }) => childIds.includes(childId));
}

/** Gives a device another name (DEV-093) or other children (S37). @throws Refusal with reason `stale` where somebody changed it meanwhile */
export async function changeDevice(
  api: Api,
  change: { id: DeviceId; updatedAt: Instant; name?: string; childIds?: Array<ChildId> },
  idempotencyKey: string,
): Promise<void> {
  const body = { device_id: change.id, updated_ts: change.updatedAt, display_name: change.name, users: change.childIds };
  await api.call(updateDevice, { query: {}, body }, { idempotencyKey });
}

/** Puts the child's app on an Apple device (7.22.4). @throws Refusal where it cannot be, or for 45 s after the last time (S52) */
export async function installChildApp(api: Api, id: DeviceId, idempotencyKey: string): Promise<void> {
  const body = { command: 'install_childapp' as const, device_id: id };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey });
}

/** Asks a device to tell how it is; the API merges what is asked within six minutes (DEV-092). No answer changes nothing for the reader. */
export async function askForInfo(api: Api, id: DeviceId): Promise<void> {
  const body = { command: 'device_info' as const, device_id: id };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey: crypto.randomUUID() }).catch(() => {});
}

/** Removes a device (DEV-072). False = nothing was removed. */
export async function removeDevice(api: Api, id: DeviceId, idempotencyKey: string): Promise<boolean> {
  const { objects_deleted } = await api.call(removeDeviceEndpoint, { query: {}, body: { device_id: id } }, { idempotencyKey });
  return objects_deleted > 0;
}
