import type { Child } from '#app/domain/child';
import type { DeviceId } from '#app/domain/ids';

/** The message for a page or form about a device that is not in the account. It does not reveal whether the device exists elsewhere. */
export const DEVICE_GONE = { tone: 'bad', text: { key: 'toast.device_gone', params: {} }, undo: null } as const;

/** True if no child of the account has this device. False for a device that was moved to another child of the account. */
export function isDeviceGone(children: ReadonlyArray<Pick<Child, 'deviceIds'>>, id: DeviceId): boolean {
  return !children.some(({ deviceIds }) => deviceIds.includes(id));
}
