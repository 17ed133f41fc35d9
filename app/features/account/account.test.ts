import { describe, expect, test } from 'vitest';
import { readKnown } from '#app/server/known-browser.server';
import { readSession, writeSession } from '#app/server/session.server';
import type { AccountWire } from '#app/wire/account';
import { english as en } from '#tests/texts.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { answerAccountForm } from './account-forms.server';
import { toChange } from './account-page.server';
import { canOpen } from './account-views';

const wire = (change: Partial<AccountWire> = {}): AccountWire => ({
  account_id: 'account',
  emails: [{ email: 'a@example.com', verified: true }],
  created: 0,
  block_count: 0,
  grant_count: 0,
  unread_notices: 0,
  counts_reset_ts: 0,
  last_activity: 0,
  retired: false,
  skus: [],
  users: [],
  login_scheme: 'password',
  is_legacy: false,
  sso: null,
  acctkey: null,
  acctkey_state: 'none',
  marketing_email_optin: false,
  deletion: null,
  group_id: null,
  parent_secret_id: 'secret',
  token: 'token',
  token_ts: 0,
  time_zone: 'Europe/Berlin',
  locale: 'en',
  seq: 1,
  ...change,
});

type Sent = { method: string; path: string; body: unknown };
const DERIVED = { current_password_derived: 'ab'.repeat(32), new_password_derived: 'cd'.repeat(32) };

/** Posts a form of the account page in a session. The API stub gives every change the same answer. */
async function post(fields: Record<string, string>, { answer = {}, status = 200, account = wire(), spent = '' } = {}) {
  const before = webContext();
  const session = {
    accountId: 'account',
    sessionId: 's',
    secret: 'ab'.repeat(32),
    secretId: 'secret',
    userId: 'u',
    email: 'a@example.com',
  };
  await writeSession(before, {
    ...session,
    isLegacy: account.is_legacy,
    hasPasswordError: false,
    isInit: true,
    tokenTS: 0,
    startedAt: Date.now(),
    version: 3,
  });
  const sent: Array<Sent> = [];
  const context = webContext({
    internal: { reserveAttempt: async (kind: string) => kind !== spent },
    api: async (request) => {
      if (request.method === 'GET') return Response.json(account);
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      sent.push({ method: request.method, path: pathname + search, body: text === '' ? undefined : JSON.parse(text) });
      return Response.json(answer, { status });
    },
  });
  const body = new URLSearchParams({ form_token: 't', ...fields });
  const request = requestWithCookies(before, 'https://porchlight.example/account', { method: 'POST', body });
  return { answer: await answerAccountForm(request, context), context, sent };
}

const BROWSER_ID = /^[\w-]{22}$/;
const refusal = (code: number) => ({ errors: { code, message: 'no' } });

