import { describe, expect, test } from 'vitest';
import { ERROR_PAUSE_MS, LIVE_POLL_MS, maxJitter, nextPollIn, POLLS, type PollKind, type PollState, pollInterval } from './poll-schedule';

const T0 = 1_800_000_000_000;
const CALM: PollState = {
  kind: 'block-status',
  isFocused: true,
  isOnline: true,
  isLive: false,
  lastActionAt: null,
  loadedAt: T0,
  failedAt: null,
};

describe('poll schedule', () => {
  test.each<[PollKind, number, number, number]>([
    ['block-status', 60_000, 5000, 2 * 60_000],
    ['devices', 60_000, 5000, 5 * 60_000],
    ['add-child', 30_000, 5000, 10 * 60_000],
    // CONST-026, CONST-032, RT-011
    ['location', 900_000, 15_000, 12 * 60_000],
  ])('%s: polls every %i ms, or every %i ms within %i ms after an action (A41, CONST-030 to 033)', (kind, baseMs, fastMs, windowMs) => {
    expect(POLLS[kind]).toEqual({ baseMs, fastMs, windowMs });
    const state = { kind, isLive: false, lastActionAt: T0 };
    expect(pollInterval(state, T0)).toBe(fastMs);
    expect(pollInterval(state, T0 + windowMs - 1)).toBe(fastMs);
    expect(pollInterval(state, T0 + windowMs)).toBe(baseMs);
    expect(pollInterval({ ...state, lastActionAt: null }, T0)).toBe(baseMs);
  });

  test('polls notifications at the base rate even after an action', () => {
    expect(pollInterval({ kind: 'notifications', isLive: false, lastActionAt: T0 }, T0)).toBe(60_000);
  });

  test.each([
    [5000, 1750],
    [10_000, 2500],
    [26_666, 4999.9],
    [30_000, 5000],
    [60_000, 5000],
    [900_000, 5000],
  ])('for an interval of %i ms, limits the jitter to %d ms (RT-013, CONST-034)', (intervalMs, limit) => {
    expect(maxJitter(intervalMs)).toBeCloseTo(limit, 5);
  });

  test.each<[string, Partial<PollState>, number, number, number | null]>([
    ['waits the full interval just after a load', {}, T0, 0, 60_000],
    ['adds jitter to the interval', {}, T0, 0.999, 64_995],
    ['waits the rest of the interval', {}, T0 + 30_000, 0, 30_000],
    ['polls immediately if a poll became due in the background', {}, T0 + 3_600_000, 0, 0],
    ['pauses without focus (RT-006)', { isFocused: false }, T0 + 3_600_000, 0, null],
    ['pauses while offline (RT-007)', { isOnline: false }, T0 + 3_600_000, 0, null],
    ['polls slowly while the socket is live', { isLive: true, lastActionAt: T0 }, T0, 0, LIVE_POLL_MS],
    ['pauses for a minute at most after a failure (RT-008, A107)', { lastActionAt: T0, failedAt: T0 + 1000 }, T0 + 1000, 0, ERROR_PAUSE_MS],
    ['polls again a minute after a failure', { lastActionAt: T0, failedAt: T0 }, T0 + ERROR_PAUSE_MS, 0, 0],
    ['does not poll earlier because of a failure', { failedAt: T0 - 50_000 }, T0, 0, 60_000],
    ['returns to the fast rate when the failure is cleared', { lastActionAt: T0, failedAt: null }, T0, 0, 5000],
  ])('%s', (_name, change, now, random, expected) => {
    expect(nextPollIn({ ...CALM, ...change }, now, random)).toBe(expected);
  });

  test('uses five minutes with a live socket and a pause of one minute after a failure', () => {
    expect([LIVE_POLL_MS, ERROR_PAUSE_MS]).toEqual([300_000, 60_000]);
  });
});
