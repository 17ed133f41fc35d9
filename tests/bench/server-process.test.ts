import { describe, expect, test } from 'vitest';
import { cpuSecondsOf, withServerProcess } from './server-process.ts';

describe('server process', () => {
  test.each([
    ['workerd and the derivation process', [1, 2], 30],
    ['only workerd before a derivation process exists', [1, undefined], 10],
  ])('sums the CPU time of %s', (_name, pids, expected) => {
    expect(cpuSecondsOf(pids, (pid) => pid * 10)).toBe(expected);
  });

  test('closes a server that started no workerd, and throws', async () => {
    let closed = 0;
    const close = async () => (closed += 1);
    await expect(withServerProcess(async () => ({ close }))).rejects.toThrow('found none');
    expect(closed).toBe(1);
  });
});
