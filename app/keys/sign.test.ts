import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalQuery, canonicalString, isPlainPath, sha256Hex, sign, signedHeaders, unsignedHeaders } from './sign.ts';

const NO_BODY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

describe('sign', () => {
  test.each([
    ['', ''],
    ['a', 'a='],
    ['dev_info=', 'dev_info='],
    ['a=1&b=2', 'a=1&b=2'],
    ['b=2&a=1', 'a=1&b=2'],
    ['a=2&a=1', 'a=1&a=2'],
    ['a=&a', 'a=&a='],
    ['a=10&a=9', 'a=10&a=9'],
    ['a=b=c', 'a=b%3Dc'],
    ['=x', '=x'],
    ['&&a=1&', 'a=1'],
    ['a=1+2', 'a=1%202'],
    ['a=1%202', 'a=1%202'],
    ['a=1%2B2', 'a=1%2B2'],
    ['a=%7e%7E~', 'a=~~~'],
    ["a=!'()*", 'a=%21%27%28%29%2A'],
    ['a=ä', 'a=%C3%A4'],
    ['a=%c3%a4', 'a=%C3%A4'],
    ['a=%F0%9F%A6%8A', 'a=%F0%9F%A6%8A'],
    ['B=1&a=1', 'B=1&a=1'],
    ['ab=1&a=2&a-=3', 'a=2&a-=3&ab=1'],
    ['z=1&%C3%A4=1', '%C3%A4=1&z=1'],
    ['rule_ids=a,b&user_id=x', 'rule_ids=a%2Cb&user_id=x'],
  ])('canonicalQuery converts %j to %j', (query, canonical) => {
    expect(canonicalQuery(query)).toBe(canonical);
    expect(canonicalQuery(canonical)).toBe(canonical);
  });

  test.each(['a=%', 'a=%zz', '%E4=1', 'a=%C3', 'a=%ED%A0%80'])('canonicalQuery throws for the undecodable query %j', (query) => {
    expect(() => canonicalQuery(query)).toThrow(URIError);
  });

  test('canonicalString joins eleven lines without a final line break', () => {
    const parts = {
      method: 'post',
      path: '/api/rule',
      query: 'user_id=u1',
      bodyHash: NO_BODY,
      date: '2026-11-21T12:00:00.000Z',
      actorId: 's1',
      deviceTs: '1795262400000',
      accountId: 'acc',
      secretId: 'sec',
      idempotencyKey: 'key',
    };
    const text = `v1\nPOST\n/api/rule\nuser_id=u1\n${NO_BODY}\n2026-11-21T12:00:00.000Z\ns1\n1795262400000\nacc\nsec\nkey`;
    expect(canonicalString(parts)).toBe(text);
    expect(
      canonicalString({ ...parts, secretId: '', idempotencyKey: '' })
        .split('\n')
        .slice(-3),
    ).toEqual(['acc', '', '']);
  });

  test('sign uses the secret’s bytes and returns lowercase hex after the scheme', async () => {
    const mac = createHmac('sha256', Buffer.from(SECRET, 'hex')).update('text with ä').digest('hex');
    expect(await sign('text with ä', SECRET)).toBe(`v1=${mac}`);
    expect(await sign('', SECRET)).toBe('v1=d38b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb');
  });

  test('sha256Hex hashes the UTF-8 bytes of a text', async () => {
    expect(await sha256Hex('')).toBe(NO_BODY);
    expect(await sha256Hex('🦊 ä')).toBe(createHash('sha256').update('🦊 ä', 'utf8').digest('hex'));
  });

  const url = new URL('https://api.example.com/prefix/device/report?b=2&a=1');

  test('signedHeaders signs a parent’s request with session, secret and idempotency key', async () => {
    const credentials = { kind: 'session', accountId: 'acc', sessionId: 's1', secretId: 'sec', secret: SECRET } as const;
    const call = { method: 'POST', url, body: '{"x":1}', idempotencyKey: 'key' };
    expect(await signedHeaders(credentials, call, 1_795_262_400_000, 1_795_262_400_007)).toEqual({
      'X-Date': '2026-11-21T12:00:00.000Z',
      'X-Session-Id': 's1',
      'X-Device-Ts': '1795262400007',
      'X-Account-Id': 'acc',
      'X-Secret-Id': 'sec',
      'Idempotency-Key': 'key',
      'X-Signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
    });
    const headers = await signedHeaders(credentials, call, 1_795_262_400_000, 1_795_262_400_007);
    const lines = ['v1', 'POST', '/prefix/device/report', 'a=1&b=2', createHash('sha256').update('{"x":1}').digest('hex')];
    const rest = ['2026-11-21T12:00:00.000Z', 's1', '1795262400007', 'acc', 'sec', 'key'];
    const mac = createHmac('sha256', Buffer.from(SECRET, 'hex'))
      .update([...lines, ...rest].join('\n'))
      .digest('hex');
    expect(headers['X-Signature']).toBe(`v1=${mac}`);
  });

  test('signedHeaders signs a device’s request with its ID, without secret ID and idempotency key', async () => {
    const credentials = { kind: 'device', accountId: 'acc', deviceId: 'd1', secret: SECRET } as const;
    const headers = await signedHeaders(credentials, { method: 'GET', url, body: undefined }, 1_795_262_400_000);
    expect(Object.keys(headers).sort()).toEqual(['X-Account-Id', 'X-Date', 'X-Device-Id', 'X-Device-Ts', 'X-Signature']);
    const lines = ['v1', 'GET', '/prefix/device/report', 'a=1&b=2', NO_BODY, headers['X-Date'], 'd1', '1795262400000', 'acc', '', ''];
    const mac = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(lines.join('\n')).digest('hex');
    expect(headers['X-Signature']).toBe(`v1=${mac}`);
  });

  test('unsignedHeaders returns only date, visitor and device time (SIGNING-004)', () => {
    expect(unsignedHeaders('visitor', 1_795_262_400_000)).toEqual({
      'X-Date': '2026-11-21T12:00:00.000Z',
      'X-Session-Id': 'visitor',
      'X-Device-Ts': '1795262400000',
    });
  });

  test.each([
    ['/', true],
    ['/account', true],
    ['/prefix/device/report', true],
    ['/a%20b', true],
    ['/a...b/..c', true],
    ['', false],
    ['account', false],
    ['//account', false],
    ['/a//b', false],
    ['/a/', true],
    ['/a/%2F', false],
    ['/a%2F%2Fb', false],
    ['/..', false],
    ['/a/../b', false],
    ['/a/./b', false],
    ['/a/%2e%2e/b', false],
    ['/a/%2E/b', false],
    ['/a%2F..%2Fb', false],
    ['/a\\b', false],
    ['/a%5Cb', false],
    ['/a%', false],
    ['/a%zz', false],
    ['/a%C3', false],
  ])('isPlainPath checks the path %j: %j', (path, plain) => {
    expect(isPlainPath(path)).toBe(plain);
  });
});
