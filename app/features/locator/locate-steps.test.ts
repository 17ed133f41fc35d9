import { describe, expect, test } from 'vitest';
import { toLocateProgress } from './locate-steps';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const burst = (change: object) => ({
  id: 'b',
  deviceId: 'd',
  state: 'sent' as const,
  requestedAt: START,
  deliveredAt: null,
  locatedAt: null,
  endedAt: null,
  stop: null,
  ...change,
});
const times = (found: ReturnType<typeof toLocateProgress>) =>
  found.steps.map(({ key, at }) => [key, at === null ? null : (at - START) / MINUTE]);

const device = (change: object = {}) => ({ problem: null, receivedAt: null, ...change });

describe('toLocateProgress', () => {
  test('awaits delivery, the first position and the end after the request', () => {
    const found = toLocateProgress(burst({ state: 'saved' }), START + 5000, device());
    expect([found.outcome, times(found)]).toEqual([
      'active',
      [
        ['requested', 0],
        ['delivered', null],
        ['located', null],
        ['ended', null],
      ],
    ]);
  });

  test.each([
    [11.99, 'active', null],
    [12, 'over', 14],
  ] as const)('%d min after delivery, a located request is %s', (minutes, outcome, ended) => {
    const located = burst({ state: 'confirmed', deliveredAt: START + 2 * MINUTE, locatedAt: START + 3 * MINUTE });
    const found = toLocateProgress(
      located,
      START + (2 + minutes) * MINUTE,
      device({ receivedAt: START + (2 + minutes) * MINUTE - 15_000 }),
    );
    expect([found.outcome, times(found).at(-1)]).toEqual([outcome, ['ended', ended]]);
  });

  test.each([
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['cancelled', 'expired'],
  ] as const)('a request that is %s shows when it ended, without the steps that did not happen', (state, outcome) => {
    const found = toLocateProgress(burst({ state, endedAt: START + 10 * MINUTE }), START + 11 * MINUTE, device());
    expect([found.outcome, times(found)]).toEqual([
      outcome,
      [
        ['requested', 0],
        ['ended', 10],
      ],
    ]);
  });

  const running = burst({ state: 'confirmed', deliveredAt: START + MINUTE, locatedAt: START + MINUTE });
  test.each([
    ['60 s after the last position', { receivedAt: START + 2 * MINUTE }, 3, 'active'],
    ['61 s after the last position', { receivedAt: START + 2 * MINUTE - 1000 }, 3, 'silent'],
    ['a position that came before the request', { receivedAt: START - MINUTE }, 2.1, 'silent'],
    ['after 12 minutes of silence', { receivedAt: START + 2 * MINUTE }, 14, 'over'],
    ['with location off', { problem: 'location_disabled', receivedAt: START + 2 * MINUTE }, 2, 'location_disabled'],
    ['with location off, after its end', { problem: 'location_disabled' }, 20, 'location_disabled'],
    ['without management', { problem: 'unmanaged_devices', receivedAt: START + 2 * MINUTE }, 20, 'unmanaged_devices'],
    ['of a device not seen for days', { problem: 'device_inactive', receivedAt: START + 2 * MINUTE }, 2, 'active'],
  ])('a request %s: %o, after %d min: %s', (_title, facts, minutes, outcome) => {
    expect(toLocateProgress(running, START + minutes * MINUTE, device(facts)).outcome).toBe(outcome);
  });

  test('a failed request of a device whose location is off names that problem', () => {
    const failed = burst({ state: 'failed', endedAt: START + 1000 });
    expect(toLocateProgress(failed, START + MINUTE, device()).outcome).toBe('failed');
    expect(toLocateProgress(failed, START + MINUTE, device({ problem: 'location_disabled' })).outcome).toBe('location_disabled');
  });

  test.each([
    [false, 'stopping'],
    [true, 'stopped'],
  ])('a stop that the device has confirmed (%s) makes a request %s, and is its end', (isConfirmed, outcome) => {
    const stopped = { ...running, stop: { at: START + 2 * MINUTE, isConfirmed } };
    for (const minutes of [2, 20]) {
      const found = toLocateProgress(stopped, START + minutes * MINUTE, device({ receivedAt: START + 2 * MINUTE }));
      expect([found.outcome, times(found).at(-1)]).toEqual([outcome, ['ended', 2]]);
    }
  });

  test('a silent request has no steps that are awaited', () => {
    const found = toLocateProgress(burst({ state: 'saved' }), START + 2 * MINUTE, device());
    expect([found.outcome, times(found)]).toEqual(['silent', [['requested', 0]]]);
  });
});
