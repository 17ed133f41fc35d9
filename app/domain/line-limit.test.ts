import { describe, expect, test } from 'vitest';
import { createLineLimit } from './line-limit.ts';

const MINUTE = 60_000;

describe('createLineLimit', () => {
  test('logs one line per kind and network each minute, and the number of further events in the next minute', () => {
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

  test('logs about a hundred lines per minute for many networks and counts every event', () => {
    const limit = createLineLimit();
    const lines = Array.from({ length: 5000 }, (_, index) => limit('login', `network ${index}`, MINUTE)).flat();
    expect(lines).toHaveLength(101);
    const later = limit('login', 'a', 2 * MINUTE);
    const all = [...lines, ...later].reduce((sum, { times }) => sum + times, 0);
    expect([later.length, all]).toEqual([2, 5001]);
  });
});
