import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FrontDoorEnv, handleRequest } from './handle-request.ts';

// These tests check the log, so console.error is replaced.
const log = vi.spyOn(console, 'error');
beforeEach(() => void log.mockImplementation(() => {}));
afterEach(() => void log.mockReset());

const unused = async () => {
  throw new Error('not called here');
};

const SERVED: FrontDoorEnv = {
  API: { fetch: unused },
  INTERNAL: {
    call: unused,
    reserveAttempt: unused,
    releaseAttempt: unused,
    revokeSession: unused,
    offer: unused,
    affiliate: unused,
    partner: unused,
    setPartner: unused,
    catalogue: unused,
    sellsPlans: unused,
    ssoProviders: unused,
    ssoEndpoint: unused,
    importLegacy: unused,
    grant: unused,
    appMedia: unused,
    mapSources: unused,
    mapTiles: unused,
    listSessions: unused,
    endSessions: unused,
    billingHealth: unused,
    advanceSandbox: unused,
    ready: unused,
    adoptEntries: unused,
    mailbox: unused,
  },
  SESSION_KEYS: '',
  PUBLIC_URL: 'https://porchlight.example',
  API_URL: 'https://api.porchlight.example',
};

const APPLE = {
  type: 'apple' as const,
  issuer: 'https://appleid.apple.com',
  clientId: 'client',
  redirectUri: `${SERVED.PUBLIC_URL}/apple-sso-redirect`,
  isFormPost: false,
};

