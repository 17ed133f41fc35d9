import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import type { AcctkeyWire } from '#app/wire/keys';
import { createRule } from '#app/wire/rule';
import { accountKey, envelope, WEAK_KEYS, withId } from '#tests/clients/account-key';
import { type Answer, authKey, Parent } from '#tests/clients/parent';
import { familyOf, newDevice, newFamily, readRows, send, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
const INVALID = { status: 200, body: { status: 'invalid' } };
const REFUSED = { status: 403, body: { errors: { code: 410 } } };
const TOO_MANY = { status: 403, body: { errors: { code: 413 } } };
const wrong = authKey('wrong');

function exchange(parent: Parent, type: string, args: object, requestedBy = parent.userId): Promise<Answer> {
  return parent.raw('POST', '/key_exchange', { request_type: `acctkey.${type}`, request_args: { requested_by: requestedBy, ...args } });
}

function stored(acctkey: AcctkeyWire) {
  return { status: 200, body: { acctkey } };
}

/** Creates an account with a key. Returns the account, its login secret and the key. */
async function withKey(acctkey = accountKey()) {
  const parent = await Parent.signUp(send);
  const secret = authKey(parent.email);
  expect(await exchange(parent, 'register', { ...acctkey, secret })).toEqual(stored(acctkey));
  return { parent, secret, acctkey };
}

/** Turns the account into a single sign-on account, because the API can't create one without a provider. */
function turnIntoSso(parent: Parent): Promise<void> {
  return runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
    storage.sql.exec("UPDATE account SET login_scheme = 'sso', sso_type = 'google', sso_issuer = 'https://i', sso_subject = 's'");
  });
}

function change(parent: Parent, query: string): Promise<void> {
  return runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
    storage.sql.exec(query);
  });
}

