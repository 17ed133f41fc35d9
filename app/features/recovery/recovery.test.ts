import type { AppLoadContext } from '@remix-run/cloudflare';
import { describe, expect, test } from 'vitest';
import type { InternalService } from '#app/context';
import { newBrowserId, readKnown } from '#app/server/known-browser.server';
import { readSession, writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { readAskedAddress } from './asked-address.server';
import { answerForgot } from './forgot.server';
import { answerReset, readResetLink } from './reset.server';
import { answerUndoEmail, readUndoLink } from './undo-email.server';

const LINK = { email: 'a@example.com', token: 'the-token' };
const refusing = (status: number, code: number) => async () => Response.json({ errors: { code, message: 'no' } }, { status });
const answering = (body: unknown) => async () => Response.json(body);

function posting(fields: Record<string, string>, internal: Partial<InternalService>) {
  const context = webContext({ internal });
  const request = new Request('https://porchlight.example/reset', {
    method: 'POST',
    body: new URLSearchParams({ form_token: 't', ...fields }),
  });
  return { request, context };
}

describe('recovery', () => {
  test('sends only the address, redirects to a URL without it, and keeps it for `?again` (RECO-002, RECO-004)', async () => {
    const sent: Array<unknown> = [];
    const call = async (request: Request) => {
      sent.push(await request.json());
      return Response.json({ status: 'email_sent' });
    };
    const { request, context } = posting({ intent: 'forgot', email: ' A@Example.com ' }, { call });
    expect(await answerForgot(request, context)).toRedirectTo('/forgot?sent');
    expect(sent).toEqual([{ email: 'a@example.com' }]);
    expect(context.responseCookies.join()).toMatch(/__Host-forgot=(?!.*example\.com)/);
    const read = (path: string) => readAskedAddress(requestWithCookies(context, `https://porchlight.example${path}`), webContext());
    expect(await read('/forgot?again')).toBe('a@example.com');
    expect(await read('/forgot')).toBe('');
    expect(await read('/forgot?email=b%40example.com')).toBe('b@example.com');
  });

  test.each([
    ['an unknown status from the API', answering({ status: 'x' }), 'error_strings.unknown', 400],
    ['too many emails', refusing(403, 413), 'error_strings.too_many_mails', 400],
    ['no answer', () => Promise.reject(new Error('down')), 'error_strings.unknown_outcome', 503],
  ])('shows the form again with the address after %s (RECO-003, RECO-019)', async (_, call, key, status) => {
    const { request, context } = posting({ intent: 'forgot', email: LINK.email }, { call });
    const answer = await answerForgot(request, context);
    expect(answer).toMatchObject({ init: { status }, data: { notice: { key }, lastResult: { initialValue: { email: LINK.email } } } });
  });

  test('redirects a link without a token to /forgot and keeps the address', () => {
    const read = (query: string) => () => readResetLink(new Request(`https://porchlight.example/reset${query}`), webContext());
    expect(read('?email=a%40example.com&token=x')()).toEqual({ email: 'a@example.com', token: 'x', isMoved: false });
    expect(read('?email=a%40example.com&token=x&moved=1')()).toMatchObject({ isMoved: true });
    for (const [query, to] of [
      ['', '/forgot'],
      ['?email=a%40example.com', '/forgot?email=a%40example.com'],
    ] as const) {
      let thrown: unknown = null;
      try {
        read(query)();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toRedirectTo(to);
    }
  });

  test.each([
    ['no characters', '', 'empty_password'],
    ['7 characters', '1234567', 'password_too_short'],
    ['97 characters', 'x'.repeat(97), 'password_too_long'],
    ['one repeated sequence', 'abcabcabc', 'password_common'],
    ["the account's own address", LINK.email.toUpperCase(), 'password_own_email'],
  ])('refuses a new password of %s before any call (RECO-009 to RECO-011)', async (_, password, error) => {
    let calls = 0;
    const count = async () => {
      calls += 1;
      return true;
    };
    const { request, context } = posting({ intent: 'reset', ...LINK, new_password: password }, { reserveAttempt: count });
    expect(await answerReset(request, context)).toMatchObject({ data: { lastResult: { error: { new_password: [error] } } } });
    expect(calls).toBe(0);
  });

  test('checks the rate limit before deriving a typed password, but not for one derived in the browser', async () => {
    const asked: Array<string> = [];
    const reserveAttempt = async (kind: string) => {
      asked.push(kind);
      return false;
    };
    const typed = posting({ intent: 'reset', ...LINK, new_password: 'long enough' }, { reserveAttempt, call: answering({}) });
    expect(await answerReset(typed.request, typed.context)).toBeRefusedWith('error_strings.rate_limited');
    expect(asked).toEqual(['reset']);
    const sent: Array<unknown> = [];
    const call = async (request: Request) => {
      sent.push(await request.json());
      return Response.json({ status: 'login_updated' });
    };
    const derived = posting({ intent: 'reset', ...LINK, new_password_derived: 'ab'.repeat(32) }, { reserveAttempt, call });
    expect(await answerReset(derived.request, derived.context)).toRedirectTo('/login');
    expect(asked).toEqual(['reset']);
    expect(sent).toEqual([{ ...LINK, password: 'ab'.repeat(32) }]);
  });

  test.each([
    ['a used link', refusing(400, 300), { key: 'recovery.bad_link', link: { to: '/forgot?email=a%40example.com' } }],
    ['an account with single sign-on', refusing(403, 410), { key: 'messages.invalid_for_sso' }],
    ['an unknown status from the API', answering({ status: 'x' }), { key: 'error_strings.unknown' }],
  ])('explains %s and returns neither password nor token (RECO-007, RECO-008, RECO-013)', async (_, call, notice) => {
    const { request, context } = posting({ intent: 'reset', ...LINK, new_password_derived: 'ab'.repeat(32) }, { call });
    const answer = await answerReset(request, context);
    expect(answer).toMatchObject({ data: { notice } });
    expect(JSON.stringify(answer)).not.toMatch(/abab|the-token/);
  });

  const session = (accountId: string) => ({
    accountId,
    sessionId: 'session',
    secret: 'ab'.repeat(32),
    secretId: 'secret',
    userId: 'user',
    isLegacy: false,
    hasPasswordError: false,
    isInit: true,
    tokenTS: 0,
    startedAt: Date.now(),
    version: 3 as const,
  });

  async function signedInPost(fields: Record<string, string>, call: InternalService['call']) {
    const before = webContext();
    await writeSession(before, session('another'));
    const revoked: Array<string> = [];
    const revokeSession = async (accountId: string) => {
      revoked.push(accountId);
    };
    const body = new URLSearchParams({ form_token: newBrowserId(), ...fields });
    const request = requestWithCookies(before, 'https://porchlight.example/reset', { method: 'POST', body });
    const api = async () => Response.json({ ...ACCOUNT_WIRE, account_id: 'another' });
    return { request, context: webContext({ api, internal: { call, revokeSession } }), revoked };
  }

  test('asks before a reset logs out another account, even if the form agrees to a third one', async () => {
    const sent: Array<Request> = [];
    const call: InternalService['call'] = async (request) => {
      sent.push(request);
      return Response.json({ status: 'login_updated' });
    };
    for (const agreed of ['', 'a third']) {
      const { request, context } = await signedInPost({ ...LINK, new_password_derived: 'ab'.repeat(32), leave_account: agreed }, call);
      expect(await answerReset(request, context)).toMatchObject({ init: { status: 409 }, data: { leaving: { accountId: 'another' } } });
      expect(await readSession(request, context)).not.toBeNull();
    }
    expect(sent).toEqual([]);
  });

  test('requests a new, empty account only if the user chose it (A145)', async () => {
    const sent: Array<unknown> = [];
    const call: InternalService['call'] = async (request) => {
      sent.push(await request.json());
      return Response.json({ status: 'login_updated' });
    };
    for (const account of ['own', 'new']) {
      const { request, context } = posting({ ...LINK, new_password_derived: 'ab'.repeat(32), account }, { call });
      await answerReset(request, context);
    }
    const body = { ...LINK, password: 'ab'.repeat(32) };
    expect(sent).toEqual([body, { ...body, start_empty: true }]);
  });

  test("ends another account's session only after the password has changed (A110)", async () => {
    const fields = { ...LINK, new_password_derived: 'ab'.repeat(32), leave_account: 'another' };
    const refused = await signedInPost(fields, refusing(400, 300));
    await answerReset(refused.request, refused.context);
    expect(await readSession(refused.request, refused.context)).not.toBeNull();
    expect([refused.revoked, refused.context.responseCookies]).toEqual([[], []]);
    const done = await signedInPost(fields, answering({ status: 'login_updated' }));
    await answerReset(done.request, done.context);
    expect(done.revoked).toEqual(['another']);
    expect(done.context.responseCookies).toContainEqual(expect.stringMatching(/^__Host-session=;.*Max-Age=0/));
  });

  test('restores an address and ends only the session of that account', async () => {
    const restored = answering({ status: 'email_restored', email: 'a@example.com' });
    const other = await signedInPost({ account_id: 'one', token: 'x' }, restored);
    expect(await answerUndoEmail(other.request, other.context)).toRedirectTo('/undo-email?done');
    expect(other.revoked).toEqual([]);
    const own = await signedInPost({ account_id: 'another', token: 'x' }, restored);
    await answerUndoEmail(own.request, own.context);
    expect(own.revoked).toEqual(['another']);
  });

  test('remembers a browser after a reset or undo, but not after a refused one (A132)', async () => {
    const asked: Array<string | null> = [];
    const answering = (body: unknown, status = 200): InternalService['call'] => {
      return async (_request, { freshId }) => {
        asked.push(freshId);
        return Response.json(body, { status });
      };
    };
    const knownOf = (context: AppLoadContext) => readKnown(requestWithCookies(context), webContext());
    const fields = { ...LINK, new_password_derived: 'ab'.repeat(32) };
    const reset = posting(fields, { call: answering({ status: 'login_updated', account_id: 'account' }) });
    await answerReset(reset.request, reset.context);
    expect(await knownOf(reset.context)).toEqual([{ accountId: 'account', id: asked[0] }]);
    const undone = posting(
      { account_id: 'account', token: 'x' },
      { call: answering({ status: 'email_restored', email: 'a@example.com' }) },
    );
    await answerUndoEmail(undone.request, undone.context);
    expect(await knownOf(undone.context)).toEqual([{ accountId: 'account', id: asked[1] }]);
    const refused = posting(fields, { call: answering({ errors: { code: 300, message: 'no' } }, 400) });
    await answerReset(refused.request, refused.context);
    expect(await knownOf(refused.context)).toEqual([]);
  });

  test('rejects an undo link without account or token', () => {
    const read = (query: string) => readUndoLink(new Request(`https://porchlight.example/undo-email${query}`));
    expect([read(''), read('?account_id=one'), read('?token=x')]).toEqual([null, null, null]);
    expect(read('?account_id=one&token=x')).toEqual({ accountId: 'one', token: 'x' });
  });

  test('explains that an undo link was used or is invalid', async () => {
    const { request, context } = posting({ account_id: 'one', token: 'x' }, { call: refusing(400, 500) });
    expect(await answerUndoEmail(request, context)).toMatchObject({
      init: { status: 400 },
      data: { notice: { key: 'recovery.undo_bad' } },
    });
  });
});
