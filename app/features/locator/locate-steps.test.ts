import { describe, expect, test } from 'vitest';
import { toLocateProgress } from './locate-steps';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const burst = (change: object) => ({
  id: 'b',
  deviceId: 'd',
  state: 'sent' as const,
  requestedAt: START,
  deliveredAt: null,
  locatedAt: null,
  endedAt: null,
  ...change,
});
const times = (found: ReturnType<typeof toLocateProgress>) =>
  found.steps.map(({ key, at }) => [key, at === null ? null : (at - START) / MINUTE]);

describe('toLocateProgress', () => {
  test('awaits delivery, the first position and the end after the request', () => {
    const found = toLocateProgress(burst({ state: 'saved' }), START + 5000);
    expect([found.outcome, times(found)]).toEqual([
      'active',
      [
        ['requested', 0],
        ['delivered', null],
        ['located', null],
        ['ended', null],
      ],
    ]);
  });

  test.each([
    [11.99, 'active', null],
    [12, 'over', 14],
  ] as const)('%d min after delivery, a located request is %s', (minutes, outcome, ended) => {
    const located = burst({ state: 'confirmed', deliveredAt: START + 2 * MINUTE, locatedAt: START + 3 * MINUTE });
    const found = toLocateProgress(located, START + (2 + minutes) * MINUTE);
    expect([found.outcome, times(found).at(-1)]).toEqual([outcome, ['ended', ended]]);
  });

  test.each([
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['cancelled', 'expired'],
  ] as const)('a request that is %s shows when it ended, without the steps that did not happen', (state, outcome) => {
    const found = toLocateProgress(burst({ state, endedAt: START + 10 * MINUTE }), START + 11 * MINUTE);
    expect([found.outcome, times(found)]).toEqual([
      outcome,
      [
        ['requested', 0],
        ['ended', 10],
      ],
    ]);
  });
});
