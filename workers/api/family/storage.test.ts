import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount } from '#app/wire/account';
import { getBlockStatus } from '#app/wire/block-status';
import { createRule, listRules } from '#app/wire/rule';
import { getSkus } from '#app/wire/subscription';
import { Parent } from '#tests/clients/parent';
import { bindings, familyOf, internal, newDevice, newFamily, readEverything, readRows, send, stopClock } from '#tests/clients/worker';
import { MIGRATIONS, migrate, migrateTo } from './core/schema';
import { setResendBy } from './store/device.queries';
import { DUE } from './store/due.queries';
import { listFixes } from './store/location.queries';

const HOUR = 60 * 60_000;

function block(parent: Parent, userId: string, expiry: number | null = null) {
  return parent.call(createRule, { query: { user_id: userId }, body: { type: 'override', ruledef_name: 'block', expiry } });
}

describe('storage of a family', () => {
  test('changes nothing when migrated again', async () => {
    const { parent, child } = await newFamily();
    await block(parent, child.user_id);
    await stopClock(Date.now() + 1_000, parent);
    const before = await readEverything(parent.accountId);
    expect(before.migration).toHaveLength(MIGRATIONS.length);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      migrate(storage);
      migrate(storage);
    });
    expect(await readEverything(parent.accountId)).toEqual(before);
  });

  test('keeps resends from before schema version 8, without delaying earlier resends', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const rows = await runInDurableObject(familyOf(parent.accountId), async (_family, { storage }) => {
      const { sql } = storage;
      const device = sql.exec('SELECT * FROM device').one();
      await storage.deleteAll();
      sql.exec('CREATE TABLE migration (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)');
      for (const [index, statements] of MIGRATIONS.slice(0, 7).entries()) {
        sql.exec(statements);
        sql.exec('INSERT INTO migration (version, at) VALUES (?, 0)', index + 1);
      }
      const names = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('device')").toArray();
      const columns = names.map(({ name }) => name);
      const values = columns.map((name) => device[name] ?? null);
      sql.exec(`INSERT INTO device (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`, ...values);
      sql.exec("INSERT INTO due (kind, id, at) VALUES ('resend', ?, 7000), ('rule', 'r', 7000)", agent.deviceId);
      migrate(storage);
      const before = sql.exec(`SELECT kind, id, at FROM ${DUE}`).toArray();
      setResendBy(sql, agent.deviceId, 20);
      return [before, sql.exec(`SELECT kind, id, at FROM ${DUE}`).toArray()];
    });
    expect(rows).toEqual([7000, 20].map((at) => [{ kind: 'resend', id: agent.deviceId, at }]));
  });

  test('keeps positions from before schema version 12', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const rows = await runInDurableObject(familyOf(parent.accountId), async (_family, { storage }) => {
      const { sql } = storage;
      const device = sql.exec('SELECT * FROM device').one();
      await storage.deleteAll();
      migrateTo(storage, 11);
      const columns = sql
        .exec<{ name: string }>("SELECT name FROM pragma_table_info('device')")
        .toArray()
        .map(({ name }) => name);
      const values = columns.map((name) => device[name] ?? null);
      sql.exec(`INSERT INTO device (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`, ...values);
      const fixes = JSON.stringify([
        { at: 10, lat: 1.5, lng: 2 },
        { at: 20, lat: 3, lng: 4, accuracy: 5 },
      ]);
      sql.exec('INSERT INTO location_report (device_id, seq, from_at, to_at, fixes_json) VALUES (?, 7, 10, 20, ?)', agent.deviceId, fixes);
      migrate(storage);
      return [
        sql.exec('SELECT * FROM location_report').toArray(),
        listFixes(sql, agent.deviceId, { from: 0, until: 30, childId: child.user_id }),
      ];
    });
    expect(rows[0]).toMatchObject([{ device_id: agent.deviceId, to_at: 20, seq: 7, from_at: 10, received_at: 20 }]);
    expect(rows[1]).toEqual([
      { at: 10, lat: 1.5, lon: 2, accuracy: null, speed: null },
      { at: 20, lat: 3, lon: 4, accuracy: 5, speed: null },
    ]);
  });

  test('keeps plans from before plans had a source in their key, and before they had details', async () => {
    const { parent } = await newFamily('premium_monthly');
    const before = await parent.call(getSkus, { query: { merged: 'true' } });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
      const { sql } = storage;
      const plans = sql.exec<{ sku: string; owned_json: string }>('SELECT sku, owned_json FROM sku').toArray();
      sql.exec('DROP TABLE sku; CREATE TABLE sku (sku TEXT PRIMARY KEY, owned_json TEXT NOT NULL) WITHOUT ROWID');
      sql.exec('DROP TABLE billing; DROP TABLE subscription; DROP TABLE checkout; DROP TABLE sandbox; DROP TABLE silence_event');
      sql.exec('ALTER TABLE account DROP COLUMN group_offer_json');
      sql.exec('DROP TABLE sample; DROP TABLE sample_config; DROP TABLE sample_access');
      for (const { sku, owned_json } of plans)
        sql.exec("INSERT INTO sku (sku, owned_json) VALUES (?, json_remove(?, '$.details'))", sku, owned_json);
      sql.exec(
        'DELETE FROM migration WHERE version > ?',
        MIGRATIONS.findIndex((text) => text.includes('sku_next')),
      );
      migrate(storage);
    });
    const kept = before.map((sku) => ({ ...sku, details: { limit_skus: [], stripe_on_change: 'keep' } }));
    expect(await parent.call(getSkus, { query: { merged: 'true' } })).toEqual(kept);
    expect(await readRows(parent.accountId, 'SELECT sku, source FROM sku ORDER BY sku')).toEqual([
      { sku: 'free', source: '' },
      { sku: 'premium_monthly', source: 'operator' },
    ]);
  });

  test('sets the alarm to the next due instant, skips an unchanged one and repeats an overdue one', async () => {
    const { parent } = await newFamily();
    await runInDurableObject(familyOf(parent.accountId), (family, { storage }) => {
      storage.sql.exec('DELETE FROM due');
      const set: Array<number> = [];
      Object.defineProperty(storage, 'setAlarm', { value: async (at: number) => set.push(at), configurable: true });
      const due = (id: string, at: number) => family.transaction({ kind: 'clock', id: '' }, (call) => call.setDue('resend', id, at));
      const soon = Date.now() + HOUR;
      due('one', soon);
      due('two', soon + HOUR);
      due('one', soon);
      expect(set).toHaveLength(1);
      due('two', soon - HOUR / 2);
      expect(set).toHaveLength(2);
      due('one', 1);
      due('one', 1);
      expect(set, 'it may have been lost').toHaveLength(4);
    });
  });

  test('keeps sessions, rules, commands, secrets and its stopped clock after an eviction', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const now = Date.now() + 5_000;
    await stopClock(now, parent, agent);
    await block(parent, child.user_id);
    const before = await readEverything(parent.accountId);
    await evictDurableObject(familyOf(parent.accountId));
    expect(await readEverything(parent.accountId)).toEqual(before);
    await evictDurableObject(familyOf(parent.accountId));
    await agent.ack(await agent.commands(), 'blocked');
    await evictDurableObject(familyOf(parent.accountId));
    const [status] = await parent.call(getBlockStatus, { query: { dev_info: '', user_id: child.user_id } });
    expect(status).toMatchObject({
      viewState: 'blocked',
      server_time: now,
      devices: [{ command: { state: 'confirmed', confirmed_ts: now } }],
    });
  });

  test('remembers an idempotency key after an eviction', async () => {
    const { parent, child } = await newFamily();
    const body = { type: 'override', ruledef_name: 'block', expiry: null };
    const first = await parent.raw('POST', `/rule?user_id=${child.user_id}`, body, { key: 'k' });
    await evictDurableObject(familyOf(parent.accountId));
    expect(await parent.raw('POST', `/rule?user_id=${child.user_id}`, body, { key: 'k' })).toEqual(first);
    expect((await parent.call(getAccount)).block_count).toBe(1);
  });

  test('sets the alarm to the next due instant, even after an eviction', async () => {
    const { parent, child } = await newFamily();
    const alarm = () => runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => storage.getAlarm());
    await vi.waitFor(async () => expect(await readRows(parent.accountId, 'SELECT * FROM outbox')).toEqual([]), { timeout: 10_000 });
    const { created_ts, expiry } = await block(parent, child.user_id, Date.now() + HOUR);
    expect(await alarm()).toBe(expiry);
    await evictDurableObject(familyOf(parent.accountId));
    expect(await alarm()).toBe(expiry);
    await parent.raw(
      'DELETE',
      `/rule?user_id=${child.user_id}&rule_ids=${(await parent.call(listRules, { query: { user_id: child.user_id } }))[1]?.rule_id}`,
    );
    expect(await alarm()).toBeGreaterThan(created_ts + 23 * HOUR);
  });

  test('changes nothing when an alarm runs again, early or late', async () => {
    const { parent, child } = await newFamily();
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    await block(parent, child.user_id, now + HOUR);
    const family = familyOf(parent.accountId);
    const ring = () => runInDurableObject(family, (instance) => instance.alarm());
    const before = await readEverything(parent.accountId);
    await ring();
    await ring();
    expect(await readEverything(parent.accountId)).toEqual(before);
    await runInDurableObject(family, (_instance, { storage }) => storage.kv.put('test-now', now + 3 * HOUR));
    parent.clock = now + 3 * HOUR;
    await ring();
    const after = await readEverything(parent.accountId);
    expect(after.rule).toHaveLength(1);
    await ring();
    expect(await readEverything(parent.accountId)).toEqual(after);
    expect(await runDurableObjectAlarm(family)).toBe(false);
  });

  /** Returns the emails to an address from the development mailbox. */
  async function mailsTo(email: string) {
    return (await internal.mailbox()).filter((mail) => mail.to === email);
  }

  test('keeps an unsent email in the outbox and sends it later, at least once', async () => {
    const parent = await Parent.signUp(send);
    await vi.waitFor(async () => expect(await mailsTo(parent.email)).toHaveLength(1), { timeout: 20_000, interval: 100 });
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    const family = familyOf(parent.accountId);
    // The queue is unavailable: every send of the family fails.
    await runInDurableObject(family, (instance) => {
      const { OUTBOX } = instance.bindings;
      const shut = { ...instance.bindings, OUTBOX: { ...OUTBOX, send: () => Promise.reject(new Error('queue is away')) } };
      Object.defineProperty(instance, 'env', { value: shut, configurable: true });
    });
    await parent.raw('PUT', '/account_verification', { action: 'resend_email', account_id: parent.accountId });
    // The platform retries an alarm that throws. on-error.test.ts checks the content of the error.
    const failed = await runInDurableObject(family, (instance) => instance.alarm().then(() => 'sent', String));
    expect(failed).toBe('Error: The alarm failed');
    expect(await readRows(parent.accountId, 'SELECT tries FROM outbox')).toEqual([{ tries: 1 }]);
    expect(await readRows(parent.accountId, "SELECT at > 0 AS due FROM due WHERE kind = 'outbox'")).toEqual([{ due: 1 }]);
    await evictDurableObject(family);
    await stopClock(now + 60_000, parent);
    await vi.waitFor(async () => expect(await mailsTo(parent.email)).toHaveLength(2), { timeout: 20_000, interval: 100 });
    await vi.waitFor(async () => expect(await readRows(parent.accountId, 'SELECT * FROM outbox')).toEqual([]), { timeout: 20_000 });
  });

  const WEEK_MS = 7 * 24 * 60 * 60_000;

  test('abandons an email after a week, logs it without its address, and sends the next email', async () => {
    const parent = await Parent.signUp(send);
    await vi.waitFor(async () => expect(await mailsTo(parent.email)).toHaveLength(1), { timeout: 20_000, interval: 100 });
    await vi.waitFor(async () => expect(await readRows(parent.accountId, 'SELECT * FROM outbox')).toEqual([]), { timeout: 20_000 });
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await runInDurableObject(familyOf(parent.accountId), (instance, { storage: { sql } }) => {
      const message = JSON.stringify({ to: 'lost@example.com', locale: 'en', link: 'https://x.example/?token=secret', template: 'reset' });
      const add = (id: string, age: number) => {
        sql.exec('INSERT INTO outbox VALUES (?, ?, 200, ?)', id, message, now - age);
        sql.exec("INSERT INTO due (kind, id, at) VALUES ('outbox', ?, ?)", id, now);
      };
      add('lost', WEEK_MS);
      add('young', WEEK_MS - 1);
      return instance.alarm();
    });
    const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('mail_given_up'));
    said.mockRestore();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'warn',
        at: expect.any(String),
        event: 'mail_given_up',
        reason: 'undelivered_for_a_week',
        template: 'reset',
        tries: 201,
        account: parent.accountId,
      },
    ]);
    expect(lines.join()).not.toMatch(/lost@example|secret/);
    await runInDurableObject(familyOf(parent.accountId), (_, { storage: { sql } }) => {
      expect(sql.exec('SELECT id, tries FROM outbox').toArray()).toEqual([{ id: 'young', tries: 201 }]);
      sql.exec("DELETE FROM outbox WHERE id = 'young'");
      sql.exec("DELETE FROM due WHERE kind = 'outbox' AND id = 'young'");
    });
    expect(await readRows(parent.accountId, "SELECT id FROM outbox UNION ALL SELECT id FROM due WHERE kind = 'outbox'")).toEqual([]);
    expect(await readRows(parent.accountId, "SELECT subject_id FROM audit WHERE kind = 'mail'")).toEqual([{ subject_id: 'lost' }]);
    await parent.raw('PUT', '/account_verification', { action: 'resend_email', account_id: parent.accountId });
    await runInDurableObject(familyOf(parent.accountId), (instance) => instance.alarm());
    await vi.waitFor(async () => expect(await mailsTo(parent.email)).toHaveLength(2), { timeout: 20_000, interval: 100 });
  });

  test('sends an email again if the queue lost it, and once if the queue delivers it twice', async () => {
    const parent = await Parent.signUp(send);
    await vi.waitFor(async () => expect(await mailsTo(parent.email)).toHaveLength(1), { timeout: 20_000, interval: 100 });
    await vi.waitFor(async () => expect(await readRows(parent.accountId, 'SELECT * FROM outbox')).toEqual([]), { timeout: 20_000 });
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    const family = familyOf(parent.accountId);
    const lose = (times: number) =>
      runInDurableObject(family, (instance) => {
        const { OUTBOX } = instance.bindings;
        const send = async (mail: Parameters<typeof OUTBOX.send>[0]) => {
          for (let count = 0; count < times; count += 1) await bindings.OUTBOX.send(mail);
        };
        Object.defineProperty(instance, 'env', { value: { ...instance.bindings, OUTBOX: { ...OUTBOX, send } }, configurable: true });
      });
    await lose(0);
    await parent.raw('PUT', '/account_verification', { action: 'resend_email', account_id: parent.accountId });
    await stopClock(now + 1, parent);
    expect(await readRows(parent.accountId, 'SELECT tries FROM outbox')).toEqual([{ tries: 1 }]);
    await lose(2);
    await stopClock(now + 61_000, parent);
    await vi.waitFor(async () => expect(await readRows(parent.accountId, 'SELECT * FROM outbox')).toEqual([]), { timeout: 20_000 });
    expect(await mailsTo(parent.email)).toHaveLength(2);
  });

  test('deletes recorded responses, sessions and links after their time limits (RT-037)', async () => {
    const parent = await Parent.signUp(send);
    const other = await Parent.signIn(send, parent.email);
    const { last_activity } = await parent.call(getAccount);
    await parent.raw('POST', '/user', { user_obj: { user_name: 'Mia', time_zone: 'UTC' } });
    await internal.revokeSession(parent.accountId, other.credentials.sessionId);
    expect(await readRows(parent.accountId, 'SELECT key FROM answer')).toHaveLength(1);
    await stopClock(last_activity + 50 * HOUR, parent);
    expect(await readRows(parent.accountId, 'SELECT key FROM answer')).toEqual([]);
    for (const days of [29, 58]) {
      await stopClock(last_activity + days * 24 * HOUR, parent);
      await parent.raw('POST', '/user', { user_obj: { user_name: `Child ${days}`, time_zone: 'UTC' } });
    }
    // The other session was revoked more than a month ago, but has been idle for less than two months.
    await stopClock(last_activity + 59.5 * 24 * HOUR, parent);
    expect(await readRows(parent.accountId, 'SELECT id FROM session')).toEqual([{ id: parent.credentials.sessionId }]);
    expect(await readRows(parent.accountId, 'SELECT hash FROM email_token')).toEqual([]);
  });
});
