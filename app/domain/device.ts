import type { AccessState } from './block-status.ts';
import { type CommandState, INSTALL_LOCK_MS, isOpen } from './command.ts';
import type { ChildId, DeviceId } from './ids.ts';
import type { Instant } from './time.ts';

export type DeviceOs = 'iOS' | 'android' | 'other';

/** The last request to install the child app (S52), sent at `askedAt`. `at` is when it reached its current state. */
export type AppInstall = { state: CommandState; at: Instant; askedAt: Instant };

/**
 * A child's device (3.3.1). `batteryLevel`: 0 to 1, null if not reported. `lastSeenAt`: null if never. `udid`: hardware ID, '' if not
 * reported. `install`: null if never requested.
 */
export type Device = {
  id: DeviceId;
  name: string;
  make: string;
  model: string;
  os: DeviceOs;
  osVersion: string;
  appVersion: string;
  childIds: Array<ChildId>;
  pairId: string;
  udid: string;
  suspended: boolean;
  managementRemoved: boolean;
  /** True if the device reported a wrong clock. It then applies its rules by server time. */
  isClockWrong: boolean;
  batteryLevel: number | null;
  /** When the battery level was read; null if unknown. */
  batteryAt: Instant | null;
  lastSeenAt: Instant | null;
  pairedAt: Instant;
  install: AppInstall | null;
  updatedAt: Instant;
};

/** The state of a device as shown to a parent (4.2.1). */
export type DeviceView = 'unmanaged' | 'pending' | 'blocked' | 'paused' | 'allowed';

/** The access value on the wire (4.2.4). */
export type AccessStatus = 'allowed' | 'allowing' | 'blocked' | 'blocking' | 'management_removed';

/** The reported state of a device and its newest command (A118). */
export type DeviceFacts = {
  managementRemoved: boolean;
  requested: AccessState;
  /** The state that the device reported; null until the first report. */
  applied: AccessState | null;
  /** The state of the newest command that changes the child's state; null if there was none. */
  command: CommandState | null;
};

/** Returns the time in ms until the next install request is possible. The result of the last request does not matter (9.2.16). */
export function installLockLeft(install: AppInstall | null, now: Instant): number {
  return install === null ? 0 : Math.max(0, install.askedAt + INSTALL_LOCK_MS - now);
}

/** A device without contact for this time, in ms, is shown as offline. */
export const OFFLINE_AFTER_MS = 5 * 60 * 1000;

/** The battery is red at this level or below (9.2.26). */
export const BATTERY_LOW = 0.2;

const DESIRED = { allowed: 'grant', blocked: 'block', paused: 'pause' } as const satisfies Record<AccessState, string>;

const STRICTEST_FIRST = ['unmanaged', 'pending', 'blocked', 'paused'] as const satisfies ReadonlyArray<DeviceView>;

/** Maps an operating system to the product's three values (3.3.1, DEV-031). */
export function toDeviceOs(text: string): DeviceOs {
  const name = text.trim().toLowerCase();
  if (name === 'ios' || name === 'ipados') return 'iOS';
  return name === 'android' ? 'android' : 'other';
}

/** Returns the view of a device, its access value and its pending request (4.2.1, 4.2.4, A118). */
export function resolveDeviceView(facts: DeviceFacts): {
  view: DeviceView;
  status: AccessStatus;
  desired: 'grant' | 'block' | 'pause' | null;
} {
  const { requested, applied, command } = facts;
  if (facts.managementRemoved) return { view: 'unmanaged', status: 'management_removed', desired: null };
  const underWay = command !== null && isOpen(command);
  if (underWay || applied === null || (applied !== requested && command !== 'failed')) {
    return { view: 'pending', status: requested === 'allowed' ? 'allowing' : 'blocking', desired: DESIRED[requested] };
  }
  return { view: applied, status: applied === 'allowed' ? 'allowed' : 'blocked', desired: null };
}

/** Returns the view of a child: the worst view of its active devices, or «unmanaged» without active devices (4.2.2, 4.2.3, A09). */
export function resolveChildView(views: Array<DeviceView>): DeviceView {
  if (views.length === 0) return 'unmanaged';
  return STRICTEST_FIRST.find((view) => views.includes(view)) ?? 'allowed';
}

/** Returns true if the device had no contact for five minutes, or never. */
export function isOffline(lastSeenAt: Instant | null, now: Instant): boolean {
  return lastSeenAt === null || now - lastSeenAt >= OFFLINE_AFTER_MS;
}

/** Returns a battery level, 0 to 1, as a whole percentage. */
export function toBatteryPercent(level: number): number {
  return Math.round(level * 100);
}

/** Returns true if the displayed percentage is low (9.2.26). `level` is 0 to 1; null, an unknown level, is not low. */
export function isBatteryLow(level: number | null): boolean {
  return level !== null && toBatteryPercent(level) <= BATTERY_LOW * 100;
}

/**
 * Compares versions numerically, so 4.10 is newer than 4.2 (5.6.1, DEV-091). Returns a negative number, 0 or a positive number. Ignores
 * suffixes («-beta.2»). An unknown version is older than any other (A25).
 */
export function compareVersions(a: string | null, b: string | null): number {
  const left = versionNumbers(a);
  const right = versionNumbers(b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function versionNumbers(version: string | null): Array<number> {
  const numbers = /^\s*v?(\d+(?:\.\d+)*)/i.exec(version ?? '')?.[1];
  return numbers === undefined ? [] : numbers.split('.').map(Number);
}
