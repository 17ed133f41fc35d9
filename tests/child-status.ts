import type { Child } from '#app/domain/child.ts';
import type { ChildStatus, DeviceStatus, StateCommand } from '#app/features/children/status/child-status.ts';

/** Thursday, May 14, 2026, 20:42 in Berlin. */
export const NOW = Date.UTC(2026, 4, 14, 18, 42);
const MINUTE_MS = 60_000;

export const command = (change: Partial<StateCommand> = {}): StateCommand => ({
  id: 'c',
  action: 'block',
  state: 'confirmed',
  savedAt: NOW - MINUTE_MS,
  sentAt: NOW - MINUTE_MS + 300,
  confirmedAt: NOW - MINUTE_MS + 800,
  endedAt: null,
  error: null,
  ...change,
});

/** A device that confirmed the requested block. */
export const device = (change: Partial<DeviceStatus> = {}): DeviceStatus => ({
  id: 'd',
  name: 'iPhone',
  os: 'iOS',
  view: 'blocked',
  requested: 'blocked',
  applied: { state: 'blocked', at: NOW - MINUTE_MS + 800 },
  lastSeenAt: NOW - 1000,
  batteryLevel: 0.64,
  usedBy: null,
  governedBy: null,
  command: command(),
  commandIsOwn: true,
  ...change,
});

/** A device that was asked to block and still reports that it allows. */
export const waitingDevice = (change: Partial<DeviceStatus> = {}): DeviceStatus =>
  device({
    view: 'pending',
    applied: { state: 'allowed', at: NOW - 3_600_000 },
    command: command({ state: 'sent', confirmedAt: null }),
    ...change,
  });

/** Mia, in Berlin, without a device. */
export const child = (change: Partial<Child> = {}): Child => ({
  id: 'mia',
  name: 'Mia',
  timeZone: 'Europe/Berlin',
  colorSlot: 3,
  pictureIndex: null,
  photo: null,
  birthday: null,
  gender: null,
  locale: null,
  allowance: { isOn: false, isSet: false, seconds: [0, 0, 0, 0, 0, 0, 0], extra: null },
  deviceIds: [],
  retired: false,
  updatedAt: 0,
  ...change,
});

/** A child who is blocked until 07:00 in Berlin. */
export const childStatus = (devices: Array<DeviceStatus>, change: Partial<ChildStatus> = {}): ChildStatus => ({
  childId: 'mia',
  state: 'blocked',
  why: { kind: 'override', ruleId: 'r', name: null, effect: 'block', until: Date.UTC(2026, 4, 15, 5) },
  overridden: [],
  until: Date.UTC(2026, 4, 15, 5),
  nextChange: { at: Date.UTC(2026, 4, 15, 5), state: 'allowed' },
  view: 'blocked',
  override: { ruleId: 'r', effect: 'block', since: NOW - MINUTE_MS, until: Date.UTC(2026, 4, 15, 5) },
  usage: null,
  devices,
  ...change,
});
