import { describe, expect, test } from 'vitest';
import { judge, toTable } from './row.ts';
import { compare, median, percentile, summarise } from './statistics.ts';

describe('statistics', () => {
  test('percentile takes the nearest rank, regardless of the order of the values', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile(hundred, 1), percentile(hundred, 0)]).toEqual([50, 95, 100, 1]);
    expect(percentile([7], 0.95)).toBe(7);
    expect(() => percentile([], 0.5)).toThrow('No values');
  });

  test('median returns the mean of the two middle values of an even number of values', () => {
    expect([median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([5, 2.5]);
  });

  test('summarise uses the median ratio of all rounds, so one slow round changes neither ratio nor control', () => {
    const calm = { a1: 2, b1: 4, b2: 4, a2: 2 };
    const slow = { a1: 2, b1: 40, b2: 40, a2: 20 };
    const { ratio, control } = summarise([calm, slow, calm]);
    expect({ ratio, control }).toEqual({ ratio: 0.5, control: 1 });
  });

  test('summarise cancels a constant drift', () => {
    // Each measurement takes one unit more than the previous one, although A and B are the same.
    let drift = 10;
    const rounds = Array.from({ length: 5 }, () => ({ a1: drift++, b1: drift++, b2: drift++, a2: drift++ }));
    expect(summarise(rounds).ratio).toBeCloseTo(1, 5);
  });

  test('compare measures in the order A-B-B-A, and runs up to twice the rounds while the control is outside the limits', async () => {
    const order: Array<string> = [];
    const say = (name: string, value: number) => async () => {
      order.push(name);
      return value;
    };
    const calm = await compare({ a: say('a', 1), b: say('b', 2) }, 2);
    expect(order.join('')).toBe('abbaabba');
    expect(calm.ratio).toBe(0.5);
    let call = 0;
    const restless = await compare({ a: async () => (call++ % 2 === 0 ? 1 : 2), b: async () => 1 }, 2);
    expect([restless.rounds.length, restless.control]).toEqual([4, 0.5]);
  });

  test('judge compares a figure with its bar only if the control is within the limits', () => {
    expect([judge(0.7, 0.75, 1.02), judge(0.8, 0.75, 1.02), judge(0.7, 0.75, 1.2), judge(0.7, 0.75)]).toEqual([
      'met',
      'missed',
      'too noisy',
      'met',
    ]);
  });

  test('toTable aligns the columns and puts notes below their row', () => {
    const row = { name: 'x', measured: '0.50x', bar: '0.75x', control: 1, verdict: 'met', figures: {}, notes: ['why'] } as const;
    expect(toTable([{ ...row, notes: [...row.notes] }]).split('\n')).toEqual([
      'row  measured  bar    A vs A  verdict',
      '---  --------  -----  ------  -------',
      'x    0.50x     0.75x  1.00    met',
      '    why',
    ]);
  });
});
