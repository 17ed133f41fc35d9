import { expect, test } from 'vitest';
import type { BlockStatusWire } from '~/wire/block-status';
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

test.each([
  [7200, { limitSeconds: 7200, usedSeconds: 3600, remainingSeconds: 3600, devicesInUse: ['d'], requested: 'play', applied: 'some' }],
  // As without an allowance: a limit of the whole day limits nothing.
  [86_400, null],
])('a limit of %i seconds', (time_limit, usage) => {
  expect(fromWireStatus({ ...wire, usage: { ...today, time_limit, devices_in_use: ['d'] } }).usage).toEqual(usage);
});

test('a status that was asked for without usage has none', () => {
  expect(fromWireStatus(wire).usage).toBeNull();
});
