import { describe, expect, test } from 'vitest';
import { createBoundedMemo } from './bounded-memo.ts';
import { WINDOW_CACHE_LIMIT } from './time.ts';

describe('createBoundedMemo', () => {
  test('computes each key once, even if the result is null', () => {
    const memo = createBoundedMemo<number | null>(10);
    let computed = 0;
    const compute = () => {
      computed += 1;
      return null;
    };
    expect([memo.get('a', compute), memo.get('a', compute), computed]).toEqual([null, null, 1]);
  });

  test('keeps entries up to the limit and clears all entries after one more (9.1.9, A99, RULE-033)', () => {
    const memo = createBoundedMemo<number>(WINDOW_CACHE_LIMIT);
    for (let index = 1; index <= 2000; index += 1) memo.get(String(index), () => index);
    expect(memo.size()).toBe(2000);
    expect(memo.get('2001', () => 2001)).toBe(2001);
    expect(memo.size()).toBe(0);
  });
});
