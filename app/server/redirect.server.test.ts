import { expect, test } from 'vitest';
import { requestWithCookies, webContext } from '../../tests/web-context.ts';
import { readFlow } from './flow.server';
import { isFromElsewhere, leadOn, toLogin, toOwnPath } from './redirect.server';
import { leaveToast, takeToast } from './toast.server';

test.each([
  ['/account', '/account'],
  ['/notifications/abc?x=1', '/notifications/abc?x=1'],
  ['/a/../b', '/b'],
  ['/reset?token=1', null],
  ['/reset', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['/.//evil.example', null],
  ['manage', null],
  ['', null],
  [`/${'a'.repeat(600)}`, null],
])('%s leads to %s', (text, path) => {
  expect(toOwnPath(text)).toBe(path);
});

test('the guard remembers the page with its query', async () => {
  const context = webContext();
  const answer = await toLogin(new Request('https://porchlight.example/notifications/abc?x=1'), context);
  expect(answer.headers.get('Location')).toBe('/login');
  expect((await readFlow(requestWithCookies(context), webContext())).redirect).toBe('/notifications/abc?x=1');
});

test('/reset is never remembered', async () => {
  const context = webContext();
  await toLogin(new Request('https://porchlight.example/reset?token=1'), context);
  expect(context.responseCookies).toEqual([]);
});

test('a message survives a loader that leads on, and is shown once', async () => {
  const before = webContext();
  await leaveToast(before, { tone: 'good', text: { key: 'toast.saved', params: {} }, undo: null });
  const passing = webContext();
  expect(await takeToast(requestWithCookies(before), passing)).toMatchObject({ text: { key: 'toast.saved' } });
  leadOn(passing, '/connect');
  expect(passing.responseCookies).toEqual([]);
  const shown = webContext();
  expect(await takeToast(requestWithCookies(before), shown)).not.toBeNull();
  expect(shown.responseCookies).toEqual([expect.stringMatching(/^__Host-toast=;.*Max-Age=0/)]);
});

test.each([
  ['cross-site', true],
  ['same-site', true],
  ['same-origin', false],
  ['none', false],
  [null, false],
])('a request with Sec-Fetch-Site %s comes from elsewhere: %s', (site, expected) => {
  const headers = new Headers(site === null ? [] : [['Sec-Fetch-Site', site]]);
  expect(isFromElsewhere(new Request('https://porchlight.example/logout', { headers }))).toBe(expected);
});
