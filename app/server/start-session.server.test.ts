import { describe, expect, test } from 'vitest';
import { LOGIN_ANSWER } from '#tests/examples.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { toLogin } from './redirect.server';
import { guessTimeZone, startSession, zoneOfNewChild } from './start-session.server';

const at = (timeZone: string | null) => ({ ...webContext(), edge: { timeZone, place: null } });

describe('startSession', () => {
  test('returns the remembered path once, and otherwise /manage (AUTH-011 to AUTH-014, LAND-022)', async () => {
    const asked = webContext();
    await toLogin(new Request('https://porchlight.example/account'), asked);
    const first = webContext();
    expect(await startSession(requestWithCookies(asked), first, LOGIN_ANSWER, 'id')).toBe('/account');
    // The next login, after the first session has ended.
    const jar = new Map([...asked.responseCookies, ...first.responseCookies].map((cookie) => [cookie.split('=')[0], cookie]));
    jar.delete('__Host-session');
    const again = requestWithCookies({ ...webContext(), responseCookies: [...jar.values()] });
    expect(await startSession(again, webContext(), LOGIN_ANSWER, 'id')).toBe('/manage');
    expect(await startSession(new Request('https://porchlight.example/'), webContext(), LOGIN_ANSWER, 'id')).toBe('/manage');
  });

  test.each([
    ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Tokyo'],
    ['Nowhere/Land', 'Europe/Berlin', 'Europe/Berlin'],
    ['', 'Nowhere/Land', 'UTC'],
    [undefined, null, 'UTC'],
  ])('with %j from the browser and %j from the edge, the time zone is %s (A45)', (browserZone, edge, zone) => {
    expect(guessTimeZone(at(edge), browserZone)).toBe(zone);
  });

  test.each([
    ['Asia/Tokyo', { zone: 'Asia/Tokyo', isGuess: false }],
    ['UTC', { zone: 'Europe/Berlin', isGuess: true }],
  ])('chooses the time zone of a new child for an account in %s (FAM-031)', (timeZone, expected) => {
    expect(zoneOfNewChild(at('Europe/Berlin'), { timeZone })).toEqual(expected);
  });
});
