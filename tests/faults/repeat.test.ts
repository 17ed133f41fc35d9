import { describe, expect, test } from 'vitest';
import { repeatUntilViolation } from './repeat.ts';

const VIOLATION = { invariant: 'I1', what: 'lost' } as const;

describe('repeatUntilViolation', () => {
  test.each([
    ['all of them without a violation', null, 5, []],
    ['only those up to a violation', 2, 3, [VIOLATION]],
    ['one if the first breaks an invariant', 0, 1, [VIOLATION]],
  ])('counts the runs: %s', async (_name, brokenAt, times, violations) => {
    const once = async (index: number) => (index === brokenAt ? [VIOLATION] : []);
    expect(await repeatUntilViolation(5, once)).toEqual({ times, violations });
  });

  test('returns no violation if the maximum is zero', async () => {
    expect(await repeatUntilViolation(0, async () => [VIOLATION])).toEqual({ times: 0, violations: [] });
  });
});
