import { describe, expect, test } from 'vitest';
import { HOME, offset, SCHOOL } from './location.fixture.ts';
import type { PlaceState } from './place-events.ts';
import { childPresenceAt, isUnbrokenStay, type LocatedDevice, nextNotBy, presenceAt } from './place-presence.ts';
import type { Position } from './position.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 18, 7, 30);
const STAYING: PlaceState = { isInside: true, isConfirmed: true, changedAt: null, pending: null };
const LEAVING: PlaceState = {
  ...STAYING,
  pending: { at: NOW, lat: 0, lon: 0, accuracy: 10, settlesBySilence: true },
};

function device(position: Partial<Position> | null, more: Partial<LocatedDevice> = {}): LocatedDevice {
  const last = position === null ? null : { at: NOW - MINUTE, ...SCHOOL, accuracy: 10, speed: 0, ...position };
  return { last, states: {}, seenAt: NOW, ...more };
}

const OLD = NOW - 40 * MINUTE;

describe('isUnbrokenStay', () => {
  test.each([
    ['in contact now', STAYING, NOW, true],
    ['last in contact just less than 5 minutes ago', STAYING, NOW - 5 * MINUTE + 1, true],
    ['offline since 5 minutes', STAYING, NOW - 5 * MINUTE, false],
    ['never in contact', STAYING, null, false],
    ['in contact, with a pending departure', LEAVING, NOW, false],
    ['in contact, with only one position there', { ...STAYING, isConfirmed: false }, NOW, false],
    ['in contact, and outside', { ...STAYING, isInside: false }, NOW, false],
  ] as const)('of a device %s (A158)', (_, state, seenAt, expected) => {
    expect(isUnbrokenStay(state, seenAt, NOW)).toBe(expected);
  });
});

describe('presenceAt', () => {
  test.each([
    ['no position', device(null), 'unknown'],
    ['a fresh position there', device({}), 'inside'],
    ['a position at the matching radius', device(offset(SCHOOL, 199, 0)), 'inside'],
    ['a position beyond it', device(offset(SCHOOL, 215, 0)), 'outside'],
    ['a position beyond it by less than its accuracy', device({ ...offset(SCHOOL, 215, 0), accuracy: 30 }), 'unknown'],
    ['a position elsewhere', device(HOME), 'outside'],
    ['a rough position elsewhere', device({ ...HOME, accuracy: 101 }), 'unknown'],
    ['a position without accuracy', device({ accuracy: null }), 'unknown'],
    ['a position of 20 minutes ago', device({ at: NOW - 20 * MINUTE }), 'unknown'],
    ['a position of just less', device({ at: NOW - 20 * MINUTE + 1 }), 'inside'],
    ['an old position in an unbroken stay', device({ at: OLD }, { states: { school: STAYING } }), 'inside'],
    ['an old position in an unbroken stay elsewhere', device({ ...HOME, at: OLD }, { states: { home: STAYING } }), 'outside'],
    ['an old position with a pending departure', device({ at: OLD }, { states: { school: LEAVING } }), 'unknown'],
    ['an old position of an unconfirmed stay', device({ at: OLD }, { states: { school: { ...STAYING, isConfirmed: false } } }), 'unknown'],
    [
      'an old stay with a contact just less than 20 minutes ago',
      device({ at: OLD }, { states: { school: STAYING }, seenAt: NOW - 20 * MINUTE + 1 }),
      'inside',
    ],
    [
      'an old stay with a contact 20 minutes ago',
      device({ at: OLD }, { states: { school: STAYING }, seenAt: NOW - 20 * MINUTE }),
      'unknown',
    ],
    ['an old stay of a device that was never seen', device({ at: OLD }, { states: { school: STAYING }, seenAt: null }), 'unknown'],
  ] as const)('with %s, %s: returns %s', (_, located, expected) => {
    expect(presenceAt(SCHOOL, located, NOW)).toBe(expected);
  });
});

describe('childPresenceAt', () => {
  const [there, away, unknown] = [device({}), device(HOME), device(null)];
  test.each([
    ['nothing', [], 'unknown'],
    ['there and away', [away, there], 'inside'],
    ['there and unknown', [unknown, there], 'inside'],
    ['away and unknown', [away, unknown], 'unknown'],
    ['away twice', [away, away], 'outside'],
  ] as const)('combines the presence of the child’s devices: %s', (_, devices, expected) => {
    expect(childPresenceAt(SCHOOL, devices, NOW)).toBe(expected);
  });
});

describe('nextNotBy', () => {
  test.each([
    ['the same day', [3], '08:31', 'Europe/Berlin', '2026-11-18T07:30:00Z', '2026-11-18T07:31:00Z'],
    ['not the exact instant', [3], '08:30', 'Europe/Berlin', '2026-11-18T07:30:00Z', '2026-11-25T07:30:00Z'],
    ['midnight', [4], '00:00', 'Europe/Berlin', '2026-11-18T07:30:00Z', '2026-11-18T23:00:00Z'],
    ['the next of several weekdays', [1, 5], '08:30', 'Europe/Berlin', '2026-11-18T07:30:00Z', '2026-11-20T07:30:00Z'],
    ['a skipped time', [0], '02:30', 'Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00Z'],
    ['a repeated time, once', [0], '02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['not its second time', [0], '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-11-01T01:30:00Z'],
    ['a zone to the west', [3], '08:30', 'America/New_York', '2026-11-18T07:30:00Z', '2026-11-18T13:30:00Z'],
    ['a zone to the east', [4], '08:30', 'Pacific/Auckland', '2026-11-18T07:30:00Z', '2026-11-18T19:30:00Z'],
  ] as const)('returns the next instant: %s', (_, weekdays, time, zone, after, expected) => {
    expect(new Date(nextNotBy({ weekdays, time }, zone, Date.parse(after)) ?? 0)).toEqual(new Date(expected));
  });

  test('returns null without weekdays', () => {
    expect(nextNotBy({ weekdays: [], time: '08:30' }, 'Europe/Berlin', NOW)).toBeNull();
  });
});
