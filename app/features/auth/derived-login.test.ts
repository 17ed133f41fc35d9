import { describe, expect, test, vi } from 'vitest';
import vectors from '~/keys/vectors.json';
import { keepEndpoint } from '~/server/endpoint-choice.server';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { answerAuthForm } from './auth-action.server';

// A busy machine derives for seconds.
vi.setConfig({ testTimeout: 60_000 });

const vector = vectors.find(({ email }) => email === 'a@example.com') ?? { email: '', password: '', authKey: '' };
const { email, password, authKey } = vector;
const TYPED: Record<string, string> = { intent: 'login', form_token: 't', email, password };
const DERIVED: Record<string, string> = { intent: 'login', form_token: 't', email, password_derived: authKey };
const UNSUPPORTED = () => Response.json({ errors: { code: 210, message: 'no' } }, { status: 400 });
const WRONG = () => Response.json({ errors: { code: 300, message: 'no' } }, { status: 400 });

/** Posts a form to an API that answers in turn; what the API was sent as password, and whether the web counted. */
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
  test('a derived value goes to the API as it is, and the API counts (AUTH-004)', async () => {
    const { calls, answer, reserved } = await post(DERIVED, [WRONG]);
    expect([calls, reserved]).toEqual([[{ password: authKey, counted: false, acctkey: undefined }], 0]);
    expect(answer).toMatchObject({ data: { notice: { key: 'error_strings.wrong_login' } } });
    expect(JSON.stringify(answer)).not.toContain(authKey);
  });

  test('without script the edge derives: one call, counted before (AUTH-006)', async () => {
    const { calls, reserved, answer } = await post(TYPED, [WRONG]);
    expect([calls, reserved]).toEqual([[{ password: authKey, counted: true, acctkey: undefined }], 1]);
    expect(answer).not.toMatchObject({ data: { wantsTyped: true } });
  });

  test('a legacy account without script: the same submit tries derived, then as typed, and counts once (AUTH-005)', async () => {
    const { calls, reserved } = await post(TYPED, [UNSUPPORTED, WRONG]);
    expect([calls.map((call) => call.password), reserved]).toEqual([[authKey, password], 1]);
  });

  test('a legacy account with script: the answer asks for the typed password, and that is sent once (AUTH-005)', async () => {
    const first = await post(DERIVED, [UNSUPPORTED]);
    expect([first.calls.length, first.answer]).toMatchObject([1, { data: { wantsTyped: true, notice: null } }]);
    const second = await post({ ...TYPED, password_scheme: 'legacy' }, [WRONG]);
    expect(second.calls.map((call) => call.password)).toEqual([password]);
  });

  test('64 hex typed are never sent as they are: the API would take them for derived (A80)', async () => {
    const typed = 'ab'.repeat(32);
    for (const scheme of ['', 'legacy']) {
      const { calls } = await post({ ...TYPED, password: typed, password_scheme: scheme }, [UNSUPPORTED, WRONG]);
      expect(calls).toHaveLength(1);
      expect(calls[0]?.password).not.toBe(typed);
    }
  });

  test.each([TYPED, DERIVED])('another API that a browser chose is never given a typed password by answering 210 (A32)', async (fields) => {
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
    expect(answer).toMatchObject({ data: { notice: { key: 'error_strings.wrong_login' } } });
    expect(answer).not.toMatchObject({ data: { wantsTyped: true } });
  });

  test('the key that the browser made goes along with the sign-up (SIGN-014)', async () => {
    const acctkey = { encPriv: '{}', key: 'AAAA', keyId: 'a'.repeat(40) };
    const { calls } = await post({ ...DERIVED, intent: 'signup', acctkey: JSON.stringify(acctkey) }, [WRONG]);
    expect(calls[0]).toMatchObject({
      password: authKey,
      acctkey: { enc_priv: '{}', key: 'AAAA', key_id: 'a'.repeat(40), key_type: 'rsa' },
    });
    await expect(post({ ...DERIVED, intent: 'signup', acctkey: '{"key":1}' }, [WRONG])).rejects.toMatchObject({ status: 400 });
  });

  test('a wrong derived value or both at once never reach the API', async () => {
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
    ['gives no answer', () => Promise.reject(new Error('connection refused')), '5'],
  ])('the form is shown again with 503, and no attempt is left counted, when the scrypt service %s', async (_, scrypt, retryAfter) => {
    const counted: Array<string> = [];
    const context = webContext({
      // There was room when it was asked for.
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

  test('nothing is counted when the scrypt service has no room', async () => {
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
  ])('logins that are refused because %s is full are one line a minute in the log for their network', async (full, network) => {
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

  test('an API that is busy is said to be busy, with its time to wait', async () => {
    const body = { errors: { code: 500, message: 'no', reason: 'busy', retry_after: 4 } };
    const { answer, context } = await post(DERIVED, [() => Response.json(body, { status: 503 })]);
    expect(answer).toMatchObject({ init: { status: 503 }, data: { notice: { key: 'error_strings.busy' } } });
    expect(context.responseHeaders.get('Retry-After')).toBe('4');
  });
});
