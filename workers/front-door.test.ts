import { describe, expect, test } from 'vitest';
import {
  isFilePath,
  isForeignReturn,
  isOurHost,
  isOwnRequest,
  isOwnSocket,
  refuseUnreadable,
  secure,
  staticCaching,
} from './front-door.ts';

const OWN = 'https://porchlight.example';

describe('front door', () => {
  test.each<[string, string, Record<string, string>, boolean]>([
    ['reading needs no proof', 'GET', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, true],
    ['HEAD neither', 'HEAD', {}, true],
    ['a form of ours', 'POST', { Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, true],
    ['sent again by the reader', 'POST', { Origin: OWN, 'Sec-Fetch-Site': 'none' }, true],
    ['another site', 'POST', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['a sibling host', 'POST', { Origin: 'https://other.porchlight.example', 'Sec-Fetch-Site': 'same-site' }, false],
    ['a browser whose two words disagree', 'POST', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, false],
    ['a sandboxed page', 'POST', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['an opaque origin alone', 'POST', { Origin: 'null' }, false],
    ['Sec-Fetch-Site alone', 'POST', { 'Sec-Fetch-Site': 'same-origin' }, true],
    ['Origin alone, ours', 'POST', { Origin: OWN }, true],
    ['Origin alone, not ours', 'POST', { Origin: 'http://porchlight.example' }, false],
    ['an old browser on a page of ours', 'POST', { Referer: `${OWN}/login` }, true],
    ['an old browser on another page', 'POST', { Referer: 'https://evil.example/https://porchlight.example' }, false],
    ['a Referer that is none', 'POST', { Referer: 'porchlight.example' }, false],
    ['nothing at all', 'POST', {}, false],
    ['any other method', 'DELETE', { 'Sec-Fetch-Site': 'cross-site' }, false],
    ['a preflight', 'OPTIONS', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, false],
  ])('cross-site check: %s', (_, method, headers, expected) => {
    expect(isOwnRequest(new Request(`${OWN}/manage`, { method, headers }), OWN)).toBe(expected);
  });

  test.each<[string, string, string, boolean]>([
    ['Apple’s form', 'POST', '/apple-sso-redirect', true],
    ['another method', 'PUT', '/apple-sso-redirect', false],
    ['Google’s return page', 'POST', '/google-sso-redirect', false],
    ['a path below it', 'POST', '/apple-sso-redirect/x', false],
    ['the page’s data', 'POST', '/apple-sso-redirect.data', false],
    ['the same name elsewhere', 'POST', '/login?x=/apple-sso-redirect', false],
  ])('another site may post %s', (_, method, path, expected) => {
    expect(isForeignReturn(new Request(OWN + path, { method }))).toBe(expected);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['a page of ours', { Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, true],
    ['a page of ours in an old browser', { Origin: OWN }, true],
    ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['a sibling host', { Origin: 'https://other.porchlight.example', 'Sec-Fetch-Site': 'same-site' }, false],
    ['a sandboxed page', { Origin: 'null' }, false],
    ['two words that disagree', { Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }, false],
    ['another scheme', { Origin: 'http://porchlight.example' }, false],
    ['no origin at all', {}, false],
  ])('a socket for %s', (_, headers, expected) => {
    expect(isOwnSocket(new Request(`${OWN}/realtime`, { headers }), OWN)).toBe(expected);
  });

  test.each<[string, string, string, boolean]>([
    ['localhost', 'localhost:8787', 'http://localhost:8787/', true],
    ['the address', '127.0.0.1:8787', 'http://127.0.0.1:8787/', true],
    ['a name that was made to point here', 'evil.example:8787', 'http://evil.example:8787/', false],
    ['another port', 'localhost:8788', 'http://localhost:8788/', false],
    ['a URL that was rewritten on the way', 'localhost:8787', 'http://evil.example:8787/', false],
    ['no name', '', 'http://localhost:8787/', false],
  ])('Host in the demonstration: %s', (_, host, url, expected) => {
    const request = new Request(url, { headers: { Host: host } });
    expect(isOurHost(request, { publicUrl: 'http://localhost:8787', demonstration: true })).toBe(expected);
    expect(isOurHost(request, { publicUrl: 'http://localhost:8787', demonstration: false })).toBe(true);
  });

  test.each(['http://localhost:8787.evil.com/', 'http://a b/', 'http://[::/', 'http://127.0.0.1:99999/', 'http://x%/'])(
    'a Host that names no host is a bad request, in one sentence: %s',
    async (address) => {
      const answer = refuseUnreadable(address);
      expect([answer?.status, await answer?.text()]).toEqual([400, 'Bad request: the Host header contains no host.\n']);
    },
  );

  test('every other address is read on', () => {
    for (const address of [`${OWN}/`, 'http://evil.example:8787/', 'http://[::1]/']) expect(refuseUnreadable(address)).toBeNull();
  });

  const HOW = { nonce: 'abc', publicUrl: OWN, cookies: [], strictness: 'production' } as const;

  test('a page is private, secured, and keeps what it set on purpose', () => {
    const { headers } = secure(new Response('x', { headers: { 'Cross-Origin-Opener-Policy': 'unsafe-none' } }), {
      ...HOW,
      cookies: ['a=1', 'b=2'],
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      vary: 'Cookie, Accept-Language',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('the policy names the nonce, and nothing may be framed or based elsewhere', () => {
    const policy = secure(new Response(null), HOW).headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'nonce-abc' 'strict-dynamic'",
        "style-src 'self' 'nonce-abc'",
        "style-src-attr 'unsafe-inline'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
      ]),
    );
  });

  test('an answer that may do nothing keeps its own policy', () => {
    const answer = new Response(null, { headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" } });
    expect(secure(answer, HOW).headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  });

  test('hot reload loosens styles and its own socket, and scripts not at all', () => {
    const strict = secure(new Response(null), HOW).headers.get('Content-Security-Policy')?.split('; ') ?? [];
    const hot =
      secure(new Response(null), { ...HOW, strictness: 'hot-reload' })
        .headers.get('Content-Security-Policy')
        ?.split('; ') ?? [];
    expect(hot.filter((line) => !strict.includes(line))).toEqual(["style-src 'self' 'unsafe-inline'", "connect-src 'self' ws:"]);
  });

  test('an answer that sets a cookie is never kept by a cache, even if it meant to', () => {
    const answer = new Response('x', { headers: { 'Cache-Control': 'public, max-age=60' } });
    expect(secure(answer, HOW).headers.get('Cache-Control')).toBe('public, max-age=60');
    expect(secure(answer, { ...HOW, cookies: ['a=1'] }).headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('without https there is no HSTS', () => {
    expect(secure(new Response(null), { ...HOW, publicUrl: 'http://localhost:8787' }).headers.has('Strict-Transport-Security')).toBe(false);
  });

  test.each([
    ['/assets/root-abc.js', true],
    ['/favicon.svg', true],
    ['/manage', false],
    ['/manage.data', false],
    ['/', false],
  ])('is %s a file: %s', (path, expected) => {
    expect(isFilePath(path)).toBe(expected);
  });

  test('only hashed names are kept for good', () => {
    expect(staticCaching('/assets/root-abc.js')).toContain('immutable');
    expect(staticCaching('/favicon.svg')).not.toContain('immutable');
    expect(staticCaching('/sw.js')).toBe('no-cache');
  });
});
