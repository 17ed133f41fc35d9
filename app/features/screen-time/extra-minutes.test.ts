import { describe, expect, test } from 'vitest';
import { parseBonusTimeRequest, roomToday, secondsBeyond, toExtraSeconds } from './extra-minutes';

const HOUR = 3600;

function read(intent: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return parseBonusTimeRequest(intent, form);
}

describe('extra minutes', () => {
  test.each([
    ['extra-30m', {}, { kind: 'add', minutes: 30 }],
    ['extra-span', { minutes: ' 45 ' }, { kind: 'add', minutes: 45 }],
    ['extra-span', { minutes: '25 h' }, null],
    ['extra-back', { date: '2026-05-14', seconds: '1800' }, { kind: 'take', date: '2026-05-14', seconds: 1800 }],
    ['extra-back', { seconds: '1800' }, null],
    ['extra-back', { date: '2026-05-14', seconds: '-1800' }, null],
    ['extra-back', { date: '14.05.2026', seconds: '1800' }, null],
    ['extra-2h', {}, null],
  ])('parseBonusTimeRequest parses %s with %o', (intent, fields, expected) => {
    expect(read(intent, fields)).toEqual(expected);
  });

  // Seconds until midnight at 20:30.
  const LEFT = 3.5 * HOUR;
  test.each([
    ['nothing used beyond the limit', { limitSeconds: HOUR, usedSeconds: HOUR }, 0, 1800],
    ['on top of earlier bonus time', { limitSeconds: HOUR + 600, usedSeconds: 0 }, 600, 2400],
    // Limit 1 h, used 2 h 30 min because of an allow override. The 30 minutes of bonus time must still be usable.
    ['after time used during an allow override', { limitSeconds: HOUR, usedSeconds: 2.5 * HOUR }, 0, 2 * HOUR],
    ['no more than the rest of the day', { limitSeconds: 4 * HOUR, usedSeconds: 0.75 * HOUR }, HOUR, HOUR + 900],
  ])('toExtraSeconds adds 30 minutes of bonus time: %s', (_name, usage, before, expected) => {
    expect(toExtraSeconds({ kind: 'add', minutes: 30 }, before, secondsBeyond(usage), roomToday(usage, LEFT))).toBe(expected);
  });

  test('toExtraSeconds subtracts only the undone bonus time and keeps time added by others', () => {
    const request = { kind: 'take', date: '2026-05-14', seconds: 1800 } as const;
    expect([3600, 1800, 600].map((before) => toExtraSeconds(request, before, 0, 0))).toEqual([1800, 0, 0]);
  });

  test.each([
    ['a limit of the whole day', null, LEFT, 0],
    ['the remaining time already lasts until midnight', { limitSeconds: 5 * HOUR, usedSeconds: HOUR }, LEFT, 0],
    ['whole minutes only', { limitSeconds: HOUR, usedSeconds: 0 }, HOUR + 119, 60],
    ['never a whole day, which means no limit', { limitSeconds: HOUR, usedSeconds: 0 }, 25 * HOUR, 23 * HOUR - 60],
  ])('roomToday returns the seconds that can be added: %s', (_name, usage, left, seconds) => {
    expect(roomToday(usage, left)).toBe(seconds);
  });
});
