import { describe, expect, test } from 'vitest';
import { lookOf, toPositionSentence } from './position-sentence';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const position = (minutes: number, accuracy: number | null, address = '') => ({
  childId: 'c',
  deviceId: 'd',
  at: NOW - minutes * MINUTE,
  lat: 1,
  lon: 2,
  accuracy,
  speed: null,
  placeId: 'p',
  isStaying: false,
  receivedAt: NOW,
  unconfirmed: null,
  farAddress: '',
  address,
});

describe('toPositionSentence', () => {
  test.each([
    ['a good position of 19 min at a place', position(19, 100), { kind: 'place', isPast: false }],
    ['a good position of 20 min at a place', position(20, 100), { kind: 'place', isPast: true }],
    ['a good position of 3 h in an unbroken stay', { ...position(180, 10), isStaying: true }, { kind: 'place', isPast: false }],
    ['a good position of 48 h', position(48 * 60, 10), { kind: 'place', isPast: true }],
    ['a position of more than 48 h', position(48 * 60 + 1, 10), { kind: 'inactive' }],
    ['a rough position at a place, which it never names', position(1, 101, 'Mill Lane 4'), { kind: 'circle', meters: 101, isPast: false }],
    ['a coarse position with an address', position(5, 1001, 'Springfield'), { kind: 'near', address: 'Springfield', isPast: true }],
    ['a coarse position without an address', position(5, 3000), { kind: 'circle', meters: 3000, isPast: true }],
    ['an unknown accuracy, which names no place', position(1, null), { kind: 'spot', isNow: true }],
    ['a clock that is 6 min ahead', position(-6, 10), { kind: 'clock' }],
  ])('%s', (_name, one, sentence) => {
    expect(toPositionSentence(one, 'School', NOW)).toMatchObject(sentence);
  });

  test('says nothing without a position, and only the spot without a place', () => {
    expect(toPositionSentence(null, null, NOW)).toEqual({ kind: 'none' });
    expect(toPositionSentence(position(3, 10), null, NOW)).toMatchObject({ kind: 'spot', isNow: false });
  });
});

describe('lookOf', () => {
  test.each([
    ['exact', position(60, 10)],
    ['old', position(61, 10)],
    ['rough', position(61, 500)],
    [null, position(-6, 10)],
  ] as const)('%s', (look, one) => {
    expect(lookOf(one, NOW)).toBe(look);
  });
});
