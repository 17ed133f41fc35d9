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
  ])('maps the operating system %j to %s (DEV-031)', (text, os) => {
    expect(toDeviceOs(text)).toBe(os);
  });

  const done: DeviceFacts = { managementRemoved: false, requested: 'allowed', applied: 'allowed', command: 'confirmed' };

  test.each<[name: string, changes: Partial<DeviceFacts>, view: string, status: string, desired: string | null]>([
    [
      'unmanaged takes precedence (DEV-037, DEV-046)',
      { managementRemoved: true, requested: 'blocked', command: 'saved' },
      'unmanaged',
      'management_removed',
      null,
    ],
    ['saved block', { requested: 'blocked', command: 'saved' }, 'pending', 'blocking', 'block'],
    ['sent block (DEV-039, DEV-041, DEV-050)', { requested: 'blocked', command: 'sent' }, 'pending', 'blocking', 'block'],
    [
      'pending grant (DEV-038, DEV-040, DEV-048)',
      { requested: 'allowed', applied: 'blocked', command: 'sent' },
      'pending',
      'allowing',
      'grant',
    ],
    ['pending pause', { requested: 'paused', command: 'sent' }, 'pending', 'blocking', 'pause'],
    ['pending command that requests the applied state', { command: 'sent' }, 'pending', 'allowing', 'grant'],
    ['nothing reported yet', { applied: null, command: null }, 'pending', 'allowing', 'grant'],
    ['first command failed, nothing reported yet', { applied: null, command: 'failed' }, 'pending', 'allowing', 'grant'],
    ['Bedtime started without a command, device not reported yet', { requested: 'blocked', command: null }, 'pending', 'blocking', 'block'],
    ['confirmed, but the device reports another state', { requested: 'blocked', command: 'confirmed' }, 'pending', 'blocking', 'block'],
    ['failed: shows the reported state', { requested: 'blocked', command: 'failed' }, 'allowed', 'allowed', null],
    ['blocked (DEV-043, DEV-049)', { requested: 'blocked', applied: 'blocked' }, 'blocked', 'blocked', null],
    ['paused (DEV-044)', { requested: 'paused', applied: 'paused' }, 'paused', 'blocked', null],
    ['allowed (DEV-045, DEV-047)', {}, 'allowed', 'allowed', null],
  ])('resolves the device view: %s', (_, changes, view, status, desired) => {
    expect(resolveDeviceView({ ...done, ...changes })).toEqual({ view, status, desired });
  });

  test.each<[views: Array<DeviceView>, expected: DeviceView]>([
    [[], 'unmanaged'],
    [['allowed'], 'allowed'],
    [['allowed', 'paused'], 'paused'],
    [['paused', 'blocked', 'allowed'], 'blocked'],
    [['blocked', 'pending'], 'pending'],
    [['pending', 'allowed', 'unmanaged'], 'unmanaged'],
  ])('shows a child with devices %j as %s (A09, DEV-052, DEV-054)', (views, expected) => {
    expect(resolveChildView(views)).toBe(expected);
  });

  test('isOffline is true after five minutes without a report, or if the device never reported', () => {
    const now = 1_000_000_000;
    expect([null, now - OFFLINE_AFTER_MS, now - OFFLINE_AFTER_MS + 1, now].map((seen) => isOffline(seen, now))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(OFFLINE_AFTER_MS).toBe(300_000);
  });

  test('isBatteryLow is true at 20% or less (9.2.26, DEV-061)', () => {
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
  ])('compareVersions of %j and %j returns %d (DEV-091, A25)', (a, b, expected) => {
    expect(Math.sign(compareVersions(a, b))).toBe(expected);
    expect(Math.sign(compareVersions(b, a))).toBe(expected === 0 ? 0 : -expected);
  });
});
