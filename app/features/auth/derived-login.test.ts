import { describe, expect, test, vi } from 'vitest';
import vectors from '#app/keys/vectors.json';
import { keepEndpoint } from '#app/server/endpoint-choice.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { answerAuthForm } from './auth-action.server';

// Derivation takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const vector = vectors.find(({ email }) => email === 'a@example.com') ?? { email: '', password: '', authKey: '' };
const { email, password, authKey } = vector;
const TYPED: Record<string, string> = { intent: 'login', form_token: 't', email, password };
const DERIVED: Record<string, string> = { intent: 'login', form_token: 't', email, password_derived: authKey };
const UNSUPPORTED = () => Response.json({ errors: { code: 210, message: 'no' } }, { status: 400 });
const WRONG = () => Response.json({ errors: { code: 300, message: 'no' } }, { status: 400 });

/**
 * Posts a form to an API that gives these answers in turn. Returns the calls with their passwords and how often the web Worker counted an
 * attempt.
 */
async function post(fields: Record<string, string>, answers: Array<() => Response>) {
  const calls: Array<{ password: unknown; counted: boolean; acctkey: unknown }> = [];
  let reserved = 0;
  const context = webContext({
    internal: {
      call: async (request, { counted }) => {
        const body = await request.json<{ login_obj: { password: unknown }; acctkey?: unknown }>();
        calls.push({ password: body.login_obj.password, counted, acctkey: body.acctkey });
        return (answers[calls.length - 1] ?? WRONG)();
      },
      reserveAttempt: async () => {
        reserved += 1;
        return true;
      },
    },
  });
  const request = new Request('https://porchlight.example/?index&view=login', { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await answerAuthForm(request, context);
  return { calls, answer, reserved, context };
}

describe('derived login', () => {
  test('sends a derived password unchanged and lets the API count the attempt (AUTH-004)', async () => {
    const { calls, answer, reserved } = await post(DERIVED, [WRONG]);
    expect([calls, reserved]).toEqual([[{ password: authKey, counted: false, acctkey: undefined }], 0]);
    expect(answer).toBeRefusedWith('error_strings.wrong_login');
    expect(JSON.stringify(answer)).not.toContain(authKey);
  });

  test('without script, derives on the server and makes one call, counted beforehand (AUTH-006)', async () => {
    const { calls, reserved, answer } = await post(TYPED, [WRONG]);
    expect([calls, reserved]).toEqual([[{ password: authKey, counted: true, acctkey: undefined }], 1]);
    expect(answer).not.toMatchObject({ data: { wantsTyped: true } });
  });

  test("without script, sends a legacy account's password derived, then as typed, and counts once (AUTH-005)", async () => {
    const { calls, reserved } = await post(TYPED, [UNSUPPORTED, WRONG]);
    expect([calls.map((call) => call.password), reserved]).toEqual([[authKey, password], 1]);
  });

  test('asks a browser with script for the typed password of a legacy account and sends it once (AUTH-005)', async () => {
    const first = await post(DERIVED, [UNSUPPORTED]);
    expect([first.calls.length, first.answer]).toMatchObject([1, { data: { wantsTyped: true, notice: null } }]);
    const second = await post({ ...TYPED, password_scheme: 'legacy' }, [WRONG]);
    expect(second.calls.map((call) => call.password)).toEqual([password]);
  });

  test('does not send 64 typed hex digits as typed, because the API would take them as derived (A80)', async () => {
    const typed = 'ab'.repeat(32);
    for (const scheme of ['', 'legacy']) {
      const { calls } = await post({ ...TYPED, password: typed, password_scheme: scheme }, [UNSUPPORTED, WRONG]);
      expect(calls).toHaveLength(1);
      expect(calls[0]?.password).not.toBe(typed);
    }
  });

  test.each([TYPED, DERIVED])('does not send a typed password to another API that answers 210 (A32)', async (fields) => {
    const context = webContext();
    Object.assign(context.env, { ENDPOINT_OVERRIDE: 'any' });
    await keepEndpoint(context, 'https://other.example');
    const body = new URLSearchParams(fields);
    const request = requestWithCookies(context, 'https://porchlight.example/?index&view=login', { method: 'POST', body });
    const sent: Array<string> = [];
    vi.stubGlobal('fetch', async (call: Request) => {
      sent.push(await call.text());
      return UNSUPPORTED();
    });
    const answer = await answerAuthForm(request, context);
    vi.unstubAllGlobals();
    expect([sent.length, sent.join()]).toEqual([1, expect.stringContaining(authKey)]);
    expect(sent.join()).not.toContain(password);
    expect(answer).toBeRefusedWith('error_strings.wrong_login');
    expect(answer).not.toMatchObject({ data: { wantsTyped: true } });
  });

  test('sends the key created in the browser with the sign-up (SIGN-014)', async () => {
    const acctkey = { encPriv: '{}', key: 'AAAA', keyId: 'a'.repeat(40) };
    const { calls } = await post({ ...DERIVED, intent: 'signup', acctkey: JSON.stringify(acctkey) }, [WRONG]);
    expect(calls[0]).toMatchObject({
      password: authKey,
      acctkey: { enc_priv: '{}', key: 'AAAA', key_id: 'a'.repeat(40), key_type: 'rsa' },
    });
    await expect(post({ ...DERIVED, intent: 'signup', acctkey: '{"key":1}' }, [WRONG])).rejects.toMatchObject({ status: 400 });
  });

  test('does not call the API for an invalid derived password, or for both a typed and a derived password', async () => {
    const changes: Array<Record<string, string>> = [{ password_derived: 'short' }, { password }];
    for (const change of changes) {
      const outcome = await post({ ...DERIVED, ...change }, []).then(
        ({ calls }) => calls.length,
        (error: unknown) => error,
      );
      expect(outcome instanceof Response ? outcome.status : outcome, JSON.stringify(change)).toSatisfy(
        (seen) => seen === 0 || seen === 400,
      );
    }
  });

  test.each([
    ['is full', () => new Response(null, { status: 503, headers: { 'Retry-After': '7' } }), '7'],
    ['does not answer', () => Promise.reject(new Error('connection refused')), '5'],
  ])('shows the form again with 503 and releases the attempt when the scrypt service %s', async (_, scrypt, retryAfter) => {
    const counted: Array<string> = [];
    const context = webContext({
      // `/room` always reports free capacity; only the hash request fails.
      scrypt: async (request) => (new URL(request.url).pathname === '/room' ? new Response('a place') : scrypt()),
      internal: {
        reserveAttempt: async (kind, who) => counted.push(`+ ${kind} ${who.email} ${who.ip}`) > 0,
        releaseAttempt: async (kind, who) => void counted.push(`- ${kind} ${who.email} ${who.ip}`),
      },
    });
    const request = new Request('https://porchlight.example/?index&view=login', { method: 'POST', body: new URLSearchParams(TYPED) });
    const answer = await answerAuthForm(request, context);
    expect(answer).toMatchObject({
      init: { status: 503 },
      data: { notice: { key: 'error_strings.busy' }, lastResult: { initialValue: { email } } },
    });
    expect(JSON.stringify(answer)).not.toContain(password);
    expect(context.responseHeaders.get('Retry-After')).toBe(retryAfter);
    expect(counted).toEqual([`+ login ${email} 192.0.2.1`, `- login ${email} 192.0.2.1`]);
  });

  test('does not count an attempt when the scrypt service has no room', async () => {
    const counted: Array<string> = [];
    const context = webContext({
      scrypt: async () => new Response(null, { status: 503, headers: { 'Retry-After': '9' } }),
      internal: { reserveAttempt: async (kind) => counted.push(kind) > 0 },
    });
    const request = new Request('https://porchlight.example/?index&view=login', { method: 'POST', body: new URLSearchParams(TYPED) });
    expect(await answerAuthForm(request, context)).toMatchObject({ init: { status: 503 } });
    expect([counted, context.responseHeaders.get('Retry-After')]).toEqual([[], '9']);
  });

  test.each([
    ['/room', '203.0.113.0/24'],
    ['/scrypt', '198.51.100.0/24'],
  ])('logs one line per minute and network for logins refused because %s is full', async (full, network) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const scrypt = async (request: Request) =>
      new URL(request.url).pathname === full ? new Response(null, { status: 503 }) : new Response('a place');
    const post = () => new Request('https://porchlight.example/?index&view=login', { method: 'POST', body: new URLSearchParams(TYPED) });
    for (const _ of [1, 2, 3]) await answerAuthForm(post(), { ...webContext({ scrypt }), network });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    log.mockRestore();
    const at = expect.any(String);
    expect(lines).toEqual([{ level: 'warn', at, event: 'login_refused', reason: 'busy', network, times: 1 }]);
  });

  test('returns the retry time of a busy API', async () => {
    const body = { errors: { code: 500, message: 'no', reason: 'busy', retry_after: 4 } };
    const { answer, context } = await post(DERIVED, [() => Response.json(body, { status: 503 })]);
    expect(answer).toBeRefusedWith('error_strings.busy', 503);
    expect(context.responseHeaders.get('Retry-After')).toBe('4');
  });
});
