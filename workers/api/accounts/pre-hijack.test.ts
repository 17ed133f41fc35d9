import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { createAccount, getAccount, resendVerification } from '#app/wire/account';
import { changeEmail } from '#app/wire/identity';
import { cutAfter } from '#tests/clients/cut-off';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, internal, newChild, prove, readRows, send } from '#tests/clients/worker';
import { newFreeSku } from '../catalogue/catalogue';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { finishTakeover, resetByToken } from './reset';

// Account pre-hijacking: an attacker signs up with the victim's address first (Sudhodanan and Paverd, 2022).

const VICTIM = authKey('the victim’s own');
const env = bindings as unknown as ApiEnv;
const EVIL = { ip: '203.0.113.66', browser: null, counted: false, place: null };

/** Returns the account that an attacker created with another person's address, and the attacker's browser id. */
async function squat(email = uniqueEmail()) {
  const browser = crypto.randomUUID();
  const answer = await internal.call(post('/account', signUpBody(email)), { ...EVIL, known: [], freshId: browser });
  return { squatter: new Parent(send, createAccount.output.parse(await answer.json())), browser };
}

/**
 * Acts as the owner of the mailbox: requests a link and sets a password with it. Returns the email’s text, the link and the owner's
 * session.
 */
async function recover(email: string, mails = 1, choice: { start_empty?: boolean } = {}) {
  await send(post('/resetpw', { email }));
  const mail = (await mailsLeadingTo('/reset', email, mails)).at(-1);
  const link = mail?.link ?? new URL('http://none.invalid');
  const answer = await read(await send(post('/resetpw', { email, token: link.searchParams.get('token'), password: VICTIM, ...choice })));
  expect(answer).toEqual({ status: 200, body: { status: 'login_updated' } });
  return { text: mail?.text ?? '', link, victim: await Parent.signIn(send, email, undefined, VICTIM) };
}