describe('handleRequest', () => {
  test('adds a fresh nonce and the cookies set by the page', async () => {
    const nonces: Array<string> = [];
    const page = () =>
      handleRequest(new Request('http://10.1.1.1:8787/login'), SERVED, async (_, context) => {
        nonces.push(context.nonce);
        context.responseCookies.push('seen=1; Path=/');
        return new Response('x');
      });
    const first = await page();
    await page();
    expect(first.headers.getSetCookie()).toEqual(['seen=1; Path=/']);
    expect(first.headers.get('Content-Security-Policy')).toContain(`'nonce-${nonces[0]}'`);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('logs a cross-site POST as one line with network and reference, but without content of the request', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const headers = {
      'CF-Connecting-IP': '203.0.113.7',
      Origin: 'https://evil.example',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const request = new Request('https://porchlight.example/?token=secret', { method: 'POST', headers, body: 'email=mia@example.com' });
    const response = await handleRequest(request, SERVED, unused);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    log.mockRestore();
    expect(response.status).toBe(403);
    expect(lines).toEqual([
      {
        level: 'warn',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        event: 'request_refused',
        reason: 'cross-site',
        network: '203.0.113.0/24',
        request: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
    ]);
  });

  test('passes the public host name to the application behind a proxy', async () => {
    const seen: Array<string> = [];
    const request = new Request('http://10.1.1.1:8787//evil.example/x?y=1', {
      headers: { Host: '10.1.1.1:8787', 'X-Forwarded-Host': 'evil.example' },
    });
    await handleRequest(request, SERVED, async (admitted) => {
      seen.push(admitted.url, admitted.headers.get('Host') ?? '', String(admitted.headers.get('X-Forwarded-Host')));
      return new Response('x');
    });
    expect(seen).toEqual(['https://porchlight.example//evil.example/x?y=1', 'porchlight.example', 'null']);
  });

  test.each([
    ['/logout?_data=routes/logout&then=email', '/logout?then=email'],
    ['/login?_data=x', '/login'],
    ['/login?data=a%20b', '/login?data=a%20b'],
  ])('hides the query `_data` from the application: %s', async (path, expected) => {
    const seen: Array<string> = [];
    for (const method of ['GET', 'POST']) {
      const headers = { Origin: SERVED.PUBLIC_URL };
      const body = method === 'POST' ? new URLSearchParams({ intent: 'x' }) : null;
      await handleRequest(new Request(`${SERVED.PUBLIC_URL}${path}`, { method, headers, body }), SERVED, async (admitted) => {
        seen.push(admitted.url.slice(SERVED.PUBLIC_URL.length), await admitted.text());
        return new Response('x');
      });
    }
    expect(seen).toEqual([expected, '', expected, 'intent=x']);
  });

  test('removes X-Forwarded-Host, even in the demonstration', async () => {
    const seen: Array<string | null> = [];
    const request = new Request('http://localhost:8787/login', { headers: { Host: 'localhost:8787', 'X-Forwarded-Host': 'evil.example' } });
    await handleRequest(request, { ...SERVED, APP_ENV: 'demonstration', PUBLIC_URL: 'http://localhost:8787' }, async (admitted) => {
      seen.push(admitted.headers.get('X-Forwarded-Host'));
      return new Response('x');
    });
    expect(seen).toEqual([null]);
  });

  test.each([
    ['redirects to the error page for a document', 'GET', '/manage', 303],
    ['returns 500 directly for a form', 'POST', '/manage', 500],
    ['never redirects the error page', 'GET', '/error', 500],
  ])('logs the error of a page and %s', async (_, method, path, status) => {
    const headers = { Origin: SERVED.PUBLIC_URL };
    const response = await handleRequest(new Request(`${SERVED.PUBLIC_URL}${path}?token=hidden`, { method, headers }), SERVED, () => {
      throw new Error('secret words');
    });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('secret words');
    const line = JSON.parse(String(log.mock.lastCall?.[0]));
    expect(line).toMatchObject({ method, path, message: 'secret words' });
    expect(JSON.stringify(line)).not.toContain('hidden');
    if (status === 303) expect(response.headers.get('Location')).toBe(`/error?ref=${line.reference}`);
  });

  test('sends a security header and a page in the user’s language for a refused request', async () => {
    const request = new Request(`${SERVED.PUBLIC_URL}/login`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example', 'Accept-Language': 'de-AT' },
    });
    const response = await handleRequest(request, SERVED, unused);
    expect(response.status).toBe(403);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await response.text()).toContain('lang="de"');
  });

  test.each([
    ['without a provider that uses form POST', async () => [], 403],
    ['with the setting turned off', async () => [APPLE], 403],
    ['with an API that does not respond', () => Promise.reject(new Error('down')), 403],
    ['with the setting turned on', async () => [{ ...APPLE, isFormPost: true }], 200],
  ])('accepts a form posted by Apple only if the setting is on: %s', async (_, ssoProviders, status) => {
    const env = { ...SERVED, INTERNAL: { ...SERVED.INTERNAL, ssoProviders } };
    const post = (path: string) => {
      const headers = { Origin: APPLE.issuer, 'Sec-Fetch-Site': 'cross-site' };
      return handleRequest(new Request(`${SERVED.PUBLIC_URL}${path}`, { method: 'POST', headers }), env, async () => new Response('x'));
    };
    expect((await post('/apple-sso-redirect')).status).toBe(status);
    expect((await post('/login')).status).toBe(403);
  });

  test('returns 421 for a foreign host in the demonstration', async () => {
    const env = { ...SERVED, APP_ENV: 'demonstration', PUBLIC_URL: 'http://localhost:8787' };
    const response = await handleRequest(new Request('http://evil.example:8787/', { headers: { Host: 'evil.example:8787' } }), env, unused);
    expect(response.status).toBe(421);
  });

  test.each([
    [
      { timezone: 'Europe/Berlin', city: 'Berlin', country: 'DE' },
      { timeZone: 'Europe/Berlin', place: 'Berlin, DE' },
    ],
    [{ country: 'T1' }, { timeZone: null, place: 'T1' }],
    [{ clientIp: '[::1]:80' }, { timeZone: null, place: null }],
    [undefined, { timeZone: null, place: null }],
  ])('passes time zone and place from the edge to the application: %j (A45)', async (cf, expected) => {
    const request = Object.defineProperty(new Request(SERVED.PUBLIC_URL), 'cf', { value: cf });
    let edge: unknown;
    await handleRequest(request, SERVED, async (_request, context) => {
      edge = context.edge;
      return new Response();
    });
    expect(edge).toEqual(expected);
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('returns 405 with a text and the allowed methods for %s', async (method) => {
    const request = new Request('https://porchlight.example/resources/theme', { method, headers: { Origin: SERVED.PUBLIC_URL } });
    const response = await handleRequest(request, SERVED, unused);
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await response.text()).toContain('Nothing was changed');
  });
});
