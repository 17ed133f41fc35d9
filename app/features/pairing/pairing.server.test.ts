import { expect, test } from 'vitest';
import { mergeEntitlements } from '~/domain/plan';
import type { Account } from '~/server/account.server';
import { type PairingUnderWay, readFlow, updateFlow } from '~/server/flow.server';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { isPaired, toPairingLink } from './pairing.server';

const account: Account = {
  id: 'a',
  seq: 0,
  email: 'p+q@example.com',
  verified: true,
  timeZone: 'UTC',
  children: [],
  deviceCount: 0,
  unreadNotices: 0,
  isFull: false,
  entitlements: mergeEntitlements([], 0),
  skus: [],
  counts: { blocks: 0, grants: 0, resetsAt: 0 },
  pairingToken: 'a.token',
  loginScheme: 'password',
  isLegacy: false,
  sso: null,
  key: null,
  marketingOptin: false,
  deletion: null,
  groupId: null,
};
const pairing: PairingUnderWay = {
  pairId: 'p',
  pairChildName: 'Mia & Ben',
  childId: 'c',
  os: 'iOS',
  code: 'ABCD2345',
  codeExpiresAt: 0,
  expiresAt: 0,
};
const parent = {
  account,
  api: { call: () => Promise.reject(new Error('no call expected')) },
  session: {
    accountId: '',
    sessionId: '',
    secret: '',
    secretId: '',
    userId: '',
    isLegacy: false,
    hasPasswordError: false,
    tokenTS: 0,
    startedAt: 0,
    version: 3 as const,
  },
};

const answering = (status: number, body: unknown) =>
  webContext({ internal: { call: async () => new Response(JSON.stringify(body), { status }) } });
const request = () => new Request('https://porchlight.example/pair');

test.each([
  ['paired', 200, { device_paired: true }, true],
  ['not yet', 200, { device_paired: false }, false],
  ['server fault', 500, {}, false],
  ['too many', 429, {}, false],
  ['another refusal', 400, { errors: { code: 500, message: 'Missing email or pair_id' } }, false],
  ['nonsense', 200, { device_paired: 'yes' }, false],
])('%s', async (_name, status, body, expected) => {
  expect(await isPaired(request(), answering(status, body), parent, pairing)).toBe(expected);
});

test('the check is unsigned and names e-mail, pairing and token', async () => {
  const asked: Array<Request> = [];
  const context = webContext({
    internal: {
      call: async (call) => {
        asked.push(call);
        return Response.json({ device_paired: true });
      },
    },
  });
  await isPaired(request(), context, parent, pairing);
  const [call] = asked;
  expect(Object.fromEntries(new URL(call?.url ?? '').searchParams)).toEqual({ email: 'p+q@example.com', pair_id: 'p', token: 'a.token' });
  expect(call?.headers.has('X-Signature')).toBe(false);
});

test('a token that has run out signs out and keeps child, pairing and page', async () => {
  const before = webContext();
  await updateFlow(request(), before, { pairing });
  const context = answering(400, { errors: { code: 500, message: 'Invalid account token' } });
  const answer = await isPaired(requestWithCookies(before, 'https://porchlight.example/pair/confirm'), context, parent, pairing).catch(
    (thrown: unknown) => thrown,
  );
  expect(answer instanceof Response ? answer.headers.get('Location') : null).toBe('/login?reason=pair_token');
  expect(await readFlow(requestWithCookies(context), webContext())).toMatchObject({
    pairing: { pairId: 'p', pairChildName: 'Mia & Ben' },
    redirect: '/pair/confirm',
  });
});

test('the link carries e-mail, pairing, token and child', () => {
  const url = new URL(toPairingLink(webContext(), parent, pairing));
  expect(url.origin + url.pathname).toBe('https://api.porchlight.example/pairing');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    email: 'p+q@example.com',
    pair_id: 'p',
    token: 'a.token',
    child_name: 'Mia & Ben',
  });
});
