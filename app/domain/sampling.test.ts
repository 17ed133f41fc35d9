import { describe, expect, test } from 'vitest';
import { ERROR_SAMPLING, isSampled, TRACE_SAMPLING } from './sampling.ts';

describe('isSampled', () => {
  test('uses the rates of the specification (9.4.1, 9.4.2, ANALYT-007, 009, 010, CONST-073 to CONST-076)', () => {
    expect(ERROR_SAMPLING).toEqual({ dev: 1, otherwise: 0.25 });
    expect(TRACE_SAMPLING).toEqual({ dev: 1, otherwise: 0.05 });
  });

  test.each([
    ['an error', ERROR_SAMPLING, false, 0.24, true],
    ['an error', ERROR_SAMPLING, false, 0.25, false],
    ['an error', ERROR_SAMPLING, false, 0.26, false],
    ['an error', ERROR_SAMPLING, true, 0.999999, true],
    ['a trace', TRACE_SAMPLING, false, 0.049, true],
    ['a trace', TRACE_SAMPLING, false, 0.05, false],
    ['a trace', TRACE_SAMPLING, true, 0.999999, true],
  ])('samples %s at rates %j, dev %s, random %d: %s', (_, rates, isDev, random, expected) => {
    expect(isSampled(rates, isDev, () => random)).toBe(expected);
  });
});
