import { describe, expect, test } from 'vitest';
import type { SigningCredentials } from '#app/keys/sign';
import { getAccount } from '#app/wire/account';
import { signIndependently } from '#tests/clients/independent-signature';
import { API, Parent, read } from '#tests/clients/parent';
import { newDevice, newFamily, readRows, send, stopClock } from '#tests/clients/worker';

const BLOCK = JSON.stringify({ type: 'override', ruledef_name: 'block', expiry: null });

/** Returns a block request signed by the second implementation, ready to be tampered with. */
function signedBlock(credentials: SigningCredentials, childId: string, date = Date.now()): Request {
  const pathAndQuery = `/rule?user_id=${childId}`;
  const headers = signIndependently(credentials, { method: 'POST', pathAndQuery, body: BLOCK, key: 'key-1', date });
  return new Request(API + pathAndQuery, { method: 'POST', headers, body: BLOCK });
}

/** Returns the same request with another URL, method or body. */
function altered(request: Request, change: { pathAndQuery?: string; method?: string; body?: BodyInit }): Request {
  const url = change.pathAndQuery === undefined ? request.url : API + change.pathAndQuery;
  return new Request(url, { method: change.method ?? request.method, headers: request.headers, body: change.body ?? BLOCK });
}

function withHeader(request: Request, name: string, value: string | null): Request {
  const copy = new Request(request);
  if (value === null) copy.headers.delete(name);
  else copy.headers.set(name, value);
  return copy;
}