describe('account pre-hijacking', () => {
  test('gives the owner of a squatted, unverified address an empty account, and announces it in the email', async () => {
    const { squatter } = await squat();
    await newChild(squatter, 'Trojan');
    const { text, victim } = await recover(squatter.email);
    expect(text).toContain('new, empty account');
    expect(victim.accountId).not.toBe(squatter.accountId);
    const account = await victim.call(getAccount);
    expect(account.emails).toEqual([{ email: squatter.email, verified: true }]);
    expect(account.users.map(({ type }) => type)).toEqual([1]);
    expect(await directoryFor(env, 'mail', squatter.email).getState()).toMatchObject({
      state: 'confirmed',
      owner: victim.accountId,
    });
  });

  test('schedules the squatter’s account for deletion after thirty days', async () => {
    const { squatter } = await squat();
    await recover(squatter.email);
    expect(
      await readRows(squatter.accountId, "SELECT at - (SELECT deletion_requested_at FROM account) AS wait FROM due WHERE kind = 'purge'"),
    ).toEqual([{ wait: 30 * 24 * 60 * 60_000 }]);
  });

  test('classic: refuses the squatter’s password and another sign-up by the squatter', async () => {
    const { squatter } = await squat();
    await recover(squatter.email);
    expect((await send(post('/login', signUpBody(squatter.email)))).status).toBe(400);
    expect(await read(await send(post('/account', signUpBody(squatter.email))))).toMatchObject({ body: { errors: { code: 100 } } });
  });

  test('unexpired session: ends the squatter’s session, whether or not the address was confirmed', async () => {
    for (const isProven of [false, true]) {
      const { squatter } = await squat();
      if (isProven) await prove(squatter.accountId);
      expect((await squatter.raw('GET', '/account')).status).toBe(200);
      const { victim } = await recover(squatter.email);
      expect(victim.accountId === squatter.accountId).toBe(isProven);
      expect((await squatter.raw('GET', '/account')).status).toBe(401);
    }
  });

  test('trojan: voids the squatter’s known browser and the account token', async () => {
    const { squatter, browser } = await squat();
    await prove(squatter.accountId);
    const { victim } = await recover(squatter.email);
    const known = [{ accountId: squatter.accountId, id: browser }];
    expect(await familyOf(squatter.accountId).findKnownBrowser(known)).toBe(null);
    expect(await familyOf(squatter.accountId).isToken(squatter.token)).toBe(false);
    expect(await familyOf(victim.accountId).isToken(victim.token)).toBe(true);
  });

  test('refuses the squatter’s verification link after the account has lost the address', async () => {
    const { squatter } = await squat();
    const [mail] = await mailsLeadingTo('/verify', squatter.email);
    const { victim } = await recover(squatter.email);
    const answer = await send(new Request(`http://127.0.0.1:8788/account_verification${mail?.link.search}`));
    expect(answer.status).toBe(400);
    expect(await readRows(squatter.accountId, 'SELECT email, email_verified_at FROM account')).toEqual([
      { email: '', email_verified_at: null },
    ]);
    const body = { action: 'resend_email', account_id: squatter.accountId };
    await expect(squatter.call(resendVerification, { body })).rejects.toThrow('401');
    expect((await victim.call(getAccount)).emails[0]?.verified).toBe(true);
  });

  test('frees a squatted address after the squatter moves away', async () => {
    const { squatter } = await squat();
    const login_obj = { email: squatter.email, password: authKey(squatter.email), new_email: uniqueEmail(), upd_password: authKey('evil') };
    await squatter.call(changeEmail, { body: { login_obj } });
    const entryState = async () => (await directoryFor(env, 'mail', squatter.email).getState()).state;
    await vi.waitFor(async () => expect(await entryState()).toBe('free'), { timeout: 10_000 });
    expect((await Parent.signUp(send, squatter.email)).accountId).not.toBe(squatter.accountId);
  });

  test.each(['resetPassword', 'provision', 'handOver', 'releaseAddress', 'confirmFamily'])(
    'completes a takeover that was interrupted after %s, and the squatter loses the address',
    async (step) => {
      const { squatter } = await squat();
      const { email } = squatter;
      await send(post('/resetpw', { email }));
      const token = (await mailsLeadingTo('/reset', email))[0]?.link.searchParams.get('token') ?? '';
      const caller = { ...EVIL, isCounted: true, known: [], freshId: null };
      await expect(resetByToken(cutAfter(env, step), { email, token, password: VICTIM }, caller)).rejects.toThrow('cut off');
      const entry = await directoryFor(env, 'mail', email).getState();
      const owner = entry.state === 'free' ? '' : entry.owner;
      expect(owner !== squatter.accountId).toBe(['handOver', 'releaseAddress', 'confirmFamily'].includes(step));
      if (owner === squatter.accountId) await recover(email, 2);
      else if (step !== 'confirmFamily') {
        await runInDurableObject(familyOf(owner), async (family, { storage: { sql } }) => {
          sql.exec("UPDATE due SET at = 1 WHERE kind = 'takeover'");
          await family.alarm();
        });
      }
      await vi.waitFor(async () => expect((await Parent.signIn(send, email, undefined, VICTIM)).accountId).not.toBe(squatter.accountId), {
        timeout: 10_000,
      });
      await vi.waitFor(async () => expect(await readRows(squatter.accountId, 'SELECT email FROM account')).toEqual([{ email: '' }]));
      expect((await squatter.raw('GET', '/account')).status).toBe(401);
      expect((await send(post('/login', signUpBody(email)))).status).toBe(400);
      if (owner !== squatter.accountId) {
        await vi.waitFor(async () =>
          expect(await readRows(owner, "SELECT * FROM due WHERE kind IN ('takeover', 'provisional')")).toEqual([]),
        );
      }
    },
  );

  test('deletes the new family if the directory never transferred the address', async () => {
    const { squatter } = await squat();
    const id = bindings.FAMILY.newUniqueId().toString();
    const who = { email: squatter.email, authKey: VICTIM, userName: null, locale: 'en', timeZone: 'UTC', marketingOptin: false };
    const plan = await newFreeSku(env);
    await familyOf(id).provision({ ...who, plan, isProven: true, takesOverFrom: squatter.accountId });
    const ring = () =>
      runInDurableObject(familyOf(id), async (family, { storage: { sql } }) => {
        sql.exec("UPDATE due SET at = 1 WHERE kind = 'takeover'");
        await family.alarm();
      });
    await finishTakeover(env, familyOf(id), { kind: 'takeover', accountId: id, email: squatter.email, from: squatter.accountId });
    expect(await familyOf(id).getState()).toBe('provisional');
    await runInDurableObject(familyOf(id), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET created_at = 1');
    });
    await ring();
    await vi.waitFor(async () => expect(await familyOf(id).getState()).toBe('gone'), { timeout: 10_000 });
    expect((await squatter.raw('GET', '/account')).status).toBe(200);
  });

  /** Returns an account that a stranger moved to another person's address, and the undo token of the stranger's own address. */
  async function moveOnto() {
    const squatter = await Parent.signUp(send);
    await prove(squatter.accountId);
    const email = uniqueEmail();
    const password = authKey(squatter.email);
    await squatter.call(changeEmail, {
      body: { login_obj: { email: squatter.email, password, new_email: email, upd_password: authKey('evil') } },
    });
    const token = (await mailsLeadingTo('/undo-email', squatter.email))[0]?.link.searchParams.get('token') ?? '';
    return { squatter, email, undo: { account_id: squatter.accountId, token } };
  }

  test('unexpired address change: undoing it restores the squatter’s account without changing the victim’s', async () => {
    const { squatter, email, undo } = await moveOnto();
    const { victim } = await recover(email);
    expect(victim.accountId).not.toBe(squatter.accountId);
    expect(await read(await send(post('/credentials_undo', undo)))).toMatchObject({ status: 200, body: { email: squatter.email } });
    expect((await victim.call(getAccount)).emails).toEqual([{ email, verified: true }]);
    expect((await Parent.signIn(send, email, undefined, VICTIM)).accountId).toBe(victim.accountId);
  });

  test('warns the owner and offers an empty account when an email scanner verified the address', async () => {
    const { squatter, email, undo } = await moveOnto();
    await prove(squatter.accountId);
    const { text, link, victim } = await recover(email, 1, { start_empty: true });
    expect(text).toContain('If this account isn’t yours, start with a new, empty account');
    expect(link.searchParams.get('moved')).toBe('1');
    expect(victim.accountId).not.toBe(squatter.accountId);
    expect(await read(await send(post('/credentials_undo', undo)))).toMatchObject({ status: 200, body: { email: squatter.email } });
    expect((await victim.call(getAccount)).emails).toEqual([{ email, verified: true }]);
  });

  test('undoes a thief’s move, verification and reset, and refuses another move', async () => {
    const { squatter: owner, email, undo } = await moveOnto();
    await prove(owner.accountId);
    const { victim: thief } = await recover(email);
    expect(thief.accountId).toBe(owner.accountId);
    expect(await read(await send(post('/credentials_undo', undo)))).toMatchObject({ status: 200, body: { email: owner.email } });
    expect((await thief.raw('GET', '/account')).status).toBe(401);
    expect((await send(post('/login', signUpBody(email, VICTIM)))).status).toBe(400);
    const again = await Parent.signIn(send, owner.email);
    expect(again.accountId).toBe(owner.accountId);
    const login_obj = { email: owner.email, password: authKey(owner.email), new_email: uniqueEmail(), upd_password: authKey('evil') };
    await expect(again.call(changeEmail, { body: { login_obj } })).rejects.toThrow('413');
  });

  test('schedules the deletion of a family without an address once its undo links expire', async () => {
    const { squatter, email } = await moveOnto();
    await recover(email);
    const askedFor = () => readRows(squatter.accountId, 'SELECT deletion_requested_at IS NOT NULL AS asked FROM account');
    expect(await askedFor()).toEqual([{ asked: 0 }]);
    await runInDurableObject(familyOf(squatter.accountId), async (family, { storage: { sql } }) => {
      sql.exec('UPDATE email_undo SET expires_at = 1');
      sql.exec("INSERT OR REPLACE INTO due (kind, id, at) VALUES ('housekeeping', '', 1)");
      await family.alarm();
    });
    expect(await askedFor()).toEqual([{ asked: 1 }]);
    expect(await readRows(squatter.accountId, "SELECT kind FROM due WHERE kind = 'purge'")).toHaveLength(1);
  });

  test('replaces an account with single sign-on and an unverified address', async () => {
    const { squatter } = await squat();
    await runInDurableObject(familyOf(squatter.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE account SET login_scheme = 'sso', sso_type = 'apple', sso_issuer = 'x', sso_subject = 'y', password_verifier = ''");
    });
    const { victim } = await recover(squatter.email);
    expect((await victim.call(getAccount)).login_scheme).toBe('password');
    expect(victim.accountId).not.toBe(squatter.accountId);
  });

  test('creates exactly one new family when the link of an unverified address is used a hundred times', async () => {
    const { squatter } = await squat();
    await send(post('/resetpw', { email: squatter.email }));
    const token = (await mailsLeadingTo('/reset', squatter.email))[0]?.link.searchParams.get('token') ?? '';
    const passwords = Array.from({ length: 100 }, (_, index) => authKey(`password ${index}`));
    const answers = await Promise.all(
      passwords.map(async (password) => read(await send(post('/resetpw', { email: squatter.email, token, password })))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    const victim = await Parent.signIn(send, squatter.email, undefined, winner);
    expect(victim.accountId).not.toBe(squatter.accountId);
  });
});
