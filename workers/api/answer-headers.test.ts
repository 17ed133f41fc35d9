import { createExecutionContext } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createPairing } from '#app/wire/family';
import { Agent } from '#tests/clients/agent';
import { API, Parent, post } from '#tests/clients/parent';
import { bindings, newChild, send } from '#tests/clients/worker';
import type { ApiEnv } from './env';
import worker from './index';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Requests that need no account, with their status and `Cache-Control`: successes, each type of refusal, an unknown call and a page. */
const ASKED: Array<[string, Request, number, string]> = [
  ['a health check', new Request(`${API}/healthz`), 200, 'no-store'],
  ['the system', new Request(`${API}/system`), 200, 'no-store'],
  ['a call without a signature', new Request(`${API}/account`), 401, 'no-store'],
  ['an unknown call', new Request(`${API}/nothing`), 401, 'no-store'],
  ['a body that is not JSON', new Request(`${API}/login`, { method: 'POST', body: '{' }), 400, 'no-store'],
  ['a body that is too large', new Request(`${API}/login`, { method: 'POST', body: 'x'.repeat(1_000_001) }), 400, 'no-store'],
  ['a refused login', post('/login', {}), 400, 'no-store'],
  ['a pairing link without a pairing', new Request(`${API}/pairing`), 400, 'no-store'],
  ['the file of an invented pairing', new Request(`${API}/pairing`, { method: 'POST' }), 400, 'no-store'],
  ['an upgrade without a token', new Request(`${API}/realtime`), 400, 'no-store'],
  ['facts about an app', new Request(`${API}/app_info?bundle_id=com.whatsapp&locale=en`), 200, 'public, max-age=86400'],
  ['facts about an unknown app', new Request(`${API}/app_info?bundle_id=nothing&locale=en`), 404, 'public, max-age=86400'],
  ['the description', new Request(`${API}/openapi.json`), 200, 'public, max-age=300'],
  ['the description as a page', new Request(`${API}/docs`), 200, 'public, max-age=300'],
];

describe('withHeaders', () => {
  test.each(ASKED)('sets caching and security headers on every response: %s', async (_what, request, status, caching) => {
    const answer = await settled(await send(request.clone() as Request));
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(headers.get('Cache-Control')).toBe(caching);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });

  test.each(ASKED)('requires TLS on every response in production: %s', async (_what, request, status) => {
    const env = { ...(bindings as unknown as ApiEnv), APP_ENV: '', API_URL: 'https://api.porchlight.example' };
    const answer = await settled(await worker.fetch(request.clone() as Request, env, createExecutionContext()));
    expect([answer.status, answer.headers.get('Strict-Transport-Security')]).toEqual([status, HSTS]);
  });

  test('returns 500 with no-store when a setting is missing', async () => {
    const env = { ...(bindings as unknown as ApiEnv), APP_ENV: '', API_URL: 'https://api.porchlight.example', PASSWORD_PEPPER: '' };
    const answer = await settled(await worker.fetch(new Request(`${API}/system`), env, createExecutionContext()));
    expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('Strict-Transport-Security')]).toEqual([
      500,
      'no-store',
      HSTS,
    ]);
  });

  test('returns 421 with no-store for a foreign host name', async () => {
    const answer = await settled(await send(new Request('http://porchlight.attacker.example/account')));
    expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('X-Content-Type-Options')]).toEqual([
      421,
      'no-store',
      'nosniff',
    ]);
  });

  test('sends family responses and refusals with no-store to parents and devices', async () => {
    const seen: Array<Response> = [];
    const noting = async (request: Request) => {
      const answer = await send(request);
      seen.push(answer);
      return answer;
    };
    const parent = await Parent.signUp(noting);
    const child = await newChild(parent, 'Mia');
    await parent.raw('GET', '/account');
    await parent.raw('PUT', '/user', { user_id: 'nobody' });
    const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const agent = await Agent.enrol(noting, { code });
    await agent.raw('GET', '/device/commands?after=0');
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 400, 200, 200, 200]);
    for (const { headers, url } of seen)
      expect([url, headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual([url, 'no-store', 'nosniff']);
  });

  async function settled(answer: Response): Promise<Response> {
    await answer.clone().text();
    return answer;
  }
});
