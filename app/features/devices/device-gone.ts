import type { Child } from '~/domain/child';
import type { DeviceId } from '~/domain/ids';

/** The message where a page or a form is about a device that is none of the account's: foreign, unknown and removed alike. */
export const DEVICE_GONE = { tone: 'bad', text: { key: 'toast.device_gone', params: {} }, undo: null } as const;

/** Has no child of the account this device? One that only changed hands is not gone. */
export function isDeviceGone(children: ReadonlyArray<Pick<Child, 'deviceIds'>>, id: DeviceId): boolean {
  return !children.some(({ deviceIds }) => deviceIds.includes(id));
}
