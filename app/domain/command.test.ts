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

  test('treats saved and sent commands as open', () => {
    expect(STATES.filter(isOpen)).toEqual(['saved', 'sent']);
  });

  test('expires requests after 10 min; asks for device info every 6 min, for app installation every 45 s (S24, 9.2.3, 9.2.16)', () => {
    expect([REQUEST_LIFE_MS, DEVICE_INFO_THROTTLE_MS, INSTALL_LOCK_MS]).toEqual([600_000, 360_000, 45_000]);
  });
});
