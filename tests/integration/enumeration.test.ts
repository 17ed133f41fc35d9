import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BUILT } from '#tools/build-workers.ts';
import { startIdentityProvider } from '#tools/identity-provider.ts';
import { authKey, Parent } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

let servers: TestServers;

/** Addresses of equal length: a confirmed one, an unconfirmed one, and one without an account. */
const [PROVEN, UNPROVEN, NOBODY] = ['proven', 'unproven', 'nobody'].map(() => `${randomBytes(8).toString('hex')}@example.com`) as [
  string,
  string,
  string,
];
const ids = new Map<string, string>();

beforeAll(async () => {
  servers = await startTestServers(undefined, BUILT.web, {}, startIdentityProvider);
  for (const email of [PROVEN, UNPROVEN]) {
    const parent = await Parent.signUp(fetch, email, servers.apiUrl);
    ids.set(email, parent.accountId);
  }
  const link = await linkTo(PROVEN);
  await fetch(link, { redirect: 'manual' });
  // Has the form of an account ID, but belongs to no family.
  ids.set(NOBODY, [...(ids.get(PROVEN) ?? '')].reverse().join(''));
});
afterAll(() => servers?.close());

function linkTo(email: string): Promise<string> {
  return vi.waitFor(async () => {
    const { INTERNAL } = await servers.webEnv();
    const mail = (await INTERNAL.mailbox()).find(({ to }) => to === email);
    const link = /http\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0];
    if (link === undefined) throw new Error(`There is no mail to ${email}`);
    return link;
  }, 30_000);
}

type Step = { path: string; fields?: Record<string, string> };
type Seen = { status: number; headers: Record<string, string>; body: string };

/**
 * Runs the steps as a visitor with a new IP address who keeps cookies.
 * @returns what the visitor sees after each step, without random parts
 */
async function see(steps: Array<Step>, told: Array<string>): Promise<Array<Seen>> {
  const from = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  const cookies = new Map<string, string>();
  const seen: Array<Seen> = [];
  for (const { path, fields } of steps) {
    const answer = await fetch(new URL(path, servers.webUrl), {
      method: fields === undefined ? 'GET' : 'POST',
      body: fields === undefined ? null : new URLSearchParams({ ...fields, form_token: crypto.randomUUID() }),
      redirect: 'manual',
      headers: {
        Origin: servers.webUrl,
        'Accept-Language': 'en',
        'X-Forwarded-For': from,
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const headers = [...answer.headers].filter(([name]) => name !== 'date').map(([name, value]) => [`${name}`, withoutChance(value, told)]);
    const body = withoutChance(await answer.text(), told);
    seen.push({ status: answer.status, headers: Object.fromEntries(headers), body });
  }
  return seen;
}

/** Removes what was typed, and reduces nonces, tokens and sealed values to their lengths. */
function withoutChance(text: string, told: Array<string>): string {
  const typed = told.flatMap((one) => [one, encodeURIComponent(one)]);
  return typed
    .reduce((rest, one) => rest.replaceAll(one, '…'), text)
    .replaceAll(/[\w+/=-]{16,}/g, (token) => `«${token.length}»`)
    .replaceAll(/\b(?:[0-9a-f]{8}|\d{13})\b/g, '«reference or now»');
}

const DERIVED = { password_derived: authKey('guess') };
const WAYS: Array<[string, (email: string, id: string) => Array<Step>]> = [
  [
    'a login with a typed password',
    (email) => [{ path: '/?index&view=login', fields: { intent: 'login', email, password: 'a wrong password' } }],
  ],
  ['a login with a derived password', (email) => [{ path: '/?index&view=login', fields: { intent: 'login', email, ...DERIVED } }]],
  [
    'a login that is tried too often',
    (email) => Array.from({ length: 11 }, () => ({ path: '/?index&view=login', fields: { intent: 'login', email, ...DERIVED } })),
  ],
  [
    'a forgotten password, and the page to ask again',
    (email) => [{ path: '/forgot', fields: { intent: 'forgot', email } }, { path: '/forgot?sent' }, { path: '/forgot?again' }],
  ],
  [
    'forgotten passwords, too many of them',
    (email) => Array.from({ length: 7 }, () => ({ path: '/forgot', fields: { intent: 'forgot', email } })),
  ],
  [
    'a reset by an invented link',
    (email) => [
      { path: `/reset?${new URLSearchParams({ email, token: 'invented' })}` },
      { path: '/reset', fields: { intent: 'reset', email, token: 'invented', new_password_derived: authKey('new') } },
    ],
  ],
  [
    'a confirmation by an invented link, and the mail once more',
    (email, id) => [
      { path: `/verify?${new URLSearchParams({ account_id: id, token: 'invented' })}` },
      { path: '/verify', fields: { intent: 'resend', email, account_id: id } },
    ],
  ],
  [
    'an address taken back by an invented link',
    (_email, id) => [
      { path: `/undo-email?${new URLSearchParams({ account_id: id, token: 'invented' })}` },
      { path: '/undo-email', fields: { intent: 'undo-email', account_id: id, token: 'invented' } },
    ],
  ],
  [
    'single sign-on, begun for an address',
    (email) => [
      { path: `/google-sso-init?${new URLSearchParams({ login_hint: email })}` },
      { path: `/apple-sso-init?${new URLSearchParams({ login_hint: email })}` },
    ],
  ],
];

describe('account enumeration', () => {
  test.each(WAYS)('does not reveal whether an account exists by %s: status, headers and page are the same', async (_way, stepsFor) => {
    const [nobody, ...others] = await Promise.all(
      [NOBODY, PROVEN, UNPROVEN].map((email) => {
        const id = ids.get(email) ?? '';
        return see(stepsFor(email, id), [email, id]);
      }),
    );
    for (const other of others) expect(other).toEqual(nobody);
  });

  test('sends no email when a new password is requested for an address without an account', async () => {
    const { INTERNAL } = await servers.webEnv();
    const written = await vi.waitFor(async () => {
      const to = (await INTERNAL.mailbox()).map((mail) => mail.to);
      for (const email of [PROVEN, UNPROVEN]) expect(to.filter((one) => one === email).length).toBeGreaterThan(1);
      return to;
    }, 30_000);
    expect(written).not.toContain(NOBODY);
  });

  test('reveals on sign-up that an address is taken, as specified, at most nine times an hour (A125, SIGN-009)', async () => {
    const signUp = (email: string) => ({ path: '/signup', fields: { intent: 'signup', email, ...DERIVED } });
    // The account's own sign-up counts as the first of ten per hour.
    const tries = Array.from({ length: 10 }, () => signUp(PROVEN));
    const seen = await see(tries, [PROVEN]);
    expect(seen.map(({ status, body }) => [status, body.includes('already an account')])).toEqual([
      ...Array.from({ length: 9 }, () => [400, true]),
      [400, false],
    ]);
    const [unproven] = await see([signUp(UNPROVEN)], [UNPROVEN]);
    expect(unproven).toEqual(seen[0]);
    const [free] = await see([signUp(`${randomBytes(8).toString('hex')}@example.com`)], []);
    expect([free?.status, free?.headers.location]).toEqual([302, '/manage']);
  });
});
