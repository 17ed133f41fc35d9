import { describe, expect, test } from 'vitest';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { readFlow } from './flow.server';
import { isFromElsewhere, redirectToNext, signOutBySystem, toLogin, toOwnPath } from './redirect.server';
import { flashToast, takeToast } from './toast.server';

describe('redirect', () => {
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
  ])('converts %s to the path %s', (text, path) => {
    expect(toOwnPath(text)).toBe(path);
  });

  // Attempts to redirect users to another site after the login: hosts, with the prefixes and suffixes around them.
  const HOSTS = [
    'evil.example',
    'evil.example:443',
    'user@evil.example',
    '127.0.0.1',
    '[::1]',
    'xn--80ak6aa92e.com',
    'porchlight.example.evil.example',
  ];
  const WAYS = [
    'https://',
    'http://',
    'HTTPS://',
    'https:/',
    'https:',
    'https:\\\\',
    '//',
    '///',
    '////',
    '/\\',
    '\\\\',
    '\\/',
    '/\t/',
    '/\n/',
    '/\r\n/',
    '\t//',
    ' //',
    '/\\/',
    '/.//',
    '/..//',
    '/a/..//',
    '/a/../..//',
    '/./\\',
    '/%2e//',
    '/%2E%2E//',
    'javascript://',
    'data:text/html,//',
    'ftp://',
    'blob:https://',
    '\u0000//',
  ];
  const OTHERS = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '/reset?token=1',
    '/reset/',
    '/RESET?token=1',
    '/%72eset',
    '/reset.data?token=1',
    '/a/../reset',
    '/./reset',
    '/logout',
    '/Logout/',
    '/%6cogout',
    '/logout.data',
    '/x/../logout',
    '/resources/language?language=de',
    '/%',
    '/%E0%A4%A',
    '?redirect=//evil.example',
    '#//evil.example',
    '.',
    '..',
    'evil.example',
  ];
  const HOSTILE = [...WAYS.flatMap((way) => HOSTS.map((host) => `${way}${host}/manage`)), ...OTHERS];

  test('tests at least 200 hostile values', () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(200);
  });

  test.each(HOSTILE)('does not leave our site for %j', (text) => {
    const path = toOwnPath(text);
    if (path === null) return;
    // Parsed as browsers parse a Location header.
    const url = new URL(path, 'https://porchlight.example/login');
    expect(url.origin).toBe('https://porchlight.example');
    expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
    expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/+(?:reset|logout|resources)/i);
  });

  test('remembers the page with its query (LAND-022)', async () => {
    const context = webContext();
    const answer = await toLogin(new Request('https://porchlight.example/notifications/abc?x=1'), context);
    expect(answer).toRedirectTo('/login');
    expect((await readFlow(requestWithCookies(context), webContext())).redirect).toBe('/notifications/abc?x=1');
  });

  const refresh = (path: string, from: string | null) => {
    const headers = { 'Sec-Fetch-Dest': 'empty', ...(from === null ? {} : { Referer: `https://porchlight.example${from}` }) };
    return new Request(`https://porchlight.example${path}`, { headers });
  };

  test.each([
    ['the current page', '/account'],
    ['a page without a Referer', null],
  ])('does not remember a path when a script reloads %s after a logout', async (_, from) => {
    const context = webContext();
    const answer = await toLogin(refresh('/account', from), context);
    expect(answer).toRedirectTo('/login');
    expect(context.responseCookies).toEqual([]);
  });

  test('puts the page of an ended session into the login URL instead of a cookie', async () => {
    const context = webContext();
    const answer = await signOutBySystem(refresh('/account/password?x=1', '/account/password?x=1'), context, 'auth_401');
    expect(answer).toRedirectTo('/login?reason=auth_401&redirect=%2Faccount%2Fpassword%3Fx%3D1');
    expect(context.responseCookies).toEqual([expect.stringMatching(/^__Host-session=;/)]);
  });

  test('remembers the target of a link that a script loads', async () => {
    const context = webContext();
    await toLogin(refresh('/account', '/verify'), context);
    expect((await readFlow(requestWithCookies(context), webContext())).redirect).toBe('/account');
  });

  test('does not remember /reset', async () => {
    const context = webContext();
    await toLogin(new Request('https://porchlight.example/reset?token=1'), context);
    expect(context.responseCookies).toEqual([]);
  });

  test('keeps a toast through a redirecting loader, and shows it once', async () => {
    const before = webContext();
    await flashToast(before, { tone: 'good', text: { key: 'toast.saved', params: {} }, undo: null });
    const passing = webContext();
    expect(await takeToast(requestWithCookies(before), passing)).toMatchObject({ text: { key: 'toast.saved' } });
    redirectToNext(passing, '/connect');
    expect(passing.responseCookies).toEqual([]);
    const shown = webContext();
    expect(await takeToast(requestWithCookies(before), shown)).not.toBeNull();
    expect(shown.responseCookies).toEqual([expect.stringMatching(/^__Host-toast=;.*Max-Age=0/)]);
  });

  test('keeps a toast taken by a script until a page has shown it', async () => {
    const before = webContext();
    await flashToast(before, { tone: 'good', text: { key: 'toast.saved', params: {} }, undo: null });
    const byScript = requestWithCookies(before);
    byScript.headers.set('Sec-Fetch-Dest', 'empty');
    const taken = webContext();
    const toast = await takeToast(byScript, taken);
    expect(await takeToast(requestWithCookies(taken), webContext())).toEqual(toast);
    const reload = requestWithCookies(taken);
    reload.headers.append('Cookie', `toast_shown=${toast?.id}`);
    const again = webContext();
    expect(await takeToast(reload, again)).toBeNull();
    expect(again.responseCookies).toEqual([expect.stringMatching(/^__Host-toast=;.*Max-Age=0/)]);
  });

  test.each([
    ['cross-site', true],
    ['same-site', true],
    ['same-origin', false],
    ['none', false],
    [null, false],
  ])('a request with Sec-Fetch-Site %s is from another site: %s', (site, expected) => {
    const headers = new Headers(site === null ? [] : [['Sec-Fetch-Site', site]]);
    expect(isFromElsewhere(new Request('https://porchlight.example/logout', { headers }))).toBe(expected);
  });

  test.each([
    ['https://porchlight.example/account', null, false],
    ['https://elsewhere.example/', null, true],
    ['https://porchlight.example.elsewhere.example/', null, true],
    ['not an address', null, true],
    ['https://elsewhere.example/', 'none', false],
  ])('a request with Referer %s and Sec-Fetch-Site %s is from another site: %s', (referer, site, expected) => {
    const headers = new Headers({ Referer: referer });
    if (site !== null) headers.set('Sec-Fetch-Site', site);
    expect(isFromElsewhere(new Request('https://porchlight.example/logout', { headers }))).toBe(expected);
  });
});
