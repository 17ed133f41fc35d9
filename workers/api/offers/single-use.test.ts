import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount } from '#app/wire/account';
import { listCoupons } from '#app/wire/offers';
import { type Answer, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { ageDirectory, bindings, familyOf, internal, send } from '#tests/clients/worker';
import { directoryFor, locate } from '../directory/names';
import type { ApiEnv } from '../env';

const MINUTE = 60_000;
const env = bindings as unknown as ApiEnv;

/** Creates a single-use code. Returns the code. */
async function newCode(): Promise<string> {
  const code = `ONCE-${crypto.randomUUID().toUpperCase()}`;
  await bindings.CATALOGUE.prepare("INSERT INTO coupon_code (code, coupon_group_id) VALUES (?, 'one-time-50')").bind(code).run();
  return code;
}

function signUp(coupon: string, email = uniqueEmail()): Promise<Answer> {
  return send(post('/account', { ...signUpBody(email), coupon })).then(read);
}

function parentOf(answer: Answer): Parent {
  return new Parent(send, createAccount.output.parse(answer.body));
}

const NOT_VALID = { status: 400, body: { errors: { code: 433 } } };

describe('single-use codes', () => {
  test('gives a code to exactly one of a hundred parallel sign-ups, and lets the others sign up without it', {
    timeout: 120_000,
  }, async () => {
    const code = await newCode();
    const emails = Array.from({ length: 100 }, uniqueEmail);
    const answers = await Promise.all(emails.map((email) => signUp(code, email)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(NOT_VALID);
    const [winner] = winners.map(parentOf);
    expect(await winner?.call(listCoupons, { query: { query_type: 'account' } })).toMatchObject([
      { coupon: code, workflow: 'affiliate_1tc_promo', group_id: 'family-friends' },
    ]);
    const loser = emails[answers.findIndex(({ status }) => status !== 200)];
    expect((await send(post('/account', signUpBody(loser ?? '')))).status).toBe(200);
  });

  test('refuses a used code in upper or lower case, and shows it as unusable on the landing page', async () => {
    const code = await newCode();
    const visit = { coupon: code, groupId: null, ip: '2001:db8:0ffe:1::1' };
    expect((await internal.offer(visit)).coupon).toBe('usable');
    expect((await signUp(code)).status).toBe(200);
    expect(await signUp(code.toLowerCase())).toMatchObject(NOT_VALID);
    expect((await internal.offer(visit)).coupon).toBe('unusable');
  });

  test('does not use up a code when the address of the sign-up already exists', async () => {
    const code = await newCode();
    const parent = await Parent.signUp(send);
    const again = { ...signUpBody(parent.email, authKey('other')), coupon: code };
    expect(await send(post('/account', again)).then(read)).toMatchObject({ body: { errors: { code: 100 } } });
    expect((await signUp(code)).status).toBe(200);
  });

  test('frees a code after ten minutes if the sign-up never confirmed the code', async () => {
    const code = await newCode();
    expect(await directoryFor(env, 'coupon', code).reserve(bindings.FAMILY.newUniqueId().toString())).toBe(true);
    expect(await signUp(code)).toMatchObject(NOT_VALID);
    await ageDirectory('coupon', code, 10 * MINUTE);
    expect((await signUp(code)).status).toBe(200);
  });

  /** Creates a family whose sign-up was interrupted: it has confirmed the code but not the address. */
  async function cutOff(code: string): Promise<string> {
    const id = bindings.FAMILY.newUniqueId();
    const [plan] = createAccount.output.parse((await read(await send(post('/account', signUpBody(uniqueEmail()))))).body)[0].skus;
    if (plan === undefined) throw new Error('no plan');
    const email = uniqueEmail();
    await directoryFor(env, 'coupon', code).reserve(id.toString());
    const wanted = { email, authKey: authKey(email), userName: null, locale: 'en', timeZone: 'UTC', marketingOptin: false, plan };
    await bindings.FAMILY.get(id).provision(wanted);
    await directoryFor(env, 'coupon', code).confirm(id.toString());
    return id.toString();
  }

  test('frees the code of an expired provisional family for exactly one sign-up', async () => {
    const code = await newCode();
    const accountId = await cutOff(code);
    expect(await familyOf(accountId).getState()).toBe('provisional');
    expect(await signUp(code)).toMatchObject(NOT_VALID);
    await familyOf(accountId).advanceTo(Date.now() + 15 * MINUTE);
    expect(await familyOf(accountId).getState()).toBe('gone');
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('keeps a code used after its account is deleted, even if the sign-up was interrupted before marking it', async () => {
    for (const isCutOff of [false, true]) {
      const code = await newCode();
      const parent = parentOf(await signUp(code));
      if (isCutOff) {
        const { shard, id } = locate(env, 'coupon', code);
        await runInDurableObject(shard, (_directory, { storage: { sql } }) => {
          sql.exec("UPDATE entry SET detail = '' WHERE id = ?", id);
        });
        expect(await signUp(code)).toMatchObject(NOT_VALID);
      }
      await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
        storage.sql.exec('DELETE FROM account');
      });
      expect(await signUp(code), String(isCutOff)).toMatchObject(NOT_VALID);
    }
  });
});
