import { describe, expect, test } from 'vitest';
import { remainingDelay, STEP_MS } from './failure-delay';

describe('delay of failed logins', () => {
  test.each([
    [0, STEP_MS],
    [1, STEP_MS - 1],
    [STEP_MS - 1, 1],
    [STEP_MS, 0],
    [STEP_MS + 1, STEP_MS - 1],
    [3 * STEP_MS, 0],
  ])('delays a refusal after %i ms by %i ms, until the next step', (took, wait) => {
    expect(remainingDelay(took)).toBe(wait);
  });

  test('sends fast and slow refusals within one step at the same time', () => {
    for (const took of [1, 7, 42, 249]) expect(took + remainingDelay(took)).toBe(STEP_MS);
  });
});
