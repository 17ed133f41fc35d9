import { describe, expect, test } from 'vitest';
import { findGapReason, type SilenceEvent } from './gap-reason.ts';

const MINUTE = 60_000;
/** A gap from 10:00 to 14:00, as minutes of the day. */
const GAP = { from: 600 * MINUTE, until: 840 * MINUTE };
const event = (type: SilenceEvent['type'], minutes: number): SilenceEvent => ({ type, at: minutes * MINUTE });

describe('findGapReason', () => {
  test.each<[string, Array<SilenceEvent>, string | null]>([
    ['no events', [], null],
    ['location off for the whole gap', [event('location_off', 600), event('location_on', 840)], 'location_off'],
    ['location off 30 minutes later and on 30 minutes earlier', [event('location_off', 630), event('location_on', 810)], 'location_off'],
    ['location off 31 minutes later', [event('location_off', 631), event('location_on', 840)], null],
    ['location on 31 minutes earlier', [event('location_off', 600), event('location_on', 809)], null],
    ['location off since the day before, and not on again', [event('location_off', -900)], 'location_off'],
    ['location off before, and on before the gap', [event('location_off', 100), event('location_on', 590)], null],
    ['location on only', [event('location_on', 840)], null],
    ['the device off', [event('powered_off', 605), event('powered_on', 838)], 'powered_off'],
    [
      'the device off while its location was off',
      [event('location_off', 100), event('powered_off', 605), event('powered_on', 838)],
      'powered_off',
    ],
    ['the device off for a short time', [event('powered_off', 700), event('powered_on', 705)], null],
    ['location off twice in a row', [event('location_off', 600), event('location_off', 700), event('location_on', 840)], 'location_off'],
  ])('%s', (_title, events, reason) => {
    expect(findGapReason(GAP, events)).toBe(reason);
  });

  test('a reason that only touches the gap explains nothing', () => {
    const short = { from: 600 * MINUTE, until: 635 * MINUTE };
    expect(findGapReason(short, [event('location_off', 500), event('location_on', 600)])).toBeNull();
    expect(findGapReason(short, [event('location_off', 635)])).toBeNull();
  });
});
