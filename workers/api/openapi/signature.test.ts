import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalQuery, canonicalString, sha256Hex, sign, signedHeaders } from '#app/keys/sign';
import { createRule } from '#app/wire/rule';
import { signIndependently } from '#tests/clients/independent-signature';
import { API, read } from '#tests/clients/parent';
import { newDevice, newFamily, send } from '#tests/clients/worker';
import { writeGuide } from './guide';
import { SIGNATURE_EXAMPLES, type SignatureExample } from './signature-example';

function credentialsOf({ headers, secret }: SignatureExample) {
  const accountId = headers['X-Account-Id'] ?? '';
  const deviceId = headers['X-Device-Id'];
  if (deviceId !== undefined) return { kind: 'device', accountId, deviceId, secret } as const;
  return { kind: 'session', accountId, sessionId: headers['X-Session-Id'] ?? '', secretId: headers['X-Secret-Id'] ?? '', secret } as const;
}

function targetOf({ path, query }: SignatureExample): string {
  return `${path}?${query}`;
}

describe.each(SIGNATURE_EXAMPLES)('the example «$title»', (example) => {
  const { method, body, headers, lines, signature, secret } = example;
  const date = Date.parse(headers['X-Date'] ?? '');
  const key = headers['Idempotency-Key'];

  test('has the signature that the product’s code computes', async () => {
    const call = {
      method,
      url: new URL(API + targetOf(example)),
      body: body ?? undefined,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const made = await signedHeaders(credentialsOf(example), call, date, Number(headers['X-Device-Ts']));
    expect({ ...headers, 'X-Signature': signature }).toEqual(made);
  });

  test('has the signature of an independent implementation of A31', () => {
    const call = {
      method,
      pathAndQuery: targetOf(example),
      date,
      ...(body === null ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    };
    expect({ ...headers, 'X-Signature': signature }).toEqual(signIndependently(credentialsOf(example), call));
  });

  test('signs exactly its documented lines', async () => {
    const actorId = headers['X-Device-Id'] ?? headers['X-Session-Id'] ?? '';
    const [, , , query = '', bodyHash = ''] = lines;
    expect(lines).toHaveLength(11);
    expect(query).toBe(canonicalQuery(example.query));
    expect(bodyHash).toBe(await sha256Hex(body ?? ''));
    expect(bodyHash).toBe(
      createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    );
    const parts = { method, path: example.path, query: example.query, bodyHash, date: headers['X-Date'] ?? '', actorId };
    const rest = { deviceTs: headers['X-Device-Ts'] ?? '', accountId: headers['X-Account-Id'] ?? '' };
    const told = { secretId: headers['X-Secret-Id'] ?? '', idempotencyKey: key ?? '' };
    expect(lines.join('\n')).toBe(canonicalString({ ...parts, ...rest, ...told }));
    expect(signature).toBe(await sign(lines.join('\n'), secret));
  });

  test('appears in the guide with every value', () => {
    const guide = writeGuide('https://api.example.com');
    for (const part of [lines.join('\n'), signature, secret, `${method} ${targetOf(example)}`, ...Object.values(headers), body ?? '']) {
      expect(guide).toContain(part);
    }
  });
});

describe('signature examples', () => {
  test('cover a parent’s change with key, space, umlaut and a repeated name, and a device’s call without a body', () => {
    const [parent, device] = SIGNATURE_EXAMPLES;
    expect(parent?.headers).toMatchObject({ 'X-Session-Id': expect.any(String), 'Idempotency-Key': expect.any(String) });
    const query = new URLSearchParams(parent?.query);
    expect(query.getAll('note')).toEqual(['until seven', 'Schäfchen']);
    expect(device?.headers).toHaveProperty('X-Device-Id');
    expect(device).toMatchObject({ body: null });
  });

  test('get signatures that a real family accepts', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const [{ query = '', body = '' } = {}] = SIGNATURE_EXAMPLES;
    const pathAndQuery = `/rule?${query.replace(/user_id=\w+/, `user_id=${child.user_id}`)}`;
    const later = (body ?? '').replace(/\d{13}/, String(Date.now() + 3_600_000));
    const change = { method: 'POST', pathAndQuery, body: later, key: crypto.randomUUID(), date: Date.now() };
    const init = { method: 'POST', body: later, headers: signIndependently(parent.credentials, change) };
    const made = await read(await send(new Request(API + pathAndQuery, init)));
    expect(createRule.output.parse(made.body)).toMatchObject({ ruledef_name: 'block' });
    const device = { kind: 'device', accountId: agent.accountId, deviceId: agent.deviceId, secret: agent.secret } as const;
    const question = { method: 'GET', pathAndQuery: '/device/commands?after=0', date: Date.now() };
    const asked = await read(await send(new Request(API + question.pathAndQuery, { headers: signIndependently(device, question) })));
    expect(asked).toMatchObject({ status: 200, body: [{ kind: 'policy' }] });
  });
});
