import { describe, expect, test } from 'vitest';
import { THRESHOLD_14, THRESHOLD_15, THRESHOLD_100 } from './thresholds.ts';

describe('thresholds', () => {
  test('match the values that the specification lists without a purpose (9.1.10, A73, CONST-012 to CONST-014)', () => {
    expect([THRESHOLD_100, THRESHOLD_15, THRESHOLD_14]).toEqual([100, 15, 14]);
  });
});
