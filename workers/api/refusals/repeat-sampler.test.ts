import { describe, expect, test } from 'vitest';
import { createRepeatSampler } from './repeat-sampler';

const HOUR = 60 * 60_000;

describe('createRepeatSampler', () => {
  test('reports each of the first sixteen attempts, then the number since the last report at each doubling', () => {
    const sample = createRepeatSampler();
    const written = Array.from({ length: 1000 }, () => sample('a', 0));
    expect(written.slice(0, 16)).toEqual(Array(16).fill(1));
    expect(written.filter((times) => times > 1)).toEqual([16, 32, 64, 128, 256]);
    expect(written.reduce((all, times) => all + times, 0)).toBe(512);
  });

  test('counts each subject and each hour separately', () => {
    const sample = createRepeatSampler();
    for (let index = 0; index < 17; index++) sample('a', 0);
    expect(sample('a', 0)).toBe(0);
    expect(sample('b', 0)).toBe(1);
    expect(sample('a', HOUR)).toBe(1);
  });

  test('removes the least recently used subject beyond two thousand', () => {
    const sample = createRepeatSampler();
    for (let index = 0; index < 17; index++) sample('a', 0);
    for (let index = 0; index < 2000; index++) sample(`other ${index}`, 0);
    expect(sample('a', 0)).toBe(1);
  });
});
