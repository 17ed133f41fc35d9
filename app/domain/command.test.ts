import { describe, expect, test } from 'vitest';
import { type CommandState, canMove, DEVICE_INFO_THROTTLE_MS, INSTALL_LOCK_MS, isOpen, REQUEST_LIFE_MS } from './command.ts';

const STATES: Array<CommandState> = ['saved', 'sent', 'confirmed', 'failed', 'expired', 'superseded', 'cancelled'];

describe('command', () => {
  test.each<[from: CommandState, to: Array<CommandState>]>([
    ['saved', ['sent', 'confirmed', 'failed', 'expired', 'superseded', 'cancelled']],
    ['sent', ['confirmed', 'failed', 'expired', 'superseded', 'cancelled']],
    ['confirmed', []],
    ['failed', []],
    ['expired', []],
    ['superseded', []],
    ['cancelled', []],
  ])('%s can only become %j (A118)', (from, expected) => {
    expect(STATES.filter((to) => canMove(from, to))).toEqual(expected);
  });

  test('isOpen is true for saved and sent commands', () => {
    expect(STATES.filter(isOpen)).toEqual(['saved', 'sent']);
  });

  test('uses the limits of the specification: 10 min for requests, 6 min for device info, 45 s for app installation (S24, 9.2.3, 9.2.16)', () => {
    expect([REQUEST_LIFE_MS, DEVICE_INFO_THROTTLE_MS, INSTALL_LOCK_MS]).toEqual([600_000, 360_000, 45_000]);
  });
});
