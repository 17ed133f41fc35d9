import { expect, test } from 'vitest';
import { parseExtraWish, secondsBeyond, toExtraSeconds } from './extra-minutes';

const HOUR = 3600;

function read(intent: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return parseExtraWish(intent, form);
}

test.each([
  ['extra-30m', {}, { kind: 'add', minutes: 30 }],
  ['extra-span', { minutes: ' 45 ' }, { kind: 'add', minutes: 45 }],
  ['extra-span', { minutes: '25 h' }, null],
  ['extra-back', { date: '2026-05-14', seconds: '1800' }, { kind: 'take', date: '2026-05-14', seconds: 1800 }],
  ['extra-back', { seconds: '1800' }, null],
  ['extra-back', { date: '2026-05-14', seconds: '-1800' }, null],
  ['extra-back', { date: '14.05.2026', seconds: '1800' }, null],
  ['extra-2h', {}, null],
])('%s %o', (intent, fields, expected) => {
  expect(read(intent, fields)).toEqual(expected);
});

test.each([
  ['nothing used beyond', { limitSeconds: HOUR, usedSeconds: HOUR }, 0, 1800],
  ['on top of what was given', { limitSeconds: HOUR + 600, usedSeconds: 0 }, 600, 2400],
  // Limit 1 h, allowed for 2 h: 2 h 30 used. Half an hour more is half an hour to use.
  ['used under a grant', { limitSeconds: HOUR, usedSeconds: 2.5 * HOUR }, 0, 2 * HOUR],
  ['no limit', null, 600, 2400],
  ['never more than a day', { limitSeconds: HOUR, usedSeconds: 0 }, 86_000, 86_400],
])('half an hour more: %s', (_name, usage, before, expected) => {
  expect(toExtraSeconds({ kind: 'add', minutes: 30 }, before, secondsBeyond(usage))).toBe(expected);
});

test('taking back takes off what was given, and leaves what others gave', () => {
  const wish = { kind: 'take', date: '2026-05-14', seconds: 1800 } as const;
  expect([3600, 1800, 600].map((before) => toExtraSeconds(wish, before, 0))).toEqual([1800, 0, 0]);
});
