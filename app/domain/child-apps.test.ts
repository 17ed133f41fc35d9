import { describe, expect, test } from 'vitest';
import { findWrongChildApps, toChildApps } from './child-apps.ts';

const unwarned = (message: string) => expect.unreachable(message);

describe('child apps', () => {
  test('returns the configured child app URL for each device type', () => {
    expect(toChildApps({}, unwarned)).toEqual({ iOS: null, android: null, other: null });
    const settings = {
      CHILD_APP_URL_IOS: 'https://apps.example/ios',
      CHILD_APP_URL_ANDROID: 'https://a.example/app?id=1',
      CHILD_APP_URL_OTHER: 'http://127.0.0.1:9000/app',
    };
    expect(toChildApps(settings, unwarned)).toEqual({
      iOS: 'https://apps.example/ios',
      android: 'https://a.example/app?id=1',
      other: 'http://127.0.0.1:9000/app',
    });
  });

  test.each([
    ['http://localhost:9000/app', true],
    ['http://[::1]:9000/app', true],
    ['http://apps.example/app', false],
    ['http://127.0.0.1.apps.example/app', false],
    ['javascript:alert(1)', false],
    ['market://details?id=1', false],
    ['/app', false],
    ['https://user:secret@apps.example/', false],
    ['https://apps.example:8443?id=1', true],
    ['https://äpfel.example/', true],
    ['https://apps.example/a b', false],
    ['', false],
  ])('checks «%s» as a child app URL: accepted is %s', (address, isTaken) => {
    expect(toChildApps({ CHILD_APP_URL_ANDROID: address }, () => {}).android).toBe(isTaken ? address : null);
  });

  test('logs an invalid URL once and treats it as not set', () => {
    const lines: Array<string> = [];
    const settings = { CHILD_APP_URL_IOS: 'apps.example/ios', CHILD_APP_URL_ANDROID: 'https://a.example/', CHILD_APP_URL_OTHER: '' };
    for (const _ of [1, 2]) {
      const apps = toChildApps(settings, (line) => lines.push(line));
      expect(apps).toEqual({ iOS: null, android: 'https://a.example/', other: null });
    }
    expect(lines).toEqual([expect.stringContaining('CHILD_APP_URL_IOS: must be')]);
    expect(findWrongChildApps(settings)).toEqual(['CHILD_APP_URL_IOS']);
  });
});