describe('account', () => {
  test('opens the change view for a known segment and redirects an unknown segment to the plain page (A35)', () => {
    expect([undefined, 'email', 'password', 'time-zone', 'delete'].map(toChange)).toEqual([
      null,
      'email',
      'password',
      'time-zone',
      'delete',
    ]);
    expect(() => toChange('xyz')).toThrow();
  });

  test('sends passwords as authKeys salted by the account’s address and redirects back (ACCT-019)', async () => {
    const { answer, sent } = await post({ intent: 'password', ...DERIVED }, { answer: { status: 'password_updated' } });
    expect(answer).toRedirectTo('/account');
    const login = { email: 'a@example.com', password: 'ab'.repeat(32), new_password: 'cd'.repeat(32) };
    expect(sent).toEqual([
      { method: 'PUT', path: '/credentials', body: { browser_id: expect.stringMatching(BROWSER_ID), login_obj: login } },
    ]);
  });

  test('sends the key that was re-encrypted for the new password and refuses an invalid one (ACCT-019)', async () => {
    const key = { encPriv: '{"v":1}', key: 'AAAA', keyId: 'ab'.repeat(20) };
    const { sent } = await post(
      { intent: 'password', ...DERIVED, staged_key: JSON.stringify(key) },
      { answer: { status: 'password_updated' } },
    );
    const acctkey = { enc_priv: '{"v":1}', key: 'AAAA', key_id: 'ab'.repeat(20), key_type: 'rsa' };
    expect(sent).toMatchObject([{ body: { login_obj: { acctkey } } }]);
    await expect(post({ intent: 'password', ...DERIVED, staged_key: '{}' })).rejects.toMatchObject({ status: 400 });
  });

  test('sends a legacy account’s current password as typed, from 6 characters (ACCT-026)', async () => {
    const fields = { intent: 'password', current_password: 'six6ch', new_password_derived: 'cd'.repeat(32) };
    const { sent } = await post(fields, { answer: { status: 'password_updated' }, account: wire({ is_legacy: true }) });
    expect(sent).toMatchObject([{ body: { login_obj: { password: 'six6ch' } } }]);
    const modern = await post(fields);
    expect(modern.answer).toMatchObject({ data: { lastResult: { error: { current_password: ['password_too_short'] } } } });
    expect(modern.sent).toEqual([]);
  });

  test.each([
    ['an empty current password', { current_password: '', new_password: 'long enough' }, { current_password: ['empty_password'] }],
    ['an empty new password', { current_password: 'long enough', new_password: '' }, { new_password: ['empty_password'] }],
    [
      'a new password of 7 characters',
      { current_password: 'long enough', new_password: '1234567' },
      { new_password: ['password_too_short'] },
    ],
    [
      'a new password of 97 characters',
      { current_password: 'long enough', new_password: 'x'.repeat(97) },
      { new_password: ['password_too_long'] },
    ],
    [
      'the account’s address as new password',
      { current_password: 'long enough', new_password: 'A@Example.com' },
      { new_password: ['password_own_email'] },
    ],
    [
      'a repeated sequence as new password',
      { current_password: 'long enough', new_password: '12341234' },
      { new_password: ['password_common'] },
    ],
    [
      'the current password as new password',
      { current_password: 'long enough', new_password: 'long enough' },
      { new_password: ['same_password'] },
    ],
  ])('refuses %s before any API call (ACCT-022 to ACCT-025)', async (_, fields, error) => {
    const { answer, sent } = await post({ intent: 'password', ...fields });
    expect(answer).toMatchObject({ init: { status: 400 }, data: { lastResult: { error } } });
    expect(JSON.stringify(answer)).not.toContain('long enough');
    expect(sent).toEqual([]);
  });

  test.each([
    ['a wrong password', false, 300, 'invalid_password'],
    ['a wrong password for a legacy account', true, 300, 'invalid_legacy_password'],
    ['a derived password for a legacy account', true, 210, 'invalid_legacy_password'],
  ])('reports %s at the current password field (ACCT-020, ACCT-021)', async (_, isLegacy, code, error) => {
    const { answer } = await post(
      { intent: 'password', ...DERIVED },
      { answer: refusal(code), status: 400, account: wire({ is_legacy: isLegacy }) },
    );
    expect(answer).toMatchObject({ data: { notice: null, lastResult: { error: { current_password: [error] } } } });
    expect(JSON.stringify(answer)).not.toMatch(/abab|cdcd/);
  });

  test('reports an unknown error when the API returns an unexpected status (ACCT-033, ACCT-038)', async () => {
    const unknown = { data: { notice: { key: 'error_strings.unknown' } } };
    expect((await post({ intent: 'password', ...DERIVED }, { answer: { status: 'x' } })).answer).toMatchObject(unknown);
    expect((await post({ intent: 'request-deletion' }, { answer: { status: 'x' } })).answer).toMatchObject(unknown);
    const cancelled = { status: 'deletion_cancelled', requested_ts: null, purge_ts: null };
    expect((await post({ intent: 'request-deletion' }, { answer: cancelled })).answer).toMatchObject(unknown);
  });

  const EMAIL = {
    intent: 'email',
    new_email: ' New@Example.com',
    current_password_derived: 'ab'.repeat(32),
    upd_password_derived: 'ef'.repeat(32),
  };

  test('reports the current address as new address, along with any other errors (8.1.4)', async () => {
    const own = { ...EMAIL, new_email: ' A@Example.com' };
    const { answer } = await post(own, { answer: refusal(100), status: 400 });
    const initialValue = { new_email: ' A@Example.com' };
    expect(answer).toMatchObject({ init: { status: 400 }, data: { lastResult: { error: { new_email: ['own_email'] }, initialValue } } });
    expect(JSON.stringify(answer)).not.toMatch(/abab|efef/);
    const wrong = await post(own, { answer: refusal(300), status: 400 });
    expect(wrong.answer).toMatchObject({
      data: { lastResult: { error: { new_email: ['own_email'], current_password: ['invalid_password'] } } },
    });
    const empty = await post({ ...own, current_password_derived: '', upd_password_derived: '' });
    expect(empty.answer).toMatchObject({
      data: { lastResult: { error: { new_email: ['own_email'], current_password: ['empty_password'] } } },
    });
    expect(empty.sent).toEqual([]);
  });

  test('redirects a resubmitted address form to the account page after the address has changed', async () => {
    const answered = { errors: { code: 500, message: 'no', reason: 'replayed_key' } };
    const account = wire({ emails: [{ email: 'new@example.com', verified: false }] });
    const { answer } = await post(EMAIL, { answer: answered, status: 400, account });
    expect(answer).toRedirectTo('/account');
  });

  test('checks the network’s rate limit for address changes before calling the API (S06)', async () => {
    const refused = await post(EMAIL, { spent: 'move' });
    expect([refused.sent, refused.answer]).toMatchObject([[], { init: { status: 400 } }]);
    expect((await post(EMAIL, { spent: 'signup', answer: { status: 'email_updated' } })).sent).toHaveLength(1);
  });

  test('sends a new address with the password salted with that address and updates the session (ACCT-030)', async () => {
    const { answer, sent, context } = await post(EMAIL, { answer: { status: 'email_updated' } });
    expect(answer).toRedirectTo('/account');
    const login = { email: 'a@example.com', password: 'ab'.repeat(32), new_email: 'new@example.com', upd_password: 'ef'.repeat(32) };
    expect(sent).toEqual([
      { method: 'PUT', path: '/credentials', body: { browser_id: expect.stringMatching(BROWSER_ID), login_obj: login } },
    ]);
    expect(context.responseCookies).toContainEqual(expect.stringMatching(/^__Host-session=[^;]/));
  });

  test.each([
    ['taken', 100, 'duplicate_email'],
    ['malformed', 301, 'invalid_email'],
  ])('reports an address that is %s at its field (ACCT-031, ACCT-032)', async (_, code, error) => {
    const { answer } = await post(EMAIL, { answer: refusal(code), status: 400 });
    expect(answer).toMatchObject({ data: { lastResult: { error: { new_email: [error] } } } });
  });

  test.each([
    ['password', { intent: 'password', ...DERIVED }, 'password_updated'],
    ['address', EMAIL, 'email_updated'],
  ])(
    'remembers the browser by the sent ID after a %s change, reuses it on resubmit and stores none on refusal',
    async (_, fields, status) => {
      const idOf = ({ sent }: { sent: Array<Sent> }) => (sent[0]?.body as { browser_id?: string } | undefined)?.browser_id;
      const [first, again] = [await post(fields, { answer: { status } }), await post(fields, { answer: { status } })];
      expect(await readKnown(requestWithCookies(first.context), webContext())).toEqual([{ accountId: 'account', id: idOf(first) }]);
      expect(idOf(again)).toBe(idOf(first));
      const another = await post({ ...fields, form_token: 'another' }, { answer: { status } });
      expect(idOf(another)).not.toBe(idOf(first));
      const refused = await post(fields, { answer: refusal(300), status: 400 });
      expect(refused.context.responseCookies.join()).not.toContain('known');
    },
  );

  test('refuses password and address changes for a single sign-on account (ACCT-029, AUTH-064, ERR-020)', async () => {
    const account = wire({ login_scheme: 'sso', sso: { type: 'google', issuer: 'i', subject: 's' } });
    for (const fields of [{ intent: 'password', ...DERIVED }, EMAIL]) {
      const { answer, sent } = await post(fields, { account });
      expect(answer).toBeRefusedWith('messages.invalid_for_sso', 400);
      expect(en.messages.invalid_for_sso).toBe('This operation is invalid for SSO accounts');
      expect(sent).toEqual([]);
    }
  });

  test.each([
    ['a password account', { provider: null, verified: true }, ['email', 'password', 'delete']],
    ['a password account with an unproven address', { provider: null, verified: false }, ['email', 'password', 'delete']],
    ['single sign-on', { provider: 'google', verified: true }, ['delete']],
    ['single sign-on with an unproven address', { provider: 'apple', verified: false }, ['email', 'delete']],
  ] as const)('opens only the allowed change views for %s', (_, facts, open) => {
    expect((['email', 'password', 'delete'] as const).filter((change) => canOpen(change, { ...facts, purgeAt: null }))).toEqual(open);
  });

  const UNPROVEN = wire({
    login_scheme: 'sso',
    sso: { type: 'apple', issuer: 'i', subject: 's' },
    emails: [{ email: 'a@example.com', verified: false }],
  });
  const CORRECTION = { intent: 'email', new_email: ' New@Example.com' };

  test('sends a correction of an unconfirmed address without a password and updates the session (A151)', async () => {
    const { answer, sent, context } = await post(CORRECTION, { answer: { status: 'email_updated' }, account: UNPROVEN });
    expect(answer).toRedirectTo('/account');
    const login_obj = { email: 'a@example.com', new_email: 'new@example.com' };
    expect(sent).toEqual([{ method: 'PUT', path: '/credentials', body: { browser_id: expect.stringMatching(BROWSER_ID), login_obj } }]);
    expect((await readSession(requestWithCookies(context), webContext()))?.email).toBe('new@example.com');
    expect(await readKnown(requestWithCookies(context), webContext())).toHaveLength(1);
  });

  test('sends an empty current address for an account that lost its address (A151)', async () => {
    const account = { ...UNPROVEN, emails: [] };
    const { sent } = await post(CORRECTION, { answer: { status: 'email_updated' }, account });
    expect(sent).toMatchObject([{ body: { login_obj: { email: '', new_email: 'new@example.com' } } }]);
  });

  test('checks the network’s rate limit for corrections before calling the API (A151)', async () => {
    const refused = await post(CORRECTION, { account: UNPROVEN, spent: 'move' });
    expect([refused.sent, refused.answer]).toMatchObject([[], { init: { status: 400 } }]);
  });

  test('refuses a password account that sends no password (A151)', async () => {
    const { answer, sent } = await post(CORRECTION);
    expect(answer).toMatchObject({ init: { status: 400 } });
    expect(sent).toEqual([]);
  });

  test.each([
    ['taken', refusal(100), CORRECTION.new_email, 'duplicate_email'],
    ['unchanged', refusal(100), 'A@example.com', 'own_email'],
    ['refused by the API', refusal(301), CORRECTION.new_email, 'invalid_email'],
    ['malformed', null, 'no address', 'invalid_email'],
  ])('reports a corrected address that is %s at its field and keeps the typed text (A151)', async (_, answered, new_email, error) => {
    const { answer, sent } = await post({ ...CORRECTION, new_email }, { answer: answered ?? {}, status: 400, account: UNPROVEN });
    expect(answer).toMatchObject({ data: { notice: null, lastResult: { error: { new_email: [error] }, initialValue: { new_email } } } });
    expect(sent).toHaveLength(answered === null ? 0 : 1);
  });

  test('asks for a new login if the last login is too old, and stores nothing (A151)', async () => {
    const answered = { errors: { code: 410, message: 'no', reason: 'old_login' } };
    const { answer, context } = await post(CORRECTION, { answer: answered, status: 403, account: UNPROVEN });
    expect(answer).toBeRefusedWith('account_page.correct_login', 400);
    expect(context.responseCookies.join()).not.toMatch(/session=|known=/);
  });

  test('redirects a resubmitted correction to the account page after the first answer was lost (A151)', async () => {
    const account = { ...UNPROVEN, emails: [{ email: 'new@example.com', verified: false }] };
    const answered = { errors: { code: 500, message: 'no', reason: 'replayed_key' } };
    const { answer } = await post(CORRECTION, { answer: answered, status: 400, account });
    expect(answer).toRedirectTo('/account');
  });

  test.each([
    ['deletion_requested', { requested_ts: 1, purge_ts: 2 }],
    ['duplicate_request_ignored', { requested_ts: 1, purge_ts: 2 }],
  ])('treats the status %s as a successful deletion request (ACCT-035 to ACCT-037)', async (status, times) => {
    const { answer, sent } = await post({ intent: 'request-deletion' }, { answer: { status, ...times } });
    expect(answer).toRedirectTo('/account');
    expect(sent).toEqual([{ method: 'POST', path: '/account_deletion', body: { action: 'request_deletion' } }]);
  });

  test('ends one session, or all other sessions', async () => {
    const ended = { answer: { objects_deleted: 1 } };
    expect((await post({ intent: 'end-session', session_id: 'x' }, ended)).sent).toEqual([
      { method: 'DELETE', path: '/session?session_id=x', body: undefined },
    ]);
    expect((await post({ intent: 'end-others' }, ended)).sent).toEqual([
      { method: 'DELETE', path: '/session?session_id=others', body: undefined },
    ]);
  });

  test('returns 400 for an unknown button', async () => {
    await expect(post({ intent: 'grant-everything' })).rejects.toMatchObject({ status: 400 });
  });
});
