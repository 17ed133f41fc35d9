import { describe, expect, test } from 'vitest';
import { isRetryable } from './retry.ts';

describe('isRetryable', () => {
  test.each([
    [0, true],
    [200, false],
    [400, false],
    [401, false],
    [403, false],
    [408, true],
    [410, false],
    [429, true],
    [500, true],
    [503, true],
  ])('for status %j, returns %j (CONST-105)', (status, worth) => {
    expect(isRetryable(status)).toBe(worth);
  });
});
