import { describe, expect, test } from 'vitest';
import {
  compareVersions,
  type DeviceFacts,
  type DeviceView,
  isBatteryLow,
  isOffline,
  OFFLINE_AFTER_MS,
  resolveChildView,
  resolveDeviceView,
  toDeviceOs,
} from './device.ts';

describe('device', () => {
  test.each([
    ['iOS', 'iOS'],
    ['ios', 'iOS'],
    ['iPadOS', 'iOS'],
    ['Android', 'android'],
    ['android', 'android'],
    ['windows', 'other'],
    ['', 'other'],
  ])('%j is %s (DEV-031)', (text, os) => {
    expect(toDeviceOs(text)).toBe(os);
  });

  const done: DeviceFacts = { managementRemoved: false, requested: 'allowed', applied: 'allowed', command: 'confirmed' };

  test.each<[name: string, changes: Partial<DeviceFacts>, view: string, status: string, desired: string | null]>([
    [
      'unmanaged beats all (DEV-037, DEV-046)',
      { managementRemoved: true, requested: 'blocked', command: 'saved' },
      'unmanaged',
      'management_removed',
      null,
    ],
    ['a block that is saved', { requested: 'blocked', command: 'saved' }, 'pending', 'blocking', 'block'],
    ['a block that is sent', { requested: 'blocked', command: 'sent' }, 'pending', 'blocking', 'block'],
    ['a grant on its way', { requested: 'allowed', applied: 'blocked', command: 'sent' }, 'pending', 'allowing', 'grant'],
    ['a pause on its way', { requested: 'paused', command: 'sent' }, 'pending', 'blocking', 'pause'],
    ['a command on its way that asks for what is applied', { command: 'sent' }, 'pending', 'allowing', 'grant'],
    ['nothing said yet', { applied: null, command: null }, 'pending', 'allowing', 'grant'],
    ['failed before it said anything', { applied: null, command: 'failed' }, 'pending', 'allowing', 'grant'],
    ['bedtime came, no command, the device has not said it yet', { requested: 'blocked', command: null }, 'pending', 'blocking', 'block'],
    ['confirmed, but the device says something else', { requested: 'blocked', command: 'confirmed' }, 'pending', 'blocking', 'block'],
    ['failed: what the device said', { requested: 'blocked', command: 'failed' }, 'allowed', 'allowed', null],
    ['blocked (DEV-043)', { requested: 'blocked', applied: 'blocked' }, 'blocked', 'blocked', null],
    ['paused (DEV-044)', { requested: 'paused', applied: 'paused' }, 'paused', 'blocked', null],
    ['allowed (DEV-045)', {}, 'allowed', 'allowed', null],
  ])('%s', (_, changes, view, status, desired) => {
    expect(resolveDeviceView({ ...done, ...changes })).toEqual({ view, status, desired });
  });

  test.each<[views: Array<DeviceView>, expected: DeviceView]>([
    [[], 'unmanaged'],
    [['allowed'], 'allowed'],
    [['allowed', 'paused'], 'paused'],
    [['paused', 'blocked', 'allowed'], 'blocked'],
    [['blocked', 'pending'], 'pending'],
    [['pending', 'allowed', 'unmanaged'], 'unmanaged'],
  ])('devices %j make the child %s (A09)', (views, expected) => {
    expect(resolveChildView(views)).toBe(expected);
  });

  test('a device is offline after five minutes of silence, or if it never spoke', () => {
    const now = 1_000_000_000;
    expect([null, now - OFFLINE_AFTER_MS, now - OFFLINE_AFTER_MS + 1, now].map((seen) => isOffline(seen, now))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(OFFLINE_AFTER_MS).toBe(300_000);
  });

  test('the battery is red at 20 % or less (9.2.26)', () => {
    expect([null, 0, 0.2, 0.21, 1].map(isBatteryLow)).toEqual([false, true, true, false, false]);
  });

  test.each([
    ['4.10', '4.2', 1],
    ['10', '9', 1],
    ['4.1.9', '4.2', -1],
    ['4.2', '4.2.0', 0],
    ['6.0.9', '6.1', -1],
    ['8.21.0-beta.2', '8.21', 0],
    ['v8.1', '8.1', 0],
    ['', '4.2', -1],
    [null, '0.0.1', -1],
    ['unknown', null, 0],
  ])('version %j against %j is %d (DEV-091, A25)', (a, b, expected) => {
    expect(Math.sign(compareVersions(a, b))).toBe(expected);
    expect(Math.sign(compareVersions(b, a))).toBe(expected === 0 ? 0 : -expected);
  });
});
