import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, getAccount } from '#app/wire/account';
import { exchangeSso, type SsoResult } from '#app/wire/identity';
import { type Answer, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { ageDirectory, bindings, internal, newFamily, readRows, send, sendFrom } from '#tests/clients/worker';
import { closeProviders, exchanged, type Forgery, playProviders, signInAt } from '#tests/fakes/identity-provider';

const MINUTE = 60_000;
const INVALID = { account_exists: false, can_login_with_token: false, id_token: '', token_valid: false };
type Type = 'google' | 'apple';

beforeAll(playProviders);
afterAll(closeProviders);

let people = 0;
/** Returns the claims of a new person at a provider. */
function person(change: Record<string, string | boolean> = {}) {
  people += 1;
  return { sub: `subject-${people}`, email: uniqueEmail(), email_verified: true, ...change };
}

async function exchange(type: Type, claims: Record<string, string | boolean>, forgery?: Forgery): Promise<SsoResult> {
  const answer = await read(await send(post('/account_sso', await signInAt(type, claims, forgery))));
  expect(answer.status).toBe(200);
  return exchangeSso.output.parse(answer.body);
}

function shown(type: Type, id_token: string, email?: string) {
  const { device, ...rest } = signUpBody('unused');
  return { ...rest, device, login_obj: { ...(email === undefined ? {} : { email }), sso: { id_token, type } } };
}

async function signUp(type: Type, id_token: string, email?: string): Promise<Answer> {
  return read(await send(post('/account', shown(type, id_token, email))));
}

async function signIn(type: Type, id_token: string): Promise<Answer> {
  return read(await send(post('/login', shown(type, id_token))));
}

async function member(type: Type, claims = person()): Promise<{ parent: Parent; claims: ReturnType<typeof person> }> {
  const { id_token } = await exchange(type, claims);
  const answer = await signUp(type, id_token, 'email' in claims ? undefined : uniqueEmail());
  return { parent: new Parent(send, createAccount.output.parse(answer.body)), claims };
}

describe('single sign-on', () => {
  test.each(['google', 'apple'] as const)('%s: signs up a new person, who can then log in (AUTH-063, SSO-040)', async (type) => {
    const claims = person({ name: 'Ada' });
    const first = await exchange(type, claims);
    expect(first).toMatchObject({ account_exists: false, can_login_with_token: false, token_valid: true, email: claims.email });
    expect(first.user_name).toBe('Ada');
    const [account] = createAccount.output.parse((await signUp(type, first.id_token)).body);
    expect(account).toMatchObject({
      login_scheme: 'sso',
      emails: [{ email: claims.email, verified: true }],
      sso: { type, subject: claims.sub },
    });
    expect(await readRows(account.account_id, 'SELECT password_verifier, is_legacy FROM account')).toEqual([
      { password_verifier: '', is_legacy: 0 },
    ]);
    expect(await readRows(account.account_id, 'SELECT hash FROM email_token')).toEqual([]);
    const second = await exchange(type, claims);
    expect(second).toMatchObject({ account_exists: true, can_login_with_token: true, token_valid: true });
    const answer = await signIn(type, second.id_token);
    expect(answer).toMatchObject({ status: 200, body: [{ account_id: account.account_id }, {}] });
  });

  test('exchanges the code with its verifier, redirect URI and client secret (API-087)', async () => {
    await exchange('apple', person());
    const { body } = exchanged.at(-1) ?? {};
    expect(body?.get('redirect_uri')).toBe(`${bindings.PUBLIC_URL}/apple-sso-redirect`);
    expect(body?.get('code_verifier')).toMatch(/^verifier-/);
    expect(body?.get('client_secret')?.split('.')).toHaveLength(3);
  });

  test.each<[string, Forgery]>([
    ['a wrong nonce', { claims: { nonce: 'another' } }],
    ['a wrong audience', { claims: { aud: 'another-client' } }],
    ['another issuer', { claims: { iss: 'https://apple.invalid' } }],
    ['an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
    ['a token issued six minutes ago', { claims: { iat: Math.floor(Date.now() / 1000) - 360 } }],
    ['a token from the future', { claims: { iat: Math.floor(Date.now() / 1000) + 360 } }],
    ['no signature', { sign: 'none' }],
    ['another key’s signature', { sign: 'other key' }],
  ])('rejects %s', async (_name, forgery) => {
    expect(await exchange('google', person(), forgery)).toEqual(INVALID);
  });

  test('accepts a code once, and only with its own verifier and at its own provider', async () => {
    const told = await signInAt('google', person());
    const once = async (body: unknown) => (await read(await send(post('/account_sso', body)))).body;
    expect(await once({ sso: { ...told.sso, code_verifier: 'x'.repeat(43) } })).toEqual(INVALID);
    expect(await once(told)).toEqual(INVALID);
    const again = await signInAt('google', person());
    expect(await once(again)).toMatchObject({ token_valid: true });
    expect(await once(again)).toEqual(INVALID);
    const { sso: apple } = await signInAt('apple', person());
    const mixed = await signInAt('google', person());
    expect(await once({ sso: { ...apple, auth_code: mixed.sso.auth_code } })).toEqual(INVALID);
  });

  test('refuses an unknown client or redirect URI before it sends anything', async () => {
    const { sso } = await signInAt('google', person());
    const before = exchanged.length;
    for (const change of [
      { client_id: 'another' },
      { client_id: 'apple-client' },
      { redirect_uri: 'https://evil.example/google-sso-redirect' },
      { redirect_uri: `${bindings.PUBLIC_URL}/apple-sso-redirect` },
      { redirect_uri: `${bindings.PUBLIC_URL}/google-sso-redirect?x` },
    ]) {
      expect((await send(post('/account_sso', { sso: { ...sso, ...change } }))).status).toBe(400);
    }
    expect(exchanged).toHaveLength(before);
  });

  test('accepts a token once: only one of a hundred parallel logins succeeds', async () => {
    const { claims } = await member('google');
    const { id_token } = await exchange('google', claims);
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn('google', id_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject({ body: { errors: { code: 300 } } });
    expect(await signUp('google', id_token)).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
  });

  test('creates one account from a hundred sign-ups with one token', async () => {
    const { id_token } = await exchange('google', person());
    const answers = await Promise.all(Array.from({ length: 100 }, () => signUp('google', id_token)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
  });

  test('refuses a token that was never exchanged, belongs to another provider or is too old', async () => {
    const { claims } = await member('google');
    const refused = { status: 400, body: { errors: { code: 300 } } };
    const { sso } = await signInAt('google', claims);
    expect(await signIn('google', sso.auth_code)).toMatchObject(refused);
    expect(await signIn('google', 'f'.repeat(64))).toMatchObject(refused);
    expect(await signIn('apple', (await exchange('google', claims)).id_token)).toMatchObject(refused);
    const { id_token } = await exchange('google', claims);
    await ageDirectory('idtoken', await sha256(id_token), 5 * MINUTE);
    expect(await signIn('google', id_token)).toMatchObject(refused);
  });

  test('keeps a sign-up token for half an hour, and accepts its hash instead', async () => {
    const early = await exchange('google', person());
    await ageDirectory('idtoken', await sha256(early.id_token), 29 * MINUTE);
    expect((await signUp('google', await sha256(early.id_token))).status).toBe(200);
    const late = await exchange('google', person());
    await ageDirectory('idtoken', await sha256(late.id_token), 30 * MINUTE);
    expect(await signUp('google', late.id_token)).toMatchObject({ body: { errors: { code: 300 } } });
  });

  test('reports only that the address has a password account, without linking it or returning a token', async () => {
    const parent = await Parent.signUp(send);
    const claims = person({ email: parent.email.toUpperCase() });
    const result = await exchange('google', claims);
    expect(result).toEqual({ account_exists: true, can_login_with_token: false, id_token: '', token_valid: true });
    expect((await parent.call(getAccount)).login_scheme).toBe('password');
  });

  test('keeps an address unverified if the provider does not verify it, and does not log its owner in to that account', async () => {
    const victim = uniqueEmail();
    const { parent } = await member('google', person({ email: victim, email_verified: false }));
    expect((await parent.call(getAccount)).emails).toEqual([{ email: victim, verified: false }]);
    expect(await readRows(parent.accountId, 'SELECT hash FROM email_token')).toHaveLength(1);
    const owner = await exchange('apple', person({ email: victim }));
    expect(owner).toMatchObject({ account_exists: true, can_login_with_token: false, id_token: '' });
  });

  test('treats the same subject at the other provider as another person', async () => {
    const { claims } = await member('google');
    const { id_token, ...result } = await exchange('apple', { ...claims, email: uniqueEmail() });
    expect(result).toMatchObject({ account_exists: false, can_login_with_token: false, token_valid: true });
    expect(await signIn('apple', id_token)).toMatchObject({ body: { errors: { code: 300 } } });
  });

  test('keeps the account when the address changes at the provider', async () => {
    const { parent, claims } = await member('google');
    const { id_token } = await exchange('google', { ...claims, email: uniqueEmail() });
    expect(await signIn('google', id_token)).toMatchObject({ status: 200, body: [{ account_id: parent.accountId }, {}] });
  });

  test('requires an address, and verifies a typed address by email', async () => {
    const { id_token } = await exchange('apple', { sub: 'without address' });
    expect(await signUp('apple', id_token)).toMatchObject({ status: 400, body: { errors: { code: 301 } } });
    const taken = await Parent.signUp(send);
    expect(await signUp('apple', id_token, taken.email)).toMatchObject({ status: 400, body: { errors: { code: 100 } } });
    const email = uniqueEmail();
    const [account] = createAccount.output.parse((await signUp('apple', id_token, email)).body);
    expect(account.emails).toEqual([{ email, verified: false }]);
    const other = await exchange('google', person());
    const typed = uniqueEmail();
    const [second] = createAccount.output.parse((await signUp('google', other.id_token, typed)).body);
    expect(second.emails).toEqual([{ email: typed, verified: false }]);
  });

  test('refuses every password for an account without a password', async () => {
    const { claims } = await member('google');
    for (const password of ['', '0'.repeat(64), 'f'.repeat(64)]) {
      const answer = await read(await send(post('/login', signUpBody(claims.email, password))));
      expect(answer).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
    }
  });

  test('does not log in a child, even if the provider reports the child’s id as its subject (AUTH-072)', async () => {
    const { parent, child } = await newFamily();
    const result = await exchange('google', { ...person(), sub: child.user_id, name: child.user_name });
    expect(result).toMatchObject({ account_exists: false, can_login_with_token: false });
    expect((await signIn('google', result.id_token)).status).toBe(400);
    expect((await parent.call(getAccount)).users).toHaveLength(2);
  });

  test('allows a network address a hundred codes in fifteen minutes', async () => {
    const from = sendFrom('198.51.100.20');
    const { sso } = await signInAt('google', person());
    const bad = { sso: { ...sso, auth_code: 'none' } };
    const statuses = await Promise.all(Array.from({ length: 101 }, async () => (await from(post('/account_sso', bad))).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 403)).toHaveLength(1);
  });

  test('returns the providers and their endpoints without secrets', async () => {
    const providers = await internal.ssoProviders();
    expect(providers.map(({ type, clientId, isFormPost }) => [type, clientId, isFormPost])).toEqual([
      ['google', 'google-client', false],
      ['apple', 'apple-client', false],
    ]);
    expect(JSON.stringify(providers)).not.toContain('secret');
    expect(await internal.ssoEndpoint('apple')).toBe('https://apple.invalid/auth');
  });

  async function sha256(text: string): Promise<string> {
    return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');
  }
});
