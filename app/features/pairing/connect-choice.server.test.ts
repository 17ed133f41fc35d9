import { describe, expect, test } from 'vitest';
import { firstOs, tappedFor } from './connect-choice.server';

const HERE = 'https://porchlight.example';

describe('connect choice', () => {
  test.each([
    ['nothing is known', '/connect', null, null],
    ['the address names it', '/connect?child=mia', `${HERE}/manage/ben/schedule`, 'mia'],
    ['its page was left', '/connect', `${HERE}/manage/mia/devices`, 'mia'],
    ['another page was left', '/connect', `${HERE}/my-family`, null],
    ['another site was left', '/connect', 'https://a.example/manage/mia', null],
    ['the page left has no address', '/connect', 'nonsense', null],
  ])('finds the child that a device was tapped for when %s', (_name, path, referer, expected) => {
    const headers: Record<string, string> = referer === null ? {} : { Referer: referer };
    expect(tappedFor(new Request(HERE + path, { headers }))).toBe(expected);
  });

  test('begins with a kind of device for which there is a child app', () => {
    const iOS = { CHILD_APP_URL_IOS: 'https://i.example/' };
    const both = { ...iOS, CHILD_APP_URL_ANDROID: 'https://a.example/' };
    expect([firstOs({}), firstOs(iOS), firstOs(both)]).toEqual(['android', 'iOS', 'android']);
  });
});