describe('keys', () => {
  test('returns a registered key unchanged for the right secret (AUTH-043)', async () => {
    const { parent, secret, acctkey } = await withKey();
    expect(await exchange(parent, 'retrieve', { secret })).toEqual(stored(acctkey));
    const account = await parent.call(getAccount);
    expect(account).toMatchObject({ acctkey, acctkey_state: 'ok' });
    expect(await exchange(parent, 'retrieve', { secret: wrong })).toEqual(INVALID);
  });

  test('records the requester, and refuses one outside the account', async () => {
    const { parent, acctkey, secret } = await withKey();
    const stranger = await Parent.signUp(send);
    expect(await readRows(parent.accountId, 'SELECT requested_by FROM account_key')).toEqual([{ requested_by: parent.userId }]);
    for (const id of [stranger.userId, stranger.credentials.sessionId, 'nobody']) {
      expect(await exchange(parent, 'retrieve', { secret }, id)).toMatchObject(REFUSED);
    }
    const again = accountKey('first', envelope('b'));
    const args = { ...again, secret, new_secret: secret };
    expect(await exchange(parent, 'register', args, parent.credentials.sessionId)).toEqual(stored(again));
    const rows = await readRows(parent.accountId, 'SELECT requested_by FROM account_key');
    expect(rows).toEqual([{ requested_by: parent.credentials.sessionId }]);
    expect(acctkey.key_id).toBe(again.key_id);
  });

  test('refuses an invalid key, an invalid envelope and a wrong key id (KEYS-005, 008, 009, 011)', async () => {
    const parent = await Parent.signUp(send);
    const secret = authKey(parent.email);
    const good = accountKey();
    const copy = (changes: object) => JSON.stringify({ v: 1, copies: [{ ...JSON.parse(envelope('a')).copies[0], ...changes }] });
    const envelopes = {
      'no JSON': 'x',
      empty: '{}',
      'another version': good.enc_priv.replace('"v":1', '"v":2'),
      'no copies': '{"v":1,"copies":[]}',
      'unknown copy': copy({ kind: 'pin' }),
      'two of a kind': envelope('a', ['password', 'password']),
      'only for single sign-on': envelope('a', ['passphrase', 'recovery']),
      'too dear': copy({ n: 65_536 }),
      'too cheap': copy({ n: 2 }),
      'a private key beside it': copy({ d: 'secret' }),
      'too long': copy({ ct: 'A'.repeat(20_000) }),
    };
    for (const [name, enc_priv] of Object.entries(envelopes)) {
      expect(await exchange(parent, 'register', { ...good, enc_priv, secret }), name).toMatchObject({ status: 400 });
    }
    for (const weak of WEAK_KEYS) expect(await exchange(parent, 'register', { ...withId(weak), secret })).toMatchObject({ status: 400 });
    const wrongs = [
      { key_id: '0'.repeat(40) },
      { key_id: good.key_id.toUpperCase() },
      { key: 'AAAA' },
      { key: good.key.slice(0, -4) },
      { key_type: 'ec' },
      { secret: undefined },
      { secret: 'password' },
      { requested_by: undefined },
    ];
    for (const change of wrongs) {
      expect(await exchange(parent, 'register', { ...good, secret, ...change }), JSON.stringify(change)).toMatchObject({ status: 400 });
    }
    // The same bytes in another encoding: base64 must not contain line breaks here.
    expect(await exchange(parent, 'register', { ...good, key: `${good.key}\n`, secret })).toMatchObject({ status: 400 });
    for (const type of ['changepw', 'reset']) expect(await exchange(parent, type, { ...good, secret })).toMatchObject({ status: 400 });
    for (const type of ['foo', 'Register', '']) expect(await exchange(parent, type, { ...good, secret })).toMatchObject({ status: 400 });
    expect((await parent.call(getAccount)).acctkey_state).toBe('none');
  });

  test('refuses every request type after five wrong secrets in 15 minutes, even with the right secret (ACCT-027, ERR-049, KEYS-013)', async () => {
    const { parent, secret, acctkey } = await withKey();
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    const again = accountKey('first', envelope('b'));
    expect(await exchange(parent, 'retrieve', { secret: wrong })).toEqual(INVALID);
    expect(await exchange(parent, 'changepw', { ...again, secret: wrong, new_secret: wrong })).toEqual(INVALID);
    expect(await exchange(parent, 'reset', { ...accountKey('second'), secret: wrong, new_secret: secret })).toEqual(INVALID);
    expect(await exchange(parent, 'register', { ...again, secret: wrong })).toEqual(INVALID);
    expect(await exchange(parent, 'register', { ...again, secret, new_secret: wrong })).toEqual(INVALID);
    const closed = [
      exchange(parent, 'retrieve', { secret }),
      exchange(parent, 'retrieve', { secret: wrong }),
      exchange(parent, 'changepw', { ...again, secret, new_secret: wrong }),
      exchange(parent, 'register', { ...again, secret }),
      exchange(parent, 'reset', { ...accountKey('second'), secret, new_secret: secret }),
    ];
    for (const answer of await Promise.all(closed)) expect(answer).toMatchObject(TOO_MANY);
    expect((await parent.call(getAccount)).acctkey).toEqual(acctkey);
    await stopClock(now + 15 * MINUTE - 1, parent);
    expect(await exchange(parent, 'retrieve', { secret })).toMatchObject(TOO_MANY);
    await stopClock(now + 15 * MINUTE, parent);
    expect(await exchange(parent, 'retrieve', { secret })).toEqual(stored(acctkey));
  });

  test('checks only five of a hundred simultaneous wrong secrets', async () => {
    const { parent } = await withKey();
    const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(parent, 'retrieve', { secret: wrong })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(95);
  });

  test('refuses a different key, even with the same key id, for an account that already has a key', async () => {
    const { parent, secret, acctkey } = await withKey();
    expect(await exchange(parent, 'register', { ...accountKey('second'), secret })).toMatchObject(REFUSED);
    expect(await exchange(parent, 'changepw', { ...accountKey('second'), secret, new_secret: wrong })).toMatchObject(REFUSED);
    await change(parent, "UPDATE account_key SET key = 'another with this SHA-1'");
    expect(await exchange(parent, 'register', { ...acctkey, secret })).toMatchObject(REFUSED);
  });

  test('changes nothing for the same envelope, and clears the flags when a new envelope replaces it', async () => {
    const { parent, secret, acctkey } = await withKey();
    const before = await readRows(parent.accountId, 'SELECT * FROM account_key');
    expect(await exchange(parent, 'register', { ...acctkey, secret })).toEqual(stored(acctkey));
    expect(await readRows(parent.accountId, 'SELECT * FROM account_key')).toEqual(before);
    for (const state of ['flagged', 'needs_reset']) {
      await change(parent, `UPDATE account_key SET state = '${state}'`);
      const again = accountKey('first', envelope(state, ['password', 'recovery']));
      expect(await exchange(parent, 'register', { ...again, secret, new_secret: secret })).toEqual(stored(again));
      expect(await parent.call(getAccount)).toMatchObject({ acctkey: again, acctkey_state: 'ok' });
    }
  });

  test('returns a staged envelope without using it, and deletes it after its time limit', async () => {
    const { parent, secret, acctkey } = await withKey();
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    const staged = accountKey('first', envelope('staged'));
    expect(await exchange(parent, 'changepw', { ...staged, secret, new_secret: authKey('new') })).toEqual(stored(staged));
    expect((await parent.call(getAccount)).acctkey).toEqual(acctkey);
    expect(await exchange(parent, 'retrieve', { secret: authKey('new') })).toEqual(INVALID);
    await stopClock(now + 11 * MINUTE, parent);
    const rows = await readRows(parent.accountId, 'SELECT staged_enc_priv, staged_verifier, staged_at FROM account_key');
    expect(rows).toEqual([{ staged_enc_priv: null, staged_verifier: null, staged_at: null }]);
    expect(await exchange(await Parent.signUp(send), 'changepw', { ...staged, secret, new_secret: wrong })).toEqual(INVALID);
  });

  test('replaces the key pair on reset, keeps only the old recovery copy and sends devices the new key', async () => {
    const { parent, child } = await newFamily();
    const secret = authKey(parent.email);
    const old = accountKey('first', envelope('old', ['password', 'recovery']));
    await exchange(parent, 'register', { ...old, secret });
    const agent = await newDevice(parent, child.user_id);
    const before = (await agent.policy()).schedule_ts;
    const fresh = accountKey('second', envelope('new'));
    expect(await exchange(parent, 'reset', { ...fresh, new_secret: secret })).toMatchObject(REFUSED);
    expect(await exchange(parent, 'reset', { ...fresh, secret, new_secret: wrong })).toEqual(INVALID);
    expect(await exchange(parent, 'reset', { ...fresh, secret, new_secret: secret })).toEqual(stored(fresh));
    expect(await exchange(parent, 'reset', { ...fresh, new_secret: secret })).toEqual(stored(fresh));
    expect(await exchange(parent, 'retrieve', { secret })).toEqual(stored(fresh));
    const [kept, ...others] = await readRows<{ key_id: string; enc_priv: string }>(
      parent.accountId,
      'SELECT key_id, enc_priv FROM old_key',
    );
    expect([kept?.key_id, others]).toEqual([old.key_id, []]);
    expect(JSON.parse(kept?.enc_priv ?? '')).toEqual(JSON.parse(envelope('old', ['recovery'])));
    expect((await agent.policy()).schedule_ts).toBeGreaterThan(before);
    const everything = JSON.stringify(await readRows(parent.accountId, 'SELECT * FROM answer'));
    expect(everything).not.toContain('enc_priv');
  });

  test('sends a new key to every device without making parents wait for it', async () => {
    const { parent, child } = await newFamily();
    const secret = authKey(parent.email);
    const agent = await newDevice(parent, child.user_id);
    await agent.report('allowed');
    const status = async () => {
      const [own] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: child.user_id } });
      return { view: own?.viewState, command: own?.devices?.[0]?.command?.action };
    };
    const before = await status();
    expect(before.view).toBe('allowed');
    const version = (await agent.policy()).schedule_ts;
    await exchange(parent, 'register', { ...accountKey(), secret });
    expect(await status()).toEqual(before);
    expect((await agent.policy()).schedule_ts).toBeGreaterThan(version);
    // The newer policy includes the pending change, so the status stays pending.
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    await exchange(parent, 'reset', { ...accountKey('second'), secret, new_secret: secret });
    expect(await status()).toEqual({ view: 'pending', command: 'block' });
  });

  test('replaces the key without the old secret after a password reset, and stores no old key without a recovery copy', async () => {
    const { parent, secret } = await withKey();
    await change(parent, "UPDATE account_key SET state = 'needs_reset'");
    const fresh = accountKey('second');
    expect(await exchange(parent, 'reset', { ...fresh, new_secret: wrong })).toEqual(INVALID);
    expect(await exchange(parent, 'reset', { ...fresh, new_secret: secret })).toEqual(stored(fresh));
    expect((await parent.call(getAccount)).acctkey_state).toBe('ok');
    expect(await readRows(parent.accountId, 'SELECT * FROM old_key')).toEqual([]);
  });

  test('accepts the passphrase as the secret of a single sign-on account', async () => {
    const parent = await Parent.signUp(send);
    await turnIntoSso(parent);
    const [first, second] = [authKey('passphrase one'), authKey('passphrase two')];
    const acctkey = accountKey('first', envelope('a', ['passphrase']));
    expect(await exchange(parent, 'register', { ...accountKey(), secret: first })).toMatchObject({ status: 400 });
    expect(await exchange(parent, 'register', { ...acctkey, secret: first })).toEqual(stored(acctkey));
    expect(await exchange(parent, 'retrieve', { secret: first })).toEqual(stored(acctkey));
    expect(await exchange(parent, 'retrieve', { secret: authKey(parent.email) })).toEqual(INVALID);
    const staged = { ...acctkey, secret: first, new_secret: second };
    expect(await exchange(parent, 'changepw', staged)).toMatchObject({
      status: 403,
      body: { errors: { code: 410, message: 'This operation is invalid for SSO accounts' } },
    });
    const again = accountKey('first', envelope('b', ['passphrase']));
    await change(parent, `UPDATE session SET created_at = created_at - ${10 * MINUTE}`);
    expect(await exchange(parent, 'register', { ...again, secret: second, new_secret: second })).toEqual(INVALID);
    expect(await exchange(parent, 'register', { ...again, secret: first, new_secret: second })).toEqual(stored(again));
    expect(await exchange(parent, 'retrieve', { secret: first })).toEqual(INVALID);
    expect(await exchange(parent, 'retrieve', { secret: second })).toEqual(stored(again));
    const rows = await readRows(parent.accountId, 'SELECT secret_verifier FROM account_key');
    expect(JSON.stringify(rows)).not.toContain(second);
  });

  test('replaces a forgotten passphrase only if the session has just logged in through the provider', async () => {
    const parent = await Parent.signUp(send);
    await turnIntoSso(parent);
    const [first, second] = [authKey('passphrase one'), authKey('passphrase two')];
    const lockedWith = (name: string, key: 'first' | 'second' = 'first') => accountKey(key, envelope(name, ['passphrase']));
    await exchange(parent, 'register', { ...lockedWith('a'), secret: first });
    const again = lockedWith('b');
    expect(await exchange(parent, 'register', { ...again, secret: second, new_secret: second })).toEqual(stored(again));
    expect(await exchange(parent, 'retrieve', { secret: first })).toEqual(INVALID);
    const anew = lockedWith('c', 'second');
    expect(await exchange(parent, 'reset', { ...anew, secret: first, new_secret: first })).toEqual(stored(anew));
    await change(parent, `UPDATE session SET created_at = created_at - ${10 * MINUTE}`);
    expect(await exchange(parent, 'register', { ...lockedWith('d', 'second'), secret: second, new_secret: second })).toEqual(INVALID);
    expect(await exchange(parent, 'reset', { ...lockedWith('e'), secret: second, new_secret: second })).toEqual(INVALID);
    expect(await exchange(parent, 'retrieve', { secret: first })).toEqual(stored(anew));
  });

  test('accepts a recent login instead of the old passphrase only if both sent secrets are the new passphrase', async () => {
    const parent = await Parent.signUp(send);
    await turnIntoSso(parent);
    const [first, second, third] = [authKey('passphrase one'), authKey('passphrase two'), authKey('passphrase three')];
    const lockedWith = (name: string, key: 'first' | 'second' = 'first') => accountKey(key, envelope(name, ['passphrase', 'recovery']));
    await exchange(parent, 'register', { ...lockedWith('a'), secret: first });
    const changed = lockedWith('b');
    expect(await exchange(parent, 'register', { ...changed, secret: first, new_secret: second })).toEqual(stored(changed));
    // A recovery code that another tab created before the change would restore the old lock.
    expect(await exchange(parent, 'register', { ...lockedWith('draft'), secret: first })).toEqual(INVALID);
    expect(await exchange(parent, 'register', { ...lockedWith('c'), secret: first, new_secret: third })).toEqual(INVALID);
    expect(await exchange(parent, 'reset', { ...lockedWith('d', 'second'), secret: first, new_secret: third })).toEqual(INVALID);
    expect(await exchange(parent, 'retrieve', { secret: second })).toEqual(stored(changed));
    const withCode = lockedWith('code');
    expect(await exchange(parent, 'register', { ...withCode, secret: second })).toEqual(stored(withCode));
    expect(await exchange(parent, 'retrieve', { secret: second })).toEqual(stored(withCode));
  });

  test('does not restore the old lock through a recovery code created before a password change', async () => {
    const { parent, secret } = await withKey();
    const draft = accountKey('first', envelope('draft', ['password', 'recovery']));
    await change(parent, "UPDATE account SET password_verifier = 'of another password'");
    expect(await exchange(parent, 'register', { ...draft, secret })).toEqual(INVALID);
  });

  test('registers and re-locks the key of a legacy account without changing its login', async () => {
    const parent = await Parent.signUp(send);
    await change(parent, "UPDATE account SET is_legacy = 1, password_verifier = 'of a password as typed'");
    const acctkey = accountKey();
    expect(await exchange(parent, 'register', { ...acctkey, secret: authKey('derived') })).toEqual(stored(acctkey));
    const again = accountKey('first', envelope('b'));
    expect(await exchange(parent, 'register', { ...again, secret: authKey('derived') })).toEqual(stored(again));
    expect(await exchange(parent, 'register', { ...accountKey('second'), secret: authKey('derived') })).toMatchObject(REFUSED);
    expect((await parent.call(getAccount)).is_legacy).toBe(true);
  });
});
