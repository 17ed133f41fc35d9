import { describe, expect, test } from 'vitest';
import { createLineLimit } from './line-limit.ts';

const MINUTE = 60_000;

describe('createLineLimit', () => {
  test('of a flood a minute has one line for each kind and network, and the next minute says how many there were', () => {
    const limit = createLineLimit();
    expect(limit('login', 'a', MINUTE)).toEqual([{ kind: 'login', network: 'a', times: 1 }]);
    for (let index = 0; index < 500; index++) expect(limit('login', 'a', MINUTE + index)).toEqual([]);
    expect(limit('login', 'b', MINUTE + 500)).toEqual([{ kind: 'login', network: 'b', times: 1 }]);
    expect(limit('reset', 'a', MINUTE + 500)).toEqual([{ kind: 'reset', network: 'a', times: 1 }]);
    expect(limit('reset', 'c', 2 * MINUTE)).toEqual([
      { kind: 'login', network: 'a', times: 500 },
      { kind: 'reset', network: 'c', times: 1 },
    ]);
    expect(limit('login', 'a', 2 * MINUTE)).toEqual([{ kind: 'login', network: 'a', times: 1 }]);
  });

  test('from ever new networks a minute has about a hundred lines, and none is left out of the counts', () => {
    const limit = createLineLimit();
    const lines = Array.from({ length: 5000 }, (_, index) => limit('login', `network ${index}`, MINUTE)).flat();
    expect(lines).toHaveLength(101);
    const later = limit('login', 'a', 2 * MINUTE);
    const all = [...lines, ...later].reduce((sum, { times }) => sum + times, 0);
    expect([later.length, all]).toEqual([2, 5001]);
  });
});
