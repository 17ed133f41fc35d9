import { describe, expect, test } from 'vitest';
import {
  addHeaders,
  isApplePost,
  isFilePath,
  isOurHost,
  isOwnRequest,
  isOwnSocket,
  refuseInvalidUrl,
  staticCaching,
} from './front-door.ts';

const OWN = 'https://porchlight.example';

describe('front door', () => {
  test.each<[string, string, Record<string, string>, boolean]>([
    ['allows a cross-site GET', 'GET', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, true],
    ['allows HEAD', 'HEAD', {}, true],
    ['allows our own form', 'POST', { Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, true],
    ['allows a form resent by the user', 'POST', { Origin: OWN, 'Sec-Fetch-Site': 'none' }, true],
    ['refuses another site', 'POST', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['refuses a sibling host', 'POST', { Origin: 'https://other.porchlight.example', 'Sec-Fetch-Site': 'same-site' }, false],
    ['refuses headers that contradict each other', 'POST', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, false],
    ['refuses a sandboxed page', 'POST', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['refuses an opaque Origin without Sec-Fetch-Site', 'POST', { Origin: 'null' }, false],
    ['allows same-origin Sec-Fetch-Site without Origin', 'POST', { 'Sec-Fetch-Site': 'same-origin' }, true],
    ['allows our Origin without Sec-Fetch-Site', 'POST', { Origin: OWN }, true],
    ['refuses a foreign Origin without Sec-Fetch-Site', 'POST', { Origin: 'http://porchlight.example' }, false],
    ['allows an old browser on our page', 'POST', { Referer: `${OWN}/login` }, true],
    ['refuses an old browser on a foreign page', 'POST', { Referer: 'https://evil.example/https://porchlight.example' }, false],
    ['refuses an invalid Referer', 'POST', { Referer: 'porchlight.example' }, false],
    ['refuses a POST without Sec-Fetch-Site, Origin and Referer', 'POST', {}, false],
    ['refuses other cross-site methods', 'DELETE', { 'Sec-Fetch-Site': 'cross-site' }, false],
    ['refuses a preflight', 'OPTIONS', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, false],
  ])('checks the origin of a request: %s', (_, method, headers, expected) => {
    expect(isOwnRequest(new Request(`${OWN}/manage`, { method, headers }), OWN)).toBe(expected);
  });

  test.each<[string, string, string, boolean]>([
    ['a form from Apple', 'POST', '/apple-sso-redirect', true],
    ['another method', 'PUT', '/apple-sso-redirect', false],
    ['a form for Google’s return page', 'POST', '/google-sso-redirect', false],
    ['a form for a path below Apple’s', 'POST', '/apple-sso-redirect/x', false],
    ['a form for the data of Apple’s return page', 'POST', '/apple-sso-redirect.data', false],
    ['a form with Apple’s path in the query', 'POST', '/login?x=/apple-sso-redirect', false],
  ])('accepts from another site only Apple’s return form: %s', (_, method, path, expected) => {
    expect(isApplePost(new Request(OWN + path, { method }))).toBe(expected);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['our page', { Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, true],
    ['our page in an old browser', { Origin: OWN }, true],
    ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['a sibling host', { Origin: 'https://other.porchlight.example', 'Sec-Fetch-Site': 'same-site' }, false],
    ['a sandboxed page', { Origin: 'null' }, false],
    ['a page with contradicting headers', { Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }, false],
    ['a page with another scheme', { Origin: 'http://porchlight.example' }, false],
    ['a client without Origin', {}, false],
  ])('opens a socket only for our own pages: %s', (_, headers, expected) => {
    expect(isOwnSocket(new Request(`${OWN}/realtime`, { headers }), OWN)).toBe(expected);
  });

  test.each<[string, string, string, boolean]>([
    ['accepts localhost', 'localhost:8787', 'http://localhost:8787/', true],
    ['accepts the loopback address', '127.0.0.1:8787', 'http://127.0.0.1:8787/', true],
    ['refuses a foreign name that resolves to this machine', 'evil.example:8787', 'http://evil.example:8787/', false],
    ['refuses another port', 'localhost:8788', 'http://localhost:8788/', false],
    ['refuses a URL that does not match Host', 'localhost:8787', 'http://evil.example:8787/', false],
    ['refuses an empty Host', '', 'http://localhost:8787/', false],
  ])('checks the host only in the demonstration: %s', (_, host, url, expected) => {
    const request = new Request(url, { headers: { Host: host } });
    expect(isOurHost(request, { publicUrl: 'http://localhost:8787', demonstration: true })).toBe(expected);
    expect(isOurHost(request, { publicUrl: 'http://localhost:8787', demonstration: false })).toBe(true);
  });

  test.each(['http://localhost:8787.evil.com/', 'http://a b/', 'http://[::/', 'http://127.0.0.1:99999/', 'http://x%/'])(
    'returns 400 with one sentence when the Host is invalid: %s',
    async (address) => {
      const answer = refuseInvalidUrl(address);
      expect([answer?.status, await answer?.text()]).toEqual([400, 'Bad request: the Host header contains no host.\n']);
    },
  );

  test('accepts other addresses, even with a foreign host', () => {
    for (const address of [`${OWN}/`, 'http://evil.example:8787/', 'http://[::1]/']) expect(refuseInvalidUrl(address)).toBeNull();
  });

  const HOW = { nonce: 'abc', publicUrl: OWN, cookies: [], cspMode: 'production' } as const;

  test('adds caching and security headers to a page, and keeps a header that the page set itself', () => {
    const { headers } = addHeaders(new Response('x', { headers: { 'Cross-Origin-Opener-Policy': 'unsafe-none' } }), {
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

  test('adds the nonce to the Content-Security-Policy and forbids framing and a foreign base URL', () => {
    const policy = addHeaders(new Response(null), HOW).headers.get('Content-Security-Policy')?.split('; ');
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

  test('adds sources to their directives only, beside our own', () => {
    const contentSources = [
      { directive: 'frame-src', source: 'https://a.example' },
      { directive: 'connect-src', source: 'https://b.example' },
      { directive: 'frame-src', source: 'https://c.example' },
      { directive: 'frame-src', source: 'https://a.example' },
    ] as const;
    const before = addHeaders(new Response(null), HOW).headers.get('Content-Security-Policy')?.split('; ') ?? [];
    const after =
      addHeaders(new Response(null), { ...HOW, contentSources })
        .headers.get('Content-Security-Policy')
        ?.split('; ') ?? [];
    expect(after.filter((line) => !before.includes(line))).toEqual([
      "connect-src 'self' https://b.example",
      "frame-src 'self' https://a.example https://c.example",
    ]);
    expect(before.filter((line) => !after.includes(line))).toEqual(["connect-src 'self'"]);
  });

  test('keeps a stricter policy that a response has set', () => {
    const answer = new Response(null, { headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" } });
    expect(addHeaders(answer, HOW).headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  });

  test('relaxes the CSP for hot reload only for styles and WebSockets', () => {
    const strict = addHeaders(new Response(null), HOW).headers.get('Content-Security-Policy')?.split('; ') ?? [];
    const hot =
      addHeaders(new Response(null), { ...HOW, cspMode: 'hot-reload' })
        .headers.get('Content-Security-Policy')
        ?.split('; ') ?? [];
    expect(hot.filter((line) => !strict.includes(line))).toEqual(["style-src 'self' 'unsafe-inline'", "connect-src 'self' ws:"]);
  });

  test('forbids caching of a response with a cookie, even if the response allows caching', () => {
    const answer = new Response('x', { headers: { 'Cache-Control': 'public, max-age=60' } });
    expect(addHeaders(answer, HOW).headers.get('Cache-Control')).toBe('public, max-age=60');
    expect(addHeaders(answer, { ...HOW, cookies: ['a=1'] }).headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('sends no HSTS without https', () => {
    expect(addHeaders(new Response(null), { ...HOW, publicUrl: 'http://localhost:8787' }).headers.has('Strict-Transport-Security')).toBe(
      false,
    );
  });

  test.each([
    ['/assets/root-abc.js', true],
    ['/favicon.svg', true],
    ['/manage', false],
    ['/manage.data', false],
    ['/', false],
  ])('decides whether %s is a file: %s', (path, expected) => {
    expect(isFilePath(path)).toBe(expected);
  });

  test('caches only files with hashed names as immutable', () => {
    expect(staticCaching('/assets/root-abc.js')).toContain('immutable');
    expect(staticCaching('/favicon.svg')).not.toContain('immutable');
    expect(staticCaching('/sw.js')).toBe('no-cache');
  });
});
