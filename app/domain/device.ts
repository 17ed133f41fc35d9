import type { AccessState } from './block-status.ts';
import { type CommandState, INSTALL_LOCK_MS, isOpen } from './command.ts';
import type { ChildId, DeviceId } from './ids.ts';
import type { Instant } from './time.ts';

export type DeviceOs = 'iOS' | 'android' | 'other';

/** The last request to install the child app (S52), made at `askedAt`. `at`: when it reached its current state. */
export type AppInstall = { state: CommandState; at: Instant; askedAt: Instant };

/**
 * A child's device (3.3.1). `batteryLevel`: 0 to 1, null if not reported. `lastSeenAt: null` = never. `udid`: hardware id, '' if not reported.
 * `install: null` = never requested.
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
  /** The device reported a wrong clock and applies its rules by server time. */
  isClockWrong: boolean;
  batteryLevel: number | null;
  /** When the level was read; null if unknown. */
  batteryAt: Instant | null;
  lastSeenAt: Instant | null;
  pairedAt: Instant;
  install: AppInstall | null;
  updatedAt: Instant;
};

/** State of a device as shown to a parent (4.2.1). */
export type DeviceView = 'unmanaged' | 'pending' | 'blocked' | 'paused' | 'allowed';

/** The access value on the wire (4.2.4). */
export type AccessStatus = 'allowed' | 'allowing' | 'blocked' | 'blocking' | 'management_removed';

/** The requested and the reported state of a device (A118). */
export type DeviceFacts = {
  managementRemoved: boolean;
  requested: AccessState;
  /** Null until the first report. */
  applied: AccessState | null;
  /** State of the newest state command, null if there was none. */
  command: CommandState | null;
};

/** Returns the remaining time, in ms, until another install request is possible, whatever the result of the last one (9.2.16). */
export function installLockLeft(install: AppInstall | null, now: Instant): number {
  return install === null ? 0 : Math.max(0, install.askedAt + INSTALL_LOCK_MS - now);
}

/** A device without contact for this long is shown as offline. */
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

/** Returns how a device is shown, its access value, and the pending request (4.2.1, 4.2.4, A118). */
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

/** A child is shown as the worst of its active devices; unmanaged without any (4.2.2, 4.2.3, A09). */
export function resolveChildView(views: Array<DeviceView>): DeviceView {
  if (views.length === 0) return 'unmanaged';
  return STRICTEST_FIRST.find((view) => views.includes(view)) ?? 'allowed';
}

/** True if the device had no contact for five minutes, or never. */
export function isOffline(lastSeenAt: Instant | null, now: Instant): boolean {
  return lastSeenAt === null || now - lastSeenAt >= OFFLINE_AFTER_MS;
}

/** Converts a battery level from 0 to 1 to a whole percentage. */
export function toBatteryPercent(level: number): number {
  return Math.round(level * 100);
}

/** True if the displayed percentage is low. `level` is 0 to 1; unknown is not low (9.2.26). */
export function isBatteryLow(level: number | null): boolean {
  return level !== null && toBatteryPercent(level) <= BATTERY_LOW * 100;
}

/**
 * Compares versions numerically, so 4.10 is newer than 4.2: negative, 0 or positive (5.6.1, DEV-091). Suffixes ('-beta.2') are ignored. An unknown
 * version is 0, older than any other (A25).
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
