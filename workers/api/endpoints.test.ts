import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#app/wire/endpoint';
import { ENDPOINTS as LISTED } from '#app/wire/endpoints';
import { listDevices } from '#app/wire/family';
import { signIndependently } from '#tests/clients/independent-signature';
import { API, Parent, post, read, signUpBody } from '#tests/clients/parent';
import { newDevice, newFamily, send } from '#tests/clients/worker';

type AnyEndpoint = Pick<Endpoint<unknown, unknown, unknown>, 'method' | 'path' | 'auth'>;

// If a call is missing in the list, app/wire/endpoints.test.ts fails.
const ENDPOINTS: Array<AnyEndpoint> = LISTED.map(({ endpoint }) => endpoint);

function requestTo(endpoint: AnyEndpoint, headers: Record<string, string> = {}, body = '{}'): Request {
  const isGet = endpoint.method === 'GET';
  return new Request(API + endpoint.path, { method: endpoint.method, headers, ...(isGet ? {} : { body }) });
}

describe('endpoints', () => {
  test('lists calls for strangers, parents and devices', () => {
    const count = (auth: string) => ENDPOINTS.filter((endpoint) => endpoint.auth === auth).length;
    expect(count('none')).toBeGreaterThanOrEqual(6);
    expect(count('session')).toBeGreaterThanOrEqual(19);
    expect(count('device')).toBeGreaterThanOrEqual(4);
  });

  test('refuses an unsigned call, even with an account id (API-092)', async () => {
    const { parent } = await newFamily();
    for (const endpoint of ENDPOINTS.filter(({ auth }) => auth !== 'none')) {
      for (const accountId of ['', parent.accountId]) {
        const answer = await read(await send(requestTo(endpoint, { 'X-Account-Id': accountId })));
        const body = { errors: { code: 500, message: expect.any(String) }, server_time: expect.any(Number) };
        expect(answer, `${endpoint.method} ${endpoint.path}`).toMatchObject({ status: 401, body });
      }
    }
  });

  test('refuses device calls by parents and parent calls by devices', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const ofDevice = { kind: 'device', accountId: agent.accountId, deviceId: agent.deviceId, secret: agent.secret } as const;
    for (const endpoint of ENDPOINTS.filter(({ auth }) => auth !== 'none')) {
      const wrong = endpoint.auth === 'session' ? ofDevice : parent.credentials;
      const isGet = endpoint.method === 'GET';
      const signed = { method: endpoint.method, pathAndQuery: endpoint.path, date: Date.now(), ...(isGet ? {} : { body: '{}' }) };
      const key = wrong.kind === 'session' && !isGet ? { key: crypto.randomUUID() } : {};
      const answer = await read(await send(requestTo(endpoint, signIndependently(wrong, { ...signed, ...key }))));
      expect(answer, `${endpoint.method} ${endpoint.path}`).toMatchObject({ status: 401, body: { errors: { reason: 'session' } } });
    }
  });

  test('asks for no signature on a call that needs none (API-093)', async () => {
    for (const endpoint of ENDPOINTS.filter(({ auth }) => auth === 'none')) {
      const path = endpoint.path === '/account_verification' ? '/account_verification?account_id=x&token=y' : endpoint.path;
      const answer = await read(await send(requestTo({ ...endpoint, path })));
      expect([200, 400], `${endpoint.method} ${path}`).toContain(answer.status);
    }
  });

  test('returns a JSON error for an unknown call: 401 to strangers and 404 to parents', async () => {
    const { parent } = await newFamily();
    expect((await read(await send(new Request(`${API}/nothing`)))).status).toBe(401);
    expect(await parent.raw('GET', '/nothing')).toMatchObject({ status: 404, body: { errors: { code: 500 } } });
    expect(await parent.raw('PUT', '/block_status', {})).toMatchObject({ status: 404 });
  });

  test('returns 400 in the common error shape for a body that is not JSON or has the wrong shape (API-001)', async () => {
    const { parent, child } = await newFamily();
    const bodies = ['', 'nonsense', '{', 'null', '[]', '7', '"text"', '{"type":"override"}', '{"__proto__":{"type":"override"}}'];
    for (const body of bodies) {
      for (const path of ['/login', '/account', '/device/enrol']) {
        const answer = await read(await send(new Request(API + path, { method: 'POST', body })));
        expect(answer, `${path} ${body}`).toMatchObject({ status: 400, body: { errors: { code: 500, message: expect.any(String) } } });
      }
      const pathAndQuery = `/rule?user_id=${child.user_id}`;
      const headers = signIndependently(parent.credentials, {
        method: 'POST',
        pathAndQuery,
        body,
        key: crypto.randomUUID(),
        date: Date.now(),
      });
      const answer = await read(await send(new Request(API + pathAndQuery, { method: 'POST', headers, body })));
      expect(answer, `/rule ${body}`).toMatchObject({ status: 400, body: { errors: { code: 500, message: expect.any(String) } } });
    }
    const pathAndQuery = '/user';
    const headers = signIndependently(parent.credentials, { method: 'POST', pathAndQuery, body: '{}', date: Date.now() });
    const keyless = await read(await send(new Request(API + pathAndQuery, { method: 'POST', headers, body: '{}' })));
    expect(keyless).toMatchObject({ status: 400, body: { errors: { message: 'Idempotency-Key must have 1 to 128 characters' } } });
  });

  /** Returns a sign-up body of exactly this many bytes. */
  function bodyOf(bytes: number): string {
    const body = JSON.stringify({ ...signUpBody('nobody', 'no key'), padding: '' });
    return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
  }

  test('accepts a body of one megabyte and refuses one byte more, with or without Content-Length', async () => {
    const tooLarge = { status: 400, body: { errors: { code: 500, message: 'The body is too large' } } };
    const send1 = async (body: BodyInit) => read(await send(new Request(`${API}/account`, { method: 'POST', body })));
    expect(await send1(bodyOf(1_000_000))).toMatchObject({ status: 400, body: { errors: { code: 301 } } });
    expect(await send1(bodyOf(1_000_001))).toMatchObject(tooLarge);
    const streamed = (text: string) => new Response(text).body?.pipeThrough(new TransformStream()) ?? '';
    expect(await send1(streamed(bodyOf(1_000_000)))).toMatchObject({ status: 400, body: { errors: { code: 301 } } });
    expect(await send1(streamed(bodyOf(1_000_001)))).toMatchObject(tooLarge);
    const { parent, child } = await newFamily();
    expect(await parent.raw('POST', `/rule?user_id=${child.user_id}`, { type: 'x'.repeat(1_000_000) })).toMatchObject(tooLarge);
  });

  test('returns a secret once and in no later response (SIGNING-014)', async () => {
    const { parent, child } = await newFamily();
    const sibling = await Parent.signIn(send, parent.email);
    const agent = await newDevice(parent, child.user_id);
    await agent.report('allowed');
    const answers: Array<unknown> = [await read(await send(post('/login', signUpBody(parent.email))))];
    const query = `?user_id=${child.user_id}&dev_info=&rule_info=&usage=&merged=true&include=retired&locale=en&state=active`;
    for (const endpoint of ENDPOINTS.filter(({ method, auth }) => method === 'GET' && auth === 'session')) {
      const path = endpoint.path + (endpoint.path === '/user' ? '' : query);
      answers.push(await parent.raw('GET', path), await parent.raw('GET', `/reads?${new URLSearchParams({ path })}`));
    }
    answers.push(await agent.raw('GET', '/device/policy'), await agent.raw('GET', '/device/commands'));
    answers.push(await parent.raw('POST', '/device', { pair_id: (await parent.call(listDevices))[0]?.pair_id }));
    const text = JSON.stringify(answers);
    expect(text).toContain(parent.credentials.secretId);
    for (const secret of [parent.credentials.secret, sibling.credentials.secret, agent.secret]) {
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect(text).not.toContain(secret);
    }
  });
});
