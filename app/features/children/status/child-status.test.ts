import { describe, expect, test } from 'vitest';
import type { BlockStatusWire, DeviceStatusWire } from '#app/wire/block-status';
import type { CommandWire } from '#app/wire/command';
import { fromWireStatus } from './child-status.server';

const wire: BlockStatusWire = {
  user_id: 'mia',
  state: 'allowed',
  why: null,
  beaten: [],
  until: null,
  next_change: null,
  viewState: 'allowed',
  server_time: 1,
};
const today = { time_remaining: 3600, time_used: 3600, requested_state: 'play', applied_state: 'some', displayState: 'playing' } as const;

describe('fromWireStatus', () => {
  test.each([
    [
      7200,
      {
        limitSeconds: 7200,
        usedSeconds: 3600,
        remainingSeconds: 3600,
        devicesInUse: ['d'],
        asOf: null,
        byDevice: [],
        requested: 'play',
        applied: 'some',
      },
    ],
    // A limit of a whole day means no limit.
    [86_400, null],
  ])('converts usage with a limit of %i seconds', (time_limit, usage) => {
    expect(fromWireStatus({ ...wire, usage: { ...today, time_limit, devices_in_use: ['d'] } }).usage).toEqual(usage);
  });

  test('returns no usage when the response has none', () => {
    expect(fromWireStatus(wire).usage).toBeNull();
  });

  const tablet: DeviceStatusWire = {
    device_id: 'd',
    display_name: 'Family tablet',
    os: 'android',
    viewState: 'pending',
    status: 'blocking',
    vewStatus: 'inactive',
    desired: null,
    requested: 'blocked',
    applied: null,
    schedule_ts: 1,
    last_seen: 1,
    battery_level: null,
    active_user_id: null,
    command: null,
  };
  const tapped: CommandWire = {
    id: 'c',
    device_id: 'd',
    user_id: 'leo',
    kind: 'policy',
    action: 'block',
    state: 'confirmed',
    saved_ts: 1,
    sent_ts: 1,
    confirmed_ts: 1,
    ended_ts: 1,
    expires_ts: null,
    schedule_ts: 1,
    error: null,
  };

  test.each([
    [null, null],
    ['mia', null],
    ['leo', { childId: 'leo', name: 'Leo' }],
    ['ben', { childId: 'ben', name: null }],
  ])('sets usedBy for a device used by %s', (active_user_id, usedBy) => {
    const status = fromWireStatus({ ...wire, devices: [{ ...tablet, active_user_id }] }, [{ id: 'leo', name: 'Leo' }]);
    expect(status.devices[0]?.usedBy).toEqual(usedBy);
  });

  test.each([
    [undefined, null],
    [null, null],
    ['leo', { childId: 'leo', name: 'Leo' }],
  ])('sets governedBy when the device reports no user and the rules of %s apply', (held_by, governedBy) => {
    const status = fromWireStatus({ ...wire, devices: [{ ...tablet, held_by }] }, [{ id: 'leo', name: 'Leo' }]);
    expect(status.devices[0]).toMatchObject({ usedBy: null, governedBy });
  });

  test.each([
    ['mia', true],
    ['leo', false],
    [null, false],
  ])('sets commandIsOwn for a command for %s', (user_id, isOwn) => {
    const status = fromWireStatus({ ...wire, devices: [{ ...tablet, command: { ...tapped, user_id } }] });
    expect(status.devices[0]?.commandIsOwn).toBe(isOwn);
  });
});
