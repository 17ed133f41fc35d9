import { describe, expect, test } from 'vitest';
import type { AccessState } from './block-status.ts';
import { moveExtra, resolveApplied, resolveUsageDisplay, type UsageDisplay, type UsageFacts } from './usage.ts';

const block = { kind: 'schedule', effect: 'block' } as const;
const grant = { kind: 'override', effect: 'grant' } as const;
const usedUp = { kind: 'allowance', effect: 'block' } as const;
const pause = { kind: 'pause', effect: 'pause' } as const;

const table: Array<[name: string, facts: Partial<UsageFacts>, expected: UsageDisplay]> = [
  ['nothing speaks against it', {}, 'playing'],
  ['play, applied by some', { applied: 'some' }, 'playing'],
  ['pause, applied by all', { why: pause, requested: 'pause' }, 'paused'],
  ['pause, applied by some: one still runs (A08)', { why: pause, requested: 'pause', applied: 'some' }, 'playing'],
  ['blocked with time left', { why: block }, 'blocked'],
  ['blocked by hand', { why: { kind: 'override', effect: 'block' } }, 'blocked'],
  ['blocked by the ready-made schedule', { why: { kind: 'default-schedule', effect: 'block' } }, 'blocked'],
  ['blocked comes before expired', { why: block, remainingSeconds: 0 }, 'blocked'],
  ['blocked comes before paused', { why: block, requested: 'pause' }, 'blocked'],
  ['nothing remains', { why: usedUp, remainingSeconds: 0 }, 'expired'],
  ['a second remains', { remainingSeconds: 1 }, 'playing'],
  ['without an allowance nothing expires', { remainingSeconds: null }, 'playing'],
  ['expired comes before the rule that allows', { why: grant, remainingSeconds: 0 }, 'expired'],
  ['expired comes before a pause', { why: usedUp, remainingSeconds: 0, requested: 'pause' }, 'expired'],
  ['a rule allows: the time does not run (A08)', { why: grant }, 'paused'],
  ['a rule allows, a pause is asked for', { why: grant, requested: 'pause', applied: 'some' }, 'paused'],
];

describe('usage', () => {
  test.each(table)('resolveUsageDisplay returns the expected display: %s (ALLOW-013)', (_name, facts, expected) => {
    expect(resolveUsageDisplay({ why: null, remainingSeconds: 3600, requested: 'play', applied: 'all', ...facts })).toBe(expected);
  });

  test.each<[name: string, devices: Array<[requested: AccessState, applied: AccessState | null]>, expected: string]>([
    ['no device', [], 'all'],
    ['a device in the requested state', [['paused', 'paused']], 'all'],
    [
      'one of two devices in the requested state (ALLOW-008)',
      [
        ['paused', 'paused'],
        ['paused', 'allowed'],
      ],
      'some',
    ],
    [
      'two devices in the requested state',
      [
        ['paused', 'paused'],
        ['paused', 'paused'],
      ],
      'all',
    ],
    ['a device that has not reported yet', [['allowed', null]], 'some'],
    ['a device still paused after the resume', [['allowed', 'paused']], 'some'],
    ['a device blocked by a schedule during a pause', [['blocked', 'blocked']], 'all'],
  ])('resolveApplied returns the expected state: %s', (_name, devices, expected) => {
    expect(resolveApplied(devices.map(([requested, applied]) => ({ requested, applied })))).toBe(expected);
  });

  // When it is 22:00 on the 16th in Berlin, it is the morning of the 17th in Tokyo.
  const [BERLIN, TOKYO, WEST, EAST] = ['Europe/Berlin', 'Asia/Tokyo', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'];
  const EVENING = Date.parse('2026-11-16T21:00:00Z');

  test.each<[name: string, from: string, to: string, date: string, moved: string | null]>([
    ['today, to a zone with the same date', BERLIN, 'America/Los_Angeles', '2026-11-16', '2026-11-16'],
    ['today, east to the next date', BERLIN, TOKYO, '2026-11-16', '2026-11-17'],
    ['today, west to the previous date', TOKYO, BERLIN, '2026-11-17', '2026-11-16'],
    ['today, across the date line', WEST, EAST, '2026-11-16', '2026-11-17'],
    ['tomorrow, to a zone where it has begun', BERLIN, TOKYO, '2026-11-17', '2026-11-17'],
    ['the day after tomorrow, to a zone where it has not begun', BERLIN, TOKYO, '2026-11-18', '2026-11-18'],
    ['a later day, west to the previous date', TOKYO, BERLIN, '2026-11-18', '2026-11-18'],
    ["yesterday's bonus time, which is discarded", TOKYO, BERLIN, '2026-11-16', null],
  ])('moves bonus time to another zone: %s', (_name, from, to, date, moved) => {
    expect(moveExtra({ date, seconds: 900 }, { from, to }, EVENING)).toEqual(moved === null ? null : { date: moved, seconds: 900 });
  });
});
