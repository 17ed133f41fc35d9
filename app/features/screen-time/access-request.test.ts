import { describe, expect, test } from 'vitest';
import { endOf, isOwnSpan, parseAccessRequest, toSameAgain } from './access-request';
import { nextMorning } from './manage-page.server';
import { toPanelId } from './panels';

const NOW = Date.UTC(2026, 4, 14, 18, 42);

describe('access request', () => {
  test.each([
    ['allow-30m', 'grant', NOW + 30 * 60_000],
    ['allow-20m', 'grant', NOW + 20 * 60_000],
    ['allow-1h', 'grant', NOW + 60 * 60_000],
    ['allow-span', 'grant', NOW + 45 * 60_000],
    ['pause-span', 'pause', NOW + 45 * 60_000],
    ['block-2h', 'block', NOW + 120 * 60_000],
    ['block-open', 'block', null],
    ['pause-15m', 'pause', NOW + 15 * 60_000],
    ['pause-30m', 'pause', NOW + 30 * 60_000],
    ['pause-1h', 'pause', NOW + 60 * 60_000],
    ['pause-open', 'pause', null],
    [`pause-until-${NOW + 90_000}`, 'pause', NOW + 120_000],
    [`pause-until-${NOW + 86_400_000}`, 'pause', NOW + 86_400_000],
    [`pause-until-${NOW - 60_000}`, 'pause', NOW - 60_000],
    [`allow-until-${NOW + 5}`, 'grant', NOW + 5],
    [`block-until-${NOW - 5}`, 'block', NOW - 5],
  ])('parseAccessRequest parses %s', (intent, effect, until) => {
    const request = parseAccessRequest(intent, NOW, ' 45 ');
    expect(request?.effect).toBe(effect);
    expect(request && endOf(request, NOW)).toBe(until);
  });

  test.each([
    '',
    'allow',
    'allow-3h',
    'pause',
    'resume-1h',
    `pause-until-${NOW + 86_400_001}`,
    '__proto__-1h',
    'allow-until-',
    'allow-until-12',
    `block-until-${NOW + 9 * 86_400_000}`,
    'xallow-1h',
    'allow-1h\n',
  ])('parseAccessRequest returns null for %j', (intent) => {
    expect(parseAccessRequest(intent, NOW)).toBeNull();
  });

  test.each([
    ['grant', NOW + 3_600_000, NOW + 3_600_000],
    ['grant', null, null],
    ['block', NOW + 5, NOW + 5],
    ['pause', null, null],
    ['pause', NOW + 90_000, NOW + 120_000],
  ] as const)('toSameAgain returns a request that repeats a %s with the end %s', (effect, until, expected) => {
    const { intent, fields } = toSameAgain(effect, until, NOW) ?? { intent: '', fields: {} };
    const request = parseAccessRequest(intent, NOW, fields.minutes);
    expect(request && [request.effect, endOf(request, NOW)]).toEqual([effect, expected]);
  });

  test('toSameAgain returns null for a past end and for an end more than eight days ahead', () => {
    expect([NOW, NOW + 9 * 86_400_000].map((until) => toSameAgain('grant', until, NOW))).toEqual([null, null]);
  });

  test.each([null, '', '0', '-5', '1441', '12.5', '1e2', 'an hour', '25h', '٣٠'])(
    'parseAccessRequest returns null for a custom time of %j minutes',
    (typed) => {
      expect(parseAccessRequest('block-span', NOW, typed)).toBeNull();
      expect(isOwnSpan('block-span')).toBe(true);
    },
  );

  test.each([
    ['same day before 07:00', Date.UTC(2026, 4, 14, 4, 59), 'Europe/Berlin', Date.UTC(2026, 4, 14, 5)],
    ['next day at exactly 07:00', Date.UTC(2026, 4, 14, 5), 'Europe/Berlin', Date.UTC(2026, 4, 15, 5)],
    ['a time zone west of UTC', NOW, 'America/Los_Angeles', Date.UTC(2026, 4, 15, 14)],
    ['across a clock change', Date.UTC(2026, 2, 28, 20), 'Europe/Berlin', Date.UTC(2026, 2, 29, 5)],
  ])('nextMorning returns the next 07:00: %s', (_name, now, zone, expected) => {
    expect(nextMorning(now, zone)).toBe(expected);
  });

  test.each([[undefined], [null], ['xyz'], ['schedule'], ['SCHEDULE']])('toPanelId returns schedule for %s (MAN-002, MAN-003)', (slug) => {
    expect(toPanelId(slug)).toBe('schedule');
  });
});
