import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEY_FETCH_EVERY_MS, throttleSame } from './throttle';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function recorder() {
  const asked: Array<string> = [];
  const ask = throttleSame(async (input) => {
    asked.push(input);
    return `${input} ${asked.length}`;
  }, KEY_FETCH_EVERY_MS);
  return { asked, ask };
}

describe('throttleSame', () => {
  test('limits key fetches to one per 5 s (CONST-016)', () => {
    expect(KEY_FETCH_EVERY_MS).toBe(5000);
  });

  test('makes one call for two equal requests within 5 s (KEYS-017)', async () => {
    const { asked, ask } = recorder();
    expect(await ask('a')).toBe('a 1');
    await vi.advanceTimersByTimeAsync(4999);
    expect(await ask('a')).toBe('a 1');
    await vi.advanceTimersByTimeAsync(1);
    expect(await ask('a')).toBe('a 2');
    expect(asked).toEqual(['a', 'a']);
  });

  test('makes one call for two simultaneous equal requests', async () => {
    const { asked, ask } = recorder();
    expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1']);
    expect(asked).toEqual(['a']);
  });

  test('delays a request with another secret until the 5 s have passed', async () => {
    const { asked, ask } = recorder();
    await ask('wrong');
    await vi.advanceTimersByTimeAsync(1000);
    const right = ask('right');
    await vi.advanceTimersByTimeAsync(3999);
    expect(asked).toEqual(['wrong']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await right).toBe('right 2');
  });

  test('makes another call after a failed one', async () => {
    let isDown = true;
    const ask = throttleSame(async () => {
      if (isDown) throw new Error('down');
      return 'up';
    }, 5000);
    await expect(ask('a')).rejects.toThrow('down');
    isDown = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await ask('a')).toBe('up');
  });
});