describe('signature', () => {
  test('accepts requests signed by a second implementation, for parents and devices', async () => {
    const { parent, child } = await newFamily();
    expect((await send(signedBlock(parent.credentials, child.user_id))).status).toBe(200);
    const agent = await newDevice(parent, child.user_id);
    const credentials = { kind: 'device', accountId: agent.accountId, deviceId: agent.deviceId, secret: agent.secret } as const;
    for (const pathAndQuery of ['/device/commands?after=0', '/device/commands', '/device/policy?x=+%2B%C3%A4%7E!*&x=%20&a']) {
      const headers = signIndependently(credentials, { method: 'GET', pathAndQuery, date: Date.now() });
      expect((await send(new Request(API + pathAndQuery, { headers }))).status, pathAndQuery).toBe(200);
    }
  });

  test('refuses a request changed after signing, without any effect', async () => {
    const { parent, child } = await newFamily();
    const sibling = await Parent.signIn(send, parent.email);
    const { parent: stranger, child: foreign } = await newFamily();
    const request = () => signedBlock(parent.credentials, child.user_id);
    const query = `user_id=${child.user_id}`;
    const [theirs, own] = [stranger.credentials, parent.credentials];
    const table: Array<[string, Request, string]> = [
      ['method', altered(request(), { method: 'PUT' }), 'signature'],
      ['method DELETE', altered(request(), { method: 'DELETE' }), 'signature'],
      ['path', altered(request(), { pathAndQuery: `/command?${query}` }), 'signature'],
      ['query value', altered(request(), { pathAndQuery: `/rule?user_id=${foreign.user_id}` }), 'signature'],
      ['query added', altered(request(), { pathAndQuery: `/rule?${query}&x=1` }), 'signature'],
      ['query repeated', altered(request(), { pathAndQuery: `/rule?${query}&${query}` }), 'signature'],
      ['no query', altered(request(), { pathAndQuery: '/rule' }), 'signature'],
      ['body', altered(request(), { body: BLOCK.replace('block', 'grant') }), 'signature'],
      ['a space in the body', altered(request(), { body: `${BLOCK} ` }), 'signature'],
      ['a byte order mark before the body', altered(request(), { body: `\uFEFF${BLOCK}` }), 'signature'],
      ['no body', altered(request(), { body: '' }), 'signature'],
      ['date', withHeader(request(), 'X-Date', new Date(Date.now() + 1_000).toISOString()), 'signature'],
      ['date in another form', withHeader(request(), 'X-Date', new Date().toUTCString()), 'signature'],
      ['no date', withHeader(request(), 'X-Date', null), 'signature'],
      ['device time', withHeader(request(), 'X-Device-Ts', '1'), 'signature'],
      ['no device time', withHeader(request(), 'X-Device-Ts', null), 'signature'],
      ['session of the same account', withHeader(request(), 'X-Session-Id', sibling.credentials.sessionId), 'signature'],
      ['session of another family', withHeader(request(), 'X-Session-Id', theirs.sessionId), 'session'],
      ['no session', withHeader(request(), 'X-Session-Id', null), 'signature'],
      ['account of another family', withHeader(request(), 'X-Account-Id', stranger.accountId), 'session'],
      ['no account', withHeader(request(), 'X-Account-Id', null), 'session'],
      ['secret id', withHeader(request(), 'X-Secret-Id', sibling.credentials.secretId), 'signature'],
      ['no secret id', withHeader(request(), 'X-Secret-Id', null), 'signature'],
      ['idempotency key', withHeader(request(), 'Idempotency-Key', 'key-2'), 'signature'],
      ['no idempotency key', withHeader(request(), 'Idempotency-Key', null), 'signature'],
      ['signature', withHeader(request(), 'X-Signature', `v1=${'0'.repeat(64)}`), 'signature'],
      ['short signature', withHeader(request(), 'X-Signature', 'v1='), 'signature'],
      ['other scheme', withHeader(request(), 'X-Signature', 'v2=0'), 'signature'],
      ['no signature', withHeader(request(), 'X-Signature', null), 'signature'],
      ['a device id beside the session', withHeader(request(), 'X-Device-Id', own.sessionId), 'session'],
      ["another account's secret", signedBlock({ ...own, secret: theirs.secret }, child.user_id), 'signature'],
      [
        'a sibling session’s secret id, signed',
        signedBlock({ ...own, secretId: sibling.credentials.secretId }, child.user_id),
        'signature',
      ],
      ['a sibling session’s secret', signedBlock({ ...own, secret: sibling.credentials.secret }, child.user_id), 'signature'],
    ];
    for (const [name, tampered, reason] of table) {
      const answer = await read(await send(tampered));
      expect(answer, name).toMatchObject({ status: 401, body: { errors: { code: 500, reason }, server_time: expect.any(Number) } });
    }
    for (const { accountId } of [parent, stranger])
      expect(await readRows(accountId, "SELECT * FROM rule WHERE kind = 'override'")).toEqual([]);
    expect((await send(request())).status).toBe(200);
  });

  test('accepts a reordered query and refuses changed values', async () => {
    const { parent, child } = await newFamily();
    const signed = `/block_status?usage=&dev_info=&user_id=${child.user_id}`;
    const headers = signIndependently(parent.credentials, { method: 'GET', pathAndQuery: signed, date: Date.now() });
    const ask = (pathAndQuery: string) => send(new Request(API + pathAndQuery, { headers }));
    expect((await ask(`/block_status?user_id=${child.user_id}&dev_info&usage=`)).status).toBe(200);
    expect((await ask(`/block_status?user_id=${child.user_id}&dev_info=0&usage=`)).status).toBe(401);
  });

  test('accepts a signature within five minutes either way; outside, refuses it with the server’s time', async () => {
    const { parent } = await newFamily();
    const now = Date.now() + 60_000;
    await stopClock(now, parent);
    for (const offset of [-300_000, 300_000]) {
      expect((await parent.raw('GET', '/account', undefined, { date: now + offset })).status, `${offset}`).toBe(200);
    }
    for (const offset of [-3_600_000, -300_001, 300_001, 3_600_000]) {
      const answer = await parent.raw('GET', '/account', undefined, { date: now + offset });
      expect(answer, `${offset}`).toMatchObject({ status: 401, body: { errors: { code: 500, reason: 'skew' }, server_time: now } });
    }
  });

  test('refuses ambiguous paths and invalid escapes', async () => {
    const { parent } = await newFamily();
    const paths = [
      '//account',
      '/account//',
      '/x//account',
      '/account/%2F/',
      '/a%5Cb',
      '/account%zz',
      '/account?x=%zz',
      '/account?%C3=1',
      '/x%2F..%2Faccount',
    ];
    for (const pathAndQuery of paths) {
      const headers = signIndependently(parent.credentials, { method: 'GET', pathAndQuery, date: Date.now() });
      const answer = await read(await send(new Request(API + pathAndQuery, { headers })));
      expect(answer, pathAndQuery).toMatchObject({ status: 401, body: { errors: { reason: 'signature' } } });
    }
    expect((await parent.call(getAccount)).account_id).toBe(parent.accountId);
  });
});
