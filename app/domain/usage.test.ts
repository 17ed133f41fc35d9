import { expect, test } from 'vitest';
import type { AccessState } from './block-status.ts';
import { resolveApplied, resolveUsageDisplay, type UsageDisplay, type UsageFacts } from './usage.ts';

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

test.each(table)('%s', (_name, facts, expected) => {
  expect(resolveUsageDisplay({ why: null, remainingSeconds: 3600, requested: 'play', applied: 'all', ...facts })).toBe(expected);
});

test.each<[name: string, devices: Array<[requested: AccessState, applied: AccessState | null]>, expected: string]>([
  ['no device', [], 'all'],
  ['one that is as asked', [['paused', 'paused']], 'all'],
  [
    'one of two (ALLOW-008)',
    [
      ['paused', 'paused'],
      ['paused', 'allowed'],
    ],
    'some',
  ],
  [
    'both',
    [
      ['paused', 'paused'],
      ['paused', 'paused'],
    ],
    'all',
  ],
  ['one that has not spoken yet', [['allowed', null]], 'some'],
  ['one that is still paused after the resume', [['allowed', 'paused']], 'some'],
  ['paused, and blocked by a schedule meanwhile', [['blocked', 'blocked']], 'all'],
])('applied: %s', (_name, devices, expected) => {
  expect(resolveApplied(devices.map(([requested, applied]) => ({ requested, applied })))).toBe(expected);
});
