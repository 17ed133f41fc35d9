import { describe, expect, test } from 'vitest';
import type { SsoProvider } from '#app/context';
import { sha256Hex } from '#app/keys/sign';
import { readSession, writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { keepLogin, readLogin } from './pending-login.server';
import { finishSso } from './sso-return.server';
import { newStarted, writeStarted } from './sso-state.server';
import { answerSwitch, loadSwitch } from './switch-account.server';

const OWN = 'https://porchlight.example';
const ISSUER = 'https://google.example';
const PROVIDER: SsoProvider = {
  type: 'google',
  issuer: ISSUER,
  clientId: 'c',
  redirectUri: `${OWN}/google-sso-redirect`,
  isFormPost: false,
};
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID_TOKEN = `${part({ alg: 'RS256' })}.${part({ iss: ISSUER, sub: 'second' })}.c2ln`;
const SESSION = {
  accountId: 'first',
  sessionId: 'session',
  secret: 'ab'.repeat(32),
  secretId: 'secret',
  userId: 'user',
  email: 'first@example.com',
  isLegacy: false,
  hasPasswordError: false,
  isInit: true,
  tokenTS: 0,
  startedAt: Date.now(),
  version: 3 as const,
};
const LINKED = { account_exists: true, can_login_with_token: true, id_token: ID_TOKEN, token_valid: true };
const DEVICE = { name: '', make: '', model: '', os: 'x', os_version: '', app_version: '', locale: 'en', time_zone: 'UTC' };

let calls: Array<{ path: string; body: unknown }> = [];
let revoked: Array<string> = [];

/** Returns the context of a browser that is logged in to `first`. `subject`: the account's identity at the provider, or null. */
function signedInContext(subject: string | null, exchanged: object = LINKED) {
  calls = [];
  revoked = [];
  const sso = subject === null ? null : { type: 'google' as const, issuer: ISSUER, subject };
  const emails = [{ email: 'first@example.com', verified: true }];
  return webContext({
    api: async () => Response.json({ ...ACCOUNT_WIRE, account_id: 'first', emails, sso }),
    internal: {
      ssoProviders: async () => [PROVIDER],
      revokeSession: async (accountId) => void revoked.push(accountId),
      call: async (request) => {
        const { pathname: path } = new URL(request.url);
        calls.push({ path, body: await request.json() });
        if (path === '/account_sso') return Response.json(exchanged);
        const account = { ...ACCOUNT_WIRE, account_id: 'second', parent_secret: 'cd'.repeat(32) };
        return Response.json([account, { ...DEVICE, device_id: 'session-2', user_id: 'user-2' }]);
      },
    },
  });
}

/** Opens the return page while `first` is logged in. Returns the redirect target, the context and the session. */
async function comeBack(subject: string | null, exchanged: object = LINKED, isUnderWay = true) {
  const context = signedInContext(subject, exchanged);
  await writeSession(context, SESSION);
  const started = newStarted('google', 'login', '');
  if (isUnderWay) await writeStarted(context, started);
  const request = requestWithCookies(context, `${OWN}/google-sso-redirect?${new URLSearchParams({ code: 'c', state: started.state })}`);
  const answer = await finishSso(request, context, 'google');
  return { to: answer.headers.get('Location'), context, session: await readSession(request, context) };
}

describe('switch account', () => {
  test('redirects another account’s sign-on to the question, without a login or logout', async () => {
    const { to, context, session } = await comeBack(null);
    expect([to, session?.accountId, revoked, calls.map(({ path }) => path)]).toEqual(['/switch-account', 'first', [], ['/account_sso']]);
    const kept = await readLogin(requestWithCookies(context), context);
    expect(kept).toEqual({ type: 'google', timeZone: '', token: await sha256Hex(ID_TOKEN) });
  });

  test('continues a sign-on with the logged-in account’s identity', async () => {
    const { to, session } = await comeBack('second');
    expect([to, session?.accountId]).toEqual(['/manage', 'second']);
  });

  test('redirects a new person’s sign-on to /signup?sso, which asks whether to log out', async () => {
    expect((await comeBack(null, { ...LINKED, account_exists: false, can_login_with_token: false })).to).toBe('/signup?sso');
  });

  test('redirects home and exchanges nothing if no sign-on was in progress (SSO-039)', async () => {
    expect([(await comeBack(null, LINKED, false)).to, calls]).toEqual(['/manage', []]);
  });

  /** Posts the answer to the question. */
  async function answer(fields: Record<string, string>) {
    const before = signedInContext(null);
    await writeSession(before, SESSION);
    await keepLogin(before, { type: 'google', timeZone: '', idToken: ID_TOKEN });
    const request = requestWithCookies(before, `${OWN}/switch-account`, { method: 'POST', body: new URLSearchParams(fields) });
    const context = { ...before, responseCookies: [] };
    const reply = await answerSwitch(request, context);
    const isKept = (await readLogin(request, context)) !== null;
    return { reply, to: reply.headers.get('Location'), session: await readSession(request, context), isKept };
  }

  test('names the logged-in account in the question', async () => {
    const context = signedInContext(null);
    await writeSession(context, SESSION);
    await keepLogin(context, { type: 'google', timeZone: '', idToken: ID_TOKEN });
    expect(await loadSwitch(requestWithCookies(context), context)).toEqual({ accountId: 'first', name: 'first@example.com' });
  });

  test('logs in with the token’s hash after «Log out and continue», ends the other session and clears its data', async () => {
    const { reply, to, session, isKept } = await answer({ intent: 'leave', leave_account: 'first' });
    expect([to, session?.accountId, revoked, isKept]).toEqual(['/manage', 'second', ['first'], false]);
    expect(calls).toMatchObject([
      { path: '/login', body: { login_obj: { sso: { id_token: await sha256Hex(ID_TOKEN), type: 'google' } } } },
    ]);
    expect(reply.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
  });

  test('discards the pending login after «Stay» and changes nothing else', async () => {
    const { to, session, isKept } = await answer({ intent: 'stay', leave_account: 'first' });
    expect([to, session?.accountId, revoked, calls, isKept]).toEqual(['/manage', 'first', [], [], false]);
  });

  test('asks again if the account to leave is not the one that is logged in', async () => {
    const { to, session, isKept } = await answer({ intent: 'leave', leave_account: 'a third' });
    expect([to, session?.accountId, calls, isKept]).toEqual(['/switch-account', 'first', [], true]);
  });
});
