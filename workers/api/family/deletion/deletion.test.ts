import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { PAIRING_CODE_LIFE_MS } from '#app/domain/pairing';
import { getAccount } from '#app/wire/account';
import { createPairing } from '#app/wire/family';
import { changeDeletion, getDeletion } from '#app/wire/identity';
import { Agent } from '#tests/clients/agent';
import { dueAt, jumpTo, newFamilyAt, ring } from '#tests/clients/clock';
import { mailsTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { openBrowser, openDevice } from '#tests/clients/socket';
import { ageDirectory, bindings, familyOf, newDevice, newFamily, readEverything, readRows, send, stopClock } from '#tests/clients/worker';
import { directoryFor, ssoName } from '#workers/api/directory/names';
import type { ApiEnv } from '#workers/api/env';
import { EN } from '#workers/api/outside/mail-texts/en';
import { filesOf } from '../core/files';

const DAY = 24 * 60 * 60_000;
const env = bindings as unknown as ApiEnv;
const REQUEST = { body: { action: 'request_deletion' } };
const CANCEL = { body: { action: 'cancel_deletion' } };

async function stateOf(kind: 'mail' | 'pair', id: string) {
  return (await directoryFor(env, kind, id).getState()).state;
}

/** Returns the number of the family's rows, without the migration rows. */
async function rowsLeft(accountId: string): Promise<number> {
  const { migration: _, ...tables } = await readEverything(accountId);
  return Object.values(tables).flat().length;
}

describe('deletion', () => {
  test('keeps one request, cancels it and returns its state', async () => {
    const parent = await Parent.signUp(send);
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    expect(await parent.call(getDeletion)).toEqual({ status: 'none', requested_ts: null, purge_ts: null });
    expect(await parent.call(changeDeletion, CANCEL)).toEqual({ status: 'none', requested_ts: null, purge_ts: null });
    const times = { requested_ts: now, purge_ts: now + 30 * DAY };
    expect(await parent.call(changeDeletion, REQUEST)).toEqual({ status: 'deletion_requested', ...times });
    await stopClock(now + DAY, parent);
    expect(await parent.call(changeDeletion, REQUEST)).toEqual({ status: 'duplicate_request_ignored', ...times });
    expect(await parent.call(getDeletion)).toEqual({ status: 'deletion_requested', ...times });
    expect((await parent.call(getAccount)).deletion).toEqual(times);
    expect(await parent.call(changeDeletion, CANCEL)).toEqual({ status: 'deletion_cancelled', requested_ts: null, purge_ts: null });
    expect((await parent.call(getAccount)).deletion).toBe(null);
    expect((await parent.raw('POST', '/account_deletion', { action: 'other' })).status).toBe(400);
    await stopClock(now + DAY + 1, parent);
    const subjects = (await mailsTo(parent.email, 3)).map(({ subject }) => subject);
    const wanted = [EN.mails['deletion-requested'].subject, EN.mails['deletion-cancelled'].subject];
    expect(subjects).toEqual(expect.arrayContaining(wanted));
    expect(subjects).toHaveLength(3);
  });

  test('does not delete after a cancellation, and waits thirty new days after the next request', async () => {
    const parent = await Parent.signUp(send);
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    await parent.call(changeDeletion, REQUEST);
    await jumpTo(now + 20 * DAY, parent);
    await parent.call(changeDeletion, CANCEL);
    expect(await dueAt(parent, 'purge', '')).toBe(null);
    await jumpTo(now + 31 * DAY, parent);
    // A leftover due row must not start a purge.
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      storage.sql.exec("INSERT INTO due (kind, id, at) VALUES ('purge', '', ?)", now + 30 * DAY);
    });
    await ring(parent);
    await parent.call(changeDeletion, REQUEST);
    expect((await Parent.signIn(send, parent.email)).accountId).toBe(parent.accountId);
    expect(await dueAt(parent, 'purge', '')).toBe(new Date(now + 61 * DAY).toISOString());
  });

  test('keeps a family with a requested deletion working for thirty days, then deletes everything', async () => {
    const { parent, id, now, agent } = await newFamilyAt('2026-09-01T12:00:00Z');
    const file = `${filesOf(parent.accountId)}sample`;
    const other = `${filesOf('another')}sample`;
    for (const key of [file, other]) await bindings.FILES.put(key, 'x');
    await parent.call(changeDeletion, REQUEST);
    await jumpTo(now + 30 * DAY - 1, parent, agent);
    await ring(parent);
    const again = await Parent.signIn(send, parent.email);
    again.clock = now + 30 * DAY - 1;
    expect((await again.call(getAccount)).deletion?.requested_ts).toBe(now);
    expect((await agent.report('allowed')).status).toBe(200);
    const { code } = await again.call(createPairing, { body: { user_id: id, os: 'iOS' } });
    expect([await stateOf('mail', parent.email), await stateOf('pair', code)]).toEqual(['confirmed', 'reserved']);
    await jumpTo(now + 30 * DAY, parent, agent);
    await ring(parent);
    await vi.waitFor(async () => expect(await rowsLeft(parent.accountId)).toBe(0), { timeout: 10_000 });
    // The family has only a hash of the code. The code no longer works, and its directory entry expires after 15 minutes.
    expect(await Agent.postEnrolment(send, { code })).toMatchObject({ status: 400, body: { errors: { reason: 'code' } } });
    await ageDirectory('pair', code, PAIRING_CODE_LIFE_MS);
    expect([await stateOf('mail', parent.email), await stateOf('pair', code)]).toEqual(['free', 'free']);
    expect([await bindings.FILES.head(file), await bindings.FILES.head(other)]).toEqual([null, expect.anything()]);
    for (const ended of [parent, again]) expect((await ended.raw('GET', '/account')).status).toBe(401);
    // A device that was offline gets the same response as a removed device. Only the purge mark remains.
    expect(await agent.raw('GET', '/device/policy')).toMatchObject({ status: 410, body: { errors: { reason: 'gone' } } });
    const marks = await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { kv } }) => [...kv.list()]);
    expect(marks.filter(([name]) => name !== 'test-now')).toEqual([['purged', true]]);
    expect((await read(await send(post('/login', signUpBody(parent.email))))).status).toBe(400);
    const alarm = await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => storage.getAlarm());
    expect(alarm).toBe(null);
    expect((await Parent.signUp(send, parent.email)).accountId).not.toBe(parent.accountId);
  });

  test('refuses all requests after the first half of the purge, and repeats the purge if its job is lost', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const { opened: device } = await openDevice(agent);
    const browser = await openBrowser(parent);
    const now = Date.now() + 1000;
    let lost: unknown;
    await parent.call(changeDeletion, REQUEST);
    await runInDurableObject(familyOf(parent.accountId), (family, { storage }) => {
      storage.sql.exec('UPDATE account SET deletion_requested_at = ?', now - 30 * DAY);
      // The queue loses the job.
      lost = family.bindings.OUTBOX;
      Object.assign(family.bindings, { OUTBOX: { send: async () => undefined } });
      storage.sql.exec("UPDATE due SET at = ? WHERE kind = 'purge'", now);
    });
    await jumpTo(now, parent, agent);
    await ring(parent);
    await browser.waitFor('logout');
    await device?.waitFor('gone');
    expect((await parent.raw('GET', '/account')).status).toBe(401);
    expect(await agent.raw('GET', '/device/policy')).toMatchObject({ status: 410, body: { errors: { reason: 'gone' } } });
    expect((await read(await send(post('/login', signUpBody(parent.email))))).status).toBe(400);
    expect((await read(await send(post('/account', signUpBody(parent.email, authKey('squatter')))))).status).toBe(400);
    expect(await dueAt(parent, 'purge', '')).toBe(new Date(now + DAY / 4).toISOString());
    await runInDurableObject(familyOf(parent.accountId), (family) => {
      Object.assign(family.bindings, { OUTBOX: lost });
    });
    await jumpTo(now + DAY / 4, parent);
    await ring(parent);
    await vi.waitFor(async () => expect(await rowsLeft(parent.accountId)).toBe(0), { timeout: 10_000 });
    expect(await stateOf('mail', parent.email)).toBe('free');
    expect(await readRows(parent.accountId, 'SELECT * FROM due')).toEqual([]);
  });

  test('frees the single sign-on identity and all reserved or former addresses', async () => {
    const parent = await Parent.signUp(send);
    const [held, left] = [uniqueEmail(), uniqueEmail()];
    const identity = directoryFor(env, 'sso', ssoName('https://issuer.example', parent.accountId));
    const named = [identity, directoryFor(env, 'mail', held), directoryFor(env, 'mail', left)];
    for (const directory of named) {
      await directory.reserve(parent.accountId);
      await directory.confirm(parent.accountId);
    }
    const now = Date.now() + 1000;
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec(
        "UPDATE account SET sso_issuer = 'https://issuer.example', sso_subject = account_id, deletion_requested_at = ?",
        now - 30 * DAY,
      );
      sql.exec("INSERT INTO due (kind, id, at) VALUES ('address', ?, ?), ('purge', '', ?)", held, now + DAY, now);
      const undo = `INSERT INTO email_undo (hash, email, password_salt, password_verifier, is_legacy, changed_at, expires_at)
      VALUES ('u', ?, 's', 'v', 0, 1, ?)`;
      sql.exec(undo, left, now + DAY);
    });
    await jumpTo(now, parent);
    await ring(parent);
    await vi.waitFor(async () => expect(await rowsLeft(parent.accountId)).toBe(0), { timeout: 10_000 });
    for (const directory of named) expect((await directory.getState()).state).toBe('free');
  });

  test('does not purge a family whose deletion is not due', async () => {
    const parent = await Parent.signUp(send);
    const before = (await listDurableObjectIds(bindings.FAMILY)).length;
    await familyOf(parent.accountId).forget();
    await parent.call(changeDeletion, REQUEST);
    await familyOf(parent.accountId).forget();
    expect((await parent.call(getAccount)).account_id).toBe(parent.accountId);
    expect((await listDurableObjectIds(bindings.FAMILY)).length).toBe(before);
  });
});
