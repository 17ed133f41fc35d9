import { afterEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from './servers.ts';

describe('findFreePort', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('does not return ports that it returned before, although nothing listens on them yet', async () => {
    const draws = [0.42, 0.42, 0.4201, 0.43];
    vi.spyOn(Math, 'random').mockImplementation(() => draws.shift() ?? 0.99);
    const [first, second] = [await findFreePort(), await findFreePort()];
    expect(Math.abs(first - second)).toBeGreaterThanOrEqual(3);
  });
});
