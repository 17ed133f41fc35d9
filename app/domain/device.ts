import type { AccessState } from './block-status.ts';
import { type CommandState, INSTALL_LOCK_MS, isOpen } from './command.ts';
import type { ChildId, DeviceId } from './ids.ts';
import type { Instant } from './time.ts';

export type DeviceOs = 'iOS' | 'android' | 'other';

/** What became of the last wish to install the child's app on a device (S52), made at `askedAt`: under way since `at`, or at its end then. */
export type AppInstall = { state: CommandState; at: Instant; askedAt: Instant };

/**
 * A child's device (3.3.1). `batteryLevel` from 0 to 1, null where it reports none; `lastSeenAt: null` = never; `udid`: its hardware, ''
 * where it names none; `install: null` where nobody has asked for the child's app.
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
  /** By its own word: its clock is off, and the rules go by the time that the server told it. */
  isClockWrong: boolean;
  batteryLevel: number | null;
  /** When the level was read; null where that is unknown. */
  batteryAt: Instant | null;
  lastSeenAt: Instant | null;
  pairedAt: Instant;
  install: AppInstall | null;
  updatedAt: Instant;
};

/** What a parent sees of a device (4.2.1). */
export type DeviceView = 'unmanaged' | 'pending' | 'blocked' | 'paused' | 'allowed';

/** The access value on the wire (4.2.4). */
export type AccessStatus = 'allowed' | 'allowing' | 'blocked' | 'blocking' | 'management_removed';

/** What is asked of a device and what it said itself (A118). */
export type DeviceFacts = {
  managementRemoved: boolean;
  requested: AccessState;
  /** Null until the device reported for the first time. */
  applied: AccessState | null;
  /** The newest state command, null if there was none. */
  command: CommandState | null;
};

/** For how long yet the child's app cannot be asked for again, in ms, whatever became of the last wish (9.2.16). */
export function installLockLeft(install: AppInstall | null, now: Instant): number {
  return install === null ? 0 : Math.max(0, install.askedAt + INSTALL_LOCK_MS - now);
}

/** A device that said nothing for this long is shown as offline. */
export const OFFLINE_AFTER_MS = 5 * 60 * 1000;

/** At this level or below the battery is red (9.2.26). */
export const BATTERY_LOW = 0.2;

const DESIRED = { allowed: 'grant', blocked: 'block', paused: 'pause' } as const satisfies Record<AccessState, string>;

const STRICTEST_FIRST = ['unmanaged', 'pending', 'blocked', 'paused'] as const satisfies ReadonlyArray<DeviceView>;

/** The operating system in the three values that the product tells apart; any other is 'other' (3.3.1, DEV-031). */
export function toDeviceOs(text: string): DeviceOs {
  const name = text.trim().toLowerCase();
  if (name === 'ios' || name === 'ipados') return 'iOS';
  return name === 'android' ? 'android' : 'other';
}

/** How one device is shown, its access value, and what is asked of it while that is under way (4.2.1, 4.2.4, A118). */
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

/** A child is shown as the worst of its devices that are not retired, and unmanaged without any (4.2.2, 4.2.3, A09). */
export function resolveChildView(views: Array<DeviceView>): DeviceView {
  if (views.length === 0) return 'unmanaged';
  return STRICTEST_FIRST.find((view) => views.includes(view)) ?? 'allowed';
}

/** Has the device been silent for five minutes, or never spoken? */
export function isOffline(lastSeenAt: Instant | null, now: Instant): boolean {
  return lastSeenAt === null || now - lastSeenAt >= OFFLINE_AFTER_MS;
}

/** A battery's level from 0 to 1 as it is said, in whole per cent. */
export function toBatteryPercent(level: number): number {
  return Math.round(level * 100);
}

/** Is the battery red? A level from 0 to 1, by the number that is said; unknown is not low (9.2.26). */
export function isBatteryLow(level: number | null): boolean {
  return level !== null && toBatteryPercent(level) <= BATTERY_LOW * 100;
}

/**
 * Negative, 0 or positive as `a` is older than, the same as or newer than `b`: number by number, so 4.10 is newer than 4.2 (5.6.1, DEV-091).
 * What follows the numbers ('-beta.2') does not count; an unknown version is 0, too old for everything (A25).
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
