import { describe, expect, test } from 'vitest';
import { firstOs, tappedFor } from './connect-choice.server';

const HERE = 'https://porchlight.example';

describe('connect choice', () => {
  test.each([
    ['neither URL nor referrer names a child', '/connect', null, null],
    ['the URL names the child', '/connect?child=mia', `${HERE}/manage/ben/schedule`, 'mia'],
    ["the child's page is the referrer", '/connect', `${HERE}/manage/mia/devices`, 'mia'],
    ['another page is the referrer', '/connect', `${HERE}/my-family`, null],
    ['another site is the referrer', '/connect', 'https://a.example/manage/mia', null],
    ['the referrer is not a URL', '/connect', 'nonsense', null],
  ])('tappedFor returns the child in the URL, else in the referring manage page, else null: %s', (_name, path, referer, expected) => {
    const headers: Record<string, string> = referer === null ? {} : { Referer: referer };
    expect(tappedFor(new Request(HERE + path, { headers }))).toBe(expected);
  });

  test('firstOs returns Android unless only another device type has a child app', () => {
    const iOS = { CHILD_APP_URL_IOS: 'https://i.example/' };
    const both = { ...iOS, CHILD_APP_URL_ANDROID: 'https://a.example/' };
    expect([firstOs({}), firstOs(iOS), firstOs(both)]).toEqual(['android', 'iOS', 'android']);
  });
});
