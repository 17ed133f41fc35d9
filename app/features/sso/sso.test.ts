import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InternalService, SsoProvider } from '#app/context';
import { seal } from '#app/server/seal.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { keepSignUp, leaveSignUp, readSignUp } from './pending-sign-up.server';
import { listSsoTypes } from './providers.server';
import { validateSsoSignUp } from './sso.schemas';
import { startSso } from './sso-init.server';
import { finishSso, takePostedReturn } from './sso-return.server';
import { readStarted } from './sso-state.server';

const OWN = 'https://porchlight.example';
const TYPES = ['google', 'apple'] as const;
type Type = (typeof TYPES)[number];
type Context = ReturnType<typeof webContext>;

const providers = (isFormPost = false): Array<SsoProvider> =>
  TYPES.map((type) => ({
    type,
    issuer: `https://${type}.example`,
    clientId: `${type}-client`,
    redirectUri: `${OWN}/${type}-sso-redirect`,
    isFormPost: isFormPost && type === 'apple',
  }));

let calls: Array<{ path: string; body: unknown }> = [];
const NOTHING = { account_exists: false, can_login_with_token: false, id_token: '', token_valid: false };

function contextThat(answers: Record<string, unknown> = {}, change: Partial<InternalService> = {}): Context {
  const call = async (request: Request) => {
    const { pathname } = new URL(request.url);
    calls.push({ path: pathname, body: await request.json() });
    return pathname in answers
      ? Response.json(answers[pathname])
      : Response.json({ errors: { code: 300, message: 'no' } }, { status: 400 });
  };
  const ssoEndpoint = async (type: Type) => `https://${type}.example/auth`;
  return webContext({ internal: { call, ssoProviders: async () => providers(), ssoEndpoint, ...change } });
}

/** Opens the init page. Returns the URL that it redirects to, the state in that URL, and the browser's context. */
async function begin(type: Type, context = contextThat(), query = '') {
  const answer = await startSso(new Request(`${OWN}/${type}-sso-init${query}`), context, type);
  const url = new URL(answer.headers.get('Location') ?? '', OWN);
  return { url, state: url.searchParams.get('state') ?? '', context };
}

/** Opens the return page in the browser of `context`. Returns the response, its target and its cookies. */
async function comeBack(type: Type, context: Context, query: Record<string, string>) {
  const request = requestWithCookies(context, `${OWN}/${type}-sso-redirect?${new URLSearchParams(query)}`);
  const next = { ...context, responseCookies: [] };
  const answer = await finishSso(request, next, type);
  return { answer, to: answer.headers.get('Location'), cookies: next.responseCookies.join('\n') };
}

