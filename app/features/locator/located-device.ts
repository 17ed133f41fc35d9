import type { Support } from '#app/domain/feature-versions';
import type { ChildId } from '#app/domain/ids';
import { type DeviceProblem, findDeviceProblem, type LocatorDevice, type LocatorFacts } from '#app/domain/locator';
import { isFromFuture } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import type { LastPosition } from './locator.server';

/** What the locator needs to know about a device. */
export type DeviceFacts = LocatorFacts &
  Omit<LocatorDevice, 'locationAt'> & { childIds: Array<ChildId>; batteryLevel: number | null; support: Support };

/** The last plausible position of a device for one child. `address` and `farAddress`, that of the unconfirmed position, are '' if unknown. */
export type ShownPosition = LastPosition & { address: string; farAddress: string };

/** A device of one child, with its last position and why it has no current one. */
export type LocatedDevice = LocatorDevice &
  Pick<DeviceFacts, 'batteryLevel' | 'support' | 'lastSeenAt'> & {
    position: ShownPosition | null;
    problem: DeviceProblem | null;
    /** The other children who use the device. */
    otherChildIds: Array<ChildId>;
  };

/** Returns the devices of a child. A position from the future is shown as a clock problem, so it has no time to choose a device by. */
export function listLocatedDevices(
  childId: ChildId,
  devices: ReadonlyArray<DeviceFacts>,
  positions: ReadonlyArray<ShownPosition>,
  now: Instant,
): Array<LocatedDevice> {
  return devices
    .filter(({ childIds }) => childIds.includes(childId))
    .map((device) => {
      const position = positions.find((one) => one.childId === childId && one.deviceId === device.id) ?? null;
      return {
        id: device.id,
        name: device.name,
        batteryLevel: device.batteryLevel,
        support: device.support,
        lastSeenAt: device.lastSeenAt,
        lastActivityAt: device.lastActivityAt,
        locationAt: position === null || isFromFuture(position, now) ? null : position.at,
        position,
        problem: findDeviceProblem(device, now),
        otherChildIds: device.childIds.filter((id) => id !== childId),
      };
    });
}
