import { isOffline } from '#app/domain/device';
import { ageClassOf } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import { type DeviceFault, faultOf } from './device-fault';
import type { LocatedDevice } from './located-device';

/** What is wrong with a device, the most urgent first. «Offline»: without contact, and its position is old. */
const URGENCY = ['offline', 'location_disabled', 'unmanaged_devices', 'device_inactive', 'old_app', 'rough'] as const;
export type UrgentKind = (typeof URGENCY)[number];

/** True if the device has no current position and is out of contact. */
function isOutOfReach({ position, lastSeenAt }: LocatedDevice, now: Instant): boolean {
  const isOld = position === null || ['old', 'inactive'].includes(ageClassOf(position.at, now));
  return isOld && lastSeenAt !== null && isOffline(lastSeenAt, now);
}

/** Returns the most urgent problem of the children's devices, or null. Of equal ones, that of the first child. */
export function findUrgentProblem<Child extends { devices: ReadonlyArray<LocatedDevice> }>(
  children: ReadonlyArray<Child>,
  now: Instant,
): { child: Child; device: LocatedDevice; kind: UrgentKind } | null {
  const found = children.flatMap((child) =>
    child.devices.flatMap((device) => {
      const kind = kindOf(device, now);
      return kind === null ? [] : [{ child, device, kind }];
    }),
  );
  return found.sort((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind))[0] ?? null;
}

function kindOf(device: LocatedDevice, now: Instant): UrgentKind | null {
  const fault: DeviceFault | null = faultOf(device, now);
  if (fault?.key === 'unmanaged_devices' || fault?.key === 'device_inactive') return fault.key;
  if (isOutOfReach(device, now)) return 'offline';
  return URGENCY.find((kind) => kind === fault?.key) ?? null;
}
