import type { Device } from '~/domain/device';
import type { DeviceId } from '~/domain/ids';
import type { Instant } from '~/domain/time';
import type { Api } from '~/server/api.server';
import { fromWireDevice, listDevices as listDevicesEndpoint, removeDevice as removeDeviceEndpoint, updateDevice } from '~/wire/family';

/** The account's devices, retired ones left out (S35). */
export async function listDevices(api: Api): Promise<Array<Device>> {
  return (await api.call(listDevicesEndpoint, { query: {}, body: undefined })).map(fromWireDevice);
}

/** Gives a device another name (DEV-093). @throws Refusal with reason `stale` where somebody changed it meanwhile */
export async function renameDevice(
  api: Api,
  change: { id: DeviceId; name: string; updatedAt: Instant },
  idempotencyKey: string,
): Promise<void> {
  const body = { device_id: change.id, display_name: change.name, updated_ts: change.updatedAt };
  await api.call(updateDevice, { query: {}, body }, { idempotencyKey });
}

/** Removes a device (DEV-072). False = nothing was removed. */
export async function removeDevice(api: Api, id: DeviceId, idempotencyKey: string): Promise<boolean> {
  const { objects_deleted } = await api.call(removeDeviceEndpoint, { query: {}, body: { device_id: id } }, { idempotencyKey });
  return objects_deleted > 0;
}