beforeEach(() => {
  calls = [];
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

describe('sso', () => {
  test('sends exactly the specified parameters, PKCE and nonce to Google (API-089, SSO-002, SSO-016)', async () => {
    const { url } = await begin('google');
    expect(url.origin + url.pathname).toBe('https://google.example/auth');
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      client_id: 'google-client',
      redirect_uri: `${OWN}/google-sso-redirect`,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect([state, nonce, code_challenge]).toEqual([
      expect.stringMatching(/^login\.[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
  });

  test('uses query mode without a scope for Apple (API-088, SSO-001, 005, 016)', async () => {
    const { url } = await begin('apple');
    expect([...url.searchParams.keys()].sort()).toEqual(
      ['client_id', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri', 'response_mode', 'response_type', 'state'].sort(),
    );
    expect(url.searchParams.get('response_mode')).toBe('query');
  });

  test('starts each sign-on with new random values in a sealed cookie', async () => {
    const [one, two] = [await begin('google'), await begin('google')];
    expect(one.url.searchParams.get('nonce')).not.toBe(two.url.searchParams.get('nonce'));
    const [cookie = ''] = one.context.responseCookies;
    expect(cookie).toMatch(/^__Host-sso=.*Max-Age=180; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain(one.state);
  });

  test.each<[string, number, boolean]>([
    ['2 min 59 s', 179_000, true],
    ['3 min', 180_000, true],
    ['3 min 1 s', 181_000, false],
  ])('accepts a return no later than 3 minutes after the start: %s (CONST-082, SSO-036)', async (_name, later, isGood) => {
    const { state, context } = await begin('google', contextThat({ '/account_sso': { ...NOTHING, token_valid: true, id_token: 't' } }));
    vi.setSystemTime(Date.now() + later);
    const { to, cookies } = await comeBack('google', context, { code: 'c', state });
    expect(to).toBe(isGood ? '/signup' : '/');
    expect(cookies.includes('__Host-toast=')).toBe(!isGood);
    expect(calls).toHaveLength(isGood ? 1 : 0);
  });

  const ACCEPTED = { ...NOTHING, token_valid: true, id_token: 't' };
  test.each<[string, (state: string) => Record<string, string>]>([
    ['another state', () => ({ code: 'c', state: 'login.x' })],
    ['a state with one letter changed', (state) => ({ code: 'c', state: `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}` })],
    ['no state', () => ({ code: 'c' })],
    ['only the mode as state', () => ({ code: 'c', state: 'login' })],
    ['no code', (state) => ({ state })],
    ['an empty code', (state) => ({ code: '', state })],
    ['an error and no code', (state) => ({ error: 'access_denied', state })],
    ['an error and a code', (state) => ({ error: 'access_denied', code: 'c', state })],
    ['another provider’s issuer', (state) => ({ code: 'c', state, iss: 'https://apple.example' })],
  ])('refuses a return with %s and exchanges nothing (SSO-028)', async (_name, query) => {
    const { state, context } = await begin('google', contextThat({ '/account_sso': ACCEPTED }));
    const { to, cookies } = await comeBack('google', context, query(state));
    expect([to, calls]).toEqual(['/', []]);
    expect(cookies).toMatch(/__Host-sso=; .*Max-Age=0/);
    expect(cookies).toContain('__Host-toast=');
  });

  test('refuses a return on the other provider’s page, in another browser, or for the second time', async () => {
    const { state, context } = await begin('google', contextThat({ '/account_sso': ACCEPTED }));
    expect((await comeBack('apple', context, { code: 'c', state })).to).toBe('/');
    expect((await comeBack('google', contextThat({ '/account_sso': ACCEPTED }), { code: 'c', state })).to).toBe('/');
    const request = requestWithCookies(context, `${OWN}/google-sso-redirect?code=c&state=${state}`);
    const both = { ...context, responseCookies: [] };
    expect(await finishSso(request, both, 'google')).toRedirectTo('/signup');
    expect(await finishSso(request, both, 'google')).toRedirectTo('/');
  });

  test('ignores a cookie that was changed or sealed for another purpose', async () => {
    const { context } = await begin('google');
    const [cookie = ''] = context.responseCookies;
    const changed = cookie.replace(/=(.{60})./, (_all, start: string) => `=${start}!`);
    const asRequest = (text: string) => new Request(OWN, { headers: { Cookie: text.split(';')[0] ?? '' } });
    expect(await readStarted(asRequest(cookie), webContext())).not.toBeNull();
    expect(await readStarted(asRequest(changed), webContext())).toBeNull();
    const other = await seal(context.env.SESSION_KEYS, 'flow', { type: 'google' }, 60);
    expect(await readStarted(asRequest(`__Host-sso=${other}`), webContext())).toBeNull();
  });

  test.each(TYPES)('%s: sends code, client, return URL, type, verifier and nonce to the exchange', async (type) => {
    const { url, state, context } = await begin(type, contextThat({ '/account_sso': ACCEPTED }));
    await comeBack(type, context, { code: 'the code', state, iss: `https://${type}.example` });
    const sso = {
      auth_code: 'the code',
      client_id: `${type}-client`,
      redirect_uri: `${OWN}/${type}-sso-redirect`,
      type,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      nonce: url.searchParams.get('nonce'),
    };
    expect(calls).toEqual([{ path: '/account_sso', body: { sso } }]);
  });

  test.each(TYPES)(
    '%s: redirects an unknown identity to the login, a new person to the sign-up, a bad code to the landing page',
    async (type) => {
      const outcome = async (result: object) => {
        const { state, context } = await begin(type, contextThat({ '/account_sso': result }));
        return comeBack(type, context, { code: 'c', state });
      };
      const taken = await outcome({ ...NOTHING, token_valid: true, account_exists: true });
      expect([taken.to, taken.cookies.includes('__Host-toast=')]).toEqual(['/?view=login', true]);
      const fresh = await outcome({ ...ACCEPTED, user_name: 'Ada', email: 'ada@example.com' });
      expect([fresh.to, fresh.cookies.includes('__Host-sso_signup=')]).toEqual(['/signup', true]);
      const bad = await outcome(NOTHING);
      expect([bad.to, bad.cookies.includes('__Host-toast=')]).toEqual(['/', true]);
    },
  );

  test.each([
    ['?time_zone=Asia/Tokyo', 'Asia/Tokyo'],
    ['?time_zone=Nowhere', 'UTC'],
    ['', 'UTC'],
  ])(
    'logs in to a linked account with the time zone from the query, or UTC if it is missing or unknown: %j (A45)',
    async (query, time_zone) => {
      const linked = { '/account_sso': { ...ACCEPTED, account_exists: true, can_login_with_token: true } };
      const { url, state, context } = await begin('apple', contextThat(linked), query);
      expect(url.searchParams.has('time_zone')).toBe(false);
      await comeBack('apple', context, { code: 'c', state });
      const login_obj = { sso: { id_token: 't', type: 'apple' } };
      expect(calls[1]).toMatchObject({ path: '/login', body: { login_obj, device: { time_zone } } });
    },
  );

  test('returns a page with a link that passes the code to the app, without an exchange or a login (SSO-029, SSO-033)', async () => {
    const { state, context } = await begin('google', contextThat(), '?state=opconnect');
    expect(state).toMatch(/^opconnect\./);
    const { answer, cookies } = await comeBack('google', context, { code: 'a&b', state });
    const link = /href="(opconnect:[^"]*)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(link.startsWith('opconnect://sso?')).toBe(true);
    const query = { client_id: 'google-client', redirect_uri: `${OWN}/google-sso-redirect`, type: 'google', code: 'a&b' };
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual(query);
    expect([calls, cookies.includes('session')]).toEqual([[], false]);
  });

  test('uses a challenge and nonce from an app, but ignores a nonce from a page', async () => {
    const own = `code_challenge=${'c'.repeat(43)}&nonce=${'n'.repeat(20)}`;
    const { url } = await begin('google', contextThat(), `?state=opconnect&${own}`);
    expect([url.searchParams.get('code_challenge'), url.searchParams.get('nonce')]).toEqual(['c'.repeat(43), 'n'.repeat(20)]);
    const page = await begin('google', contextThat(), `?${own}`);
    expect(page.url.searchParams.get('nonce')).not.toBe('n'.repeat(20));
  });

  test.each(['javascript:alert(1)//', 'https://evil.example', 'data://x', 'no scheme'])(
    'ignores %s as the address of an app',
    async (address) => {
      const { state, context } = await begin('google', contextThat(), '?state=opconnect');
      context.env.SSO_DEEP_LINK = address;
      expect(await (await comeBack('google', context, { code: 'c', state })).answer.text()).toContain('href="opconnect://sso?');
    },
  );

  test('posts the code from a popup only to our own origin, with a state that is valid once (SSO-034)', async () => {
    const { state, context } = await begin('google', contextThat({ '/account_sso': ACCEPTED }), '?state=googlepopup');
    const request = requestWithCookies(context, `${OWN}/google-sso-redirect?${new URLSearchParams({ code: '"<c>', state })}`);
    const next = { ...context, responseCookies: [] };
    const answer = await finishSso(request, next, 'google');
    const html = await answer.text();
    expect([answer.headers.get('Cross-Origin-Opener-Policy'), answer.headers.get('Referrer-Policy')]).toEqual([
      'unsafe-none',
      'no-referrer',
    ]);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('<script nonce="nonce">');
    const message = JSON.parse(
      (/data-sso="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    );
    expect(message).toEqual({ type: 'google', code: '"<c>', state: expect.stringMatching(/^login\./) });
    expect(calls).toEqual([]);
    const { to } = await comeBack(
      'google',
      { ...context, responseCookies: next.responseCookies },
      { code: message.code, state: message.state },
    );
    expect(to).toBe('/signup');
  });

  test('ignores popup mode for Apple', async () => {
    expect((await begin('apple', contextThat(), '?state=googlepopup')).state).toMatch(/^login\./);
  });

  test('redirects to the landing page with a message if a provider is missing or does not answer', async () => {
    for (const change of [
      { ssoProviders: async () => [] },
      { ssoEndpoint: async () => null },
      { ssoEndpoint: () => Promise.reject(new Error()) },
    ]) {
      const { url, context } = await begin('google', contextThat({}, change));
      expect(url.pathname).toBe('/');
      expect(context.responseCookies.join()).toContain('__Host-toast=');
      expect(context.responseCookies.join()).not.toContain('__Host-sso=');
    }
    const silent = contextThat({}, { ssoProviders: () => Promise.reject(new Error('down')) });
    expect(await listSsoTypes(new Request(OWN), silent)).toEqual([]);
  });

  test('redirects the demonstration’s other host name to the one that the provider accepts', async () => {
    const answer = await startSso(new Request('http://127.0.0.1:8787/google-sso-init?state=opconnect'), contextThat(), 'google');
    expect(answer).toRedirectTo(`${OWN}/google-sso-init?state=opconnect`);
  });

  test('reads the name from Apple’s form POST and sets the `SameSite=None` cookie that it needs (SSO-003)', async () => {
    const context = contextThat({ '/account_sso': ACCEPTED }, { ssoProviders: async () => providers(true) });
    const { url, state } = await begin('apple', context);
    expect([url.searchParams.get('response_mode'), url.searchParams.get('scope')]).toEqual(['form_post', 'name email']);
    expect(context.responseCookies.join()).toMatch(/__Host-sso=[^,]*SameSite=None; Secure/);
    const post = async (fields: Record<string, string>) => {
      const init = { method: 'POST', body: new URLSearchParams(fields) };
      const next = { ...context, responseCookies: [] };
      const answer = await takePostedReturn(requestWithCookies(context, `${OWN}/apple-sso-redirect`, init), next, 'apple');
      return { to: answer.headers.get('Location'), status: answer.status, next };
    };
    expect((await post({ code: 'c', state: 'login.x' })).to).toBe('/apple-sso-redirect');
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Example' } });
    const posted = await post({ code: 'c', state, user });
    expect([posted.status, posted.to]).toEqual([303, `/apple-sso-redirect?state=${state}`]);
    const back = { ...context, responseCookies: posted.next.responseCookies };
    const end = { ...context, responseCookies: [] };
    const answer = await finishSso(requestWithCookies(back, `${OWN}${posted.to}`), end, 'apple');
    expect(answer).toRedirectTo('/signup');
    expect(calls[0]).toMatchObject({ body: { sso: { auth_code: 'c' } } });
    expect(await readSignUp(requestWithCookies(end), webContext())).toMatchObject({ userName: 'Ada Example' });
  });

  test('ignores a code in the URL in form POST mode', async () => {
    const context = contextThat({ '/account_sso': ACCEPTED }, { ssoProviders: async () => providers(true) });
    const { state } = await begin('apple', context);
    expect((await comeBack('apple', context, { code: 'c', state })).to).toBe('/');
    expect(calls).toEqual([]);
  });

  test('stores a pending sign-up in a cookie even if the token is long (LAND-023)', async () => {
    const context = webContext();
    const about = { type: 'google' as const, userName: '名'.repeat(64), email: `${'a'.repeat(300)}@example.com` };
    await keepSignUp(context, { ...about, idToken: 'x'.repeat(8192) });
    const [cookie = ''] = context.responseCookies;
    expect(cookie.length).toBeLessThan(3500);
    expect(await readSignUp(requestWithCookies(context), webContext())).toEqual({
      ...about,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('discards a pending sign-up when the visitor leaves it, and sets no cookie if none is pending', async () => {
    const before = webContext();
    await keepSignUp(before, { type: 'google', userName: 'Ada', email: 'a@example.com', idToken: 'x' });
    const after = webContext();
    leaveSignUp(requestWithCookies(before), after);
    expect(after.responseCookies).toEqual([expect.stringMatching(/^__Host-sso_signup=;.*Max-Age=0/)]);
    const none = webContext();
    leaveSignUp(new Request(OWN), none);
    expect(none.responseCookies).toEqual([]);
  });

  test.each([' ', '\u200b\u2060', '\u00a0\t'])('reports an invisible name as missing: %j', (user_name) => {
    const fields = new FormData();
    for (const [name, value] of Object.entries({ email: 'ada@example.com', user_name })) fields.set(name, value);
    expect(validateSsoSignUp(fields).reply().error).toEqual({ user_name: ['missing_name'] });
    fields.set('user_name', '');
    expect(validateSsoSignUp(fields).status).toBe('success');
  });
});
