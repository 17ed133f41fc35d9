import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { createPairing, removeDevice } from '#app/wire/family';
import { createRule } from '#app/wire/rule';
import { dueAt, jumpTo, newFamilyAt, ring } from '#tests/clients/clock';
import type { Parent } from '#tests/clients/parent';
import { familyOf, readRows, stopClock } from '#tests/clients/worker';
import { BATCH_SIZE } from '../store/housekeeping.queries';
import { APPS_USED, USED } from '../store/used.queries';

const DAY = 24 * 60 * 60_000;
const START = '2026-09-01T12:00:00Z';

function inFamily(parent: Parent, query: string, ...values: Array<SqlStorageValue>): Promise<void> {
  return runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
    storage.sql.exec(query, ...values);
  });
}

async function count(parent: Parent, table: string): Promise<number> {
  return (await readRows<{ n: number }>(parent.accountId, `SELECT count(*) AS n FROM ${table}`))[0]?.n ?? Number.NaN;
}

/** Inserts `rows` old audit rows, as if the family had collected them for months. */
function fillAudit(parent: Parent, rows: number, at: number): Promise<void> {
  const query = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO audit (at, actor_id, kind, subject_id) SELECT ?, 'clock:', 'test', '' FROM n`;
  return inFamily(parent, query, rows, at);
}

describe('housekeeping', () => {
  test('deletes audit rows after ninety days in batches, but keeps the last row for its number', async () => {
    const { parent, now, agent } = await newFamilyAt(START);
    await fillAudit(parent, 2 * BATCH_SIZE + 100, now);
    // The sign-up used the real clock.
    for (const table of ['audit', 'notice']) await inFamily(parent, `UPDATE ${table} SET at = ?`, now);
    const before = await count(parent, 'audit');
    const { seq } = await parent.call(getAccount);
    await jumpTo(now + 90 * DAY, parent, agent);
    await ring(parent);
    expect(await count(parent, "audit WHERE kind = 'test'")).toBe(2 * BATCH_SIZE + 100);
    await inFamily(parent, "UPDATE due SET at = ? WHERE kind = 'housekeeping'", now + 90 * DAY + 1);
    await jumpTo(now + 90 * DAY + 1, parent, agent);
    await ring(parent);
    // One batch is deleted, and the next is due in a minute.
    expect(await count(parent, 'audit')).toBeGreaterThan(before - BATCH_SIZE - 1);
    expect(await count(parent, 'audit')).toBeLessThan(before);
    expect(await dueAt(parent, 'housekeeping', '')).toBe(new Date(now + 90 * DAY + 60_001).toISOString());
    await stopClock(now + 90 * DAY + 10 * 60_000, parent, agent);
    expect(await count(parent, "audit WHERE kind = 'test'")).toBe(0);
    const [last] = await readRows<{ id: number }>(parent.accountId, 'SELECT max(id) AS id FROM audit');
    expect(last?.id).toBeGreaterThanOrEqual(seq);
  });

  test('keeps only the last audit row of an idle family for its number, and stops waking the family', async () => {
    const { parent, now, agent } = await newFamilyAt(START);
    const { seq } = await parent.call(getAccount);
    for (const table of ['audit', 'notice']) await inFamily(parent, `UPDATE ${table} SET at = ?`, now);
    await inFamily(parent, "DELETE FROM due WHERE kind <> 'housekeeping'");
    await inFamily(parent, "UPDATE due SET at = ? WHERE kind = 'housekeeping'", now);
    await stopClock(now + 92 * DAY, parent, agent);
    expect(await readRows(parent.accountId, 'SELECT id FROM audit')).toEqual([{ id: seq }]);
    expect(await dueAt(parent, 'housekeeping', '')).toBe(null);
  });

  test('deletes commands thirty days after their end, except open ones and the last state of each device', async () => {
    const { parent, id, now, agent } = await newFamilyAt(START);
    const block = () =>
      parent.call(createRule, { query: { user_id: id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    await block();
    await block();
    await agent.ack(await agent.commands(), 'blocked');
    await parent.raw('POST', '/command', { command: 'device_info' });
    await agent.ack(await agent.commands(), 'blocked');
    const commands = () => readRows(parent.accountId, 'SELECT kind, state FROM command ORDER BY seq');
    const all = [
      { kind: 'policy', state: 'superseded' },
      { kind: 'policy', state: 'confirmed' },
      { kind: 'device_info', state: 'confirmed' },
    ];
    expect(await commands()).toEqual(all);
    await stopClock(now + 29 * DAY, parent, agent);
    expect(await commands()).toEqual(all);
    await stopClock(now + 32 * DAY, parent, agent);
    expect(await commands()).toEqual([{ kind: 'policy', state: 'confirmed' }]);
  });

  test('deletes usage after sixty days, locations after the plan’s days, and notifications after thirty-one days', async () => {
    const { parent, id, now, agent } = await newFamilyAt(START);
    await agent.report('allowed', {
      usage: [{ user_id: id, date: '2026-09-01', seconds: 60 }],
      app_usage: [{ user_id: id, date: '2026-09-01', bundle_id: 'com.example.game', seconds: 60 }],
      locations: [{ at: now, lat: 1, lng: 2 }],
      events: [{ type: 'location_on', at: now }],
    });
    await agent.report('allowed', { locations: [{ at: now + 1000 * DAY, lat: 1, lng: 2 }] });
    const left = async () => {
      const used = [await count(parent, USED), await count(parent, APPS_USED)];
      expect(used[1]).toBe(used[0]);
      return [used[0], await count(parent, 'location_report'), await count(parent, "notice WHERE type = 'device_not_seen'")];
    };
    // One of the two locations has an impossible time in the future. The age of that location is counted from its arrival.
    await stopClock(now + 4 * DAY, parent, agent);
    expect(await left()).toEqual([1, 2, 1]);
    await stopClock(now + 6 * DAY, parent, agent);
    expect(await left()).toEqual([1, 0, 1]);
    // The `device_not_seen` notification was created on the third day, so it is not yet 31 days old.
    await stopClock(now + 32 * DAY, parent, agent);
    expect(await left()).toEqual([1, 0, 1]);
    await stopClock(now + 35 * DAY, parent, agent);
    expect(await left()).toEqual([1, 0, 0]);
    await stopClock(now + 59 * DAY, parent, agent);
    expect(await left()).toEqual([1, 0, 0]);
    await stopClock(now + 63 * DAY, parent, agent);
    expect(await left()).toEqual([0, 0, 0]);
  });

  test('deletes expired links, counted attempts, staged envelopes and known browsers', async () => {
    const { parent, now, agent } = await newFamilyAt(START);
    const key = "'k', 'k', 'e', NULL, NULL, 'ok', 's', 'v', ?, 'x', 1, 1";
    await inFamily(parent, `INSERT INTO account_key VALUES (${key})`, now);
    await inFamily(parent, "INSERT INTO reset_token (hash, email, sent_at, expires_at) VALUES ('r', 'e', 1, ?)", now + DAY);
    const undo = `INSERT INTO email_undo (hash, email, password_salt, password_verifier, is_legacy, changed_at, expires_at)
    VALUES ('u', 'e', 's', 'v', 0, 1, ?)`;
    await inFamily(parent, undo, now + 7 * DAY);
    await inFamily(parent, "INSERT INTO tried (kind, at, id) VALUES ('password', ?, 'x')", now);
    await inFamily(parent, "INSERT INTO known_browser (hash, name, created_at, seen_at) VALUES ('b', 'n', 1, ?)", now);
    const sweepAt = async (at: number) => {
      await inFamily(parent, "INSERT OR REPLACE INTO due (kind, id, at) VALUES ('housekeeping', '', ?)", at);
      await jumpTo(at, parent, agent);
      await ring(parent);
      const tables = ['account_key WHERE staged_at IS NOT NULL', 'tried', 'reset_token', 'email_undo', 'known_browser'];
      return Promise.all(tables.map((table) => count(parent, table)));
    };
    expect(await sweepAt(now + 9 * 60_000)).toEqual([1, 1, 1, 1, 1]);
    expect(await sweepAt(now + 10 * 60_000)).toEqual([0, 1, 1, 1, 1]);
    expect(await sweepAt(now + 60 * 60_000)).toEqual([0, 0, 1, 1, 1]);
    expect(await sweepAt(now + DAY)).toEqual([0, 0, 0, 1, 1]);
    expect(await sweepAt(now + 7 * DAY)).toEqual([0, 0, 0, 0, 1]);
    expect(await sweepAt(now + 401 * DAY)).toEqual([0, 0, 0, 0, 0]);
  });

  test('deletes known browsers after four hundred days, although nothing else wakes the family', async () => {
    const { parent, now, agent } = await newFamilyAt(START);
    for (const table of ['audit', 'notice']) await inFamily(parent, `UPDATE ${table} SET at = ?`, now);
    await inFamily(parent, "INSERT INTO known_browser (hash, name, created_at, seen_at) VALUES ('b', 'n', 1, ?)", now);
    await inFamily(parent, "DELETE FROM due WHERE kind <> 'housekeeping'");
    await inFamily(parent, "UPDATE due SET at = ? WHERE kind = 'housekeeping'", now);
    await stopClock(now + 92 * DAY, parent, agent);
    expect(await dueAt(parent, 'housekeeping', '')).toBe(new Date(now + 400 * DAY).toISOString());
    await jumpTo(now + 400 * DAY, parent, agent);
    await ring(parent);
    expect(await count(parent, 'known_browser')).toBe(0);
    expect(await dueAt(parent, 'housekeeping', '')).toBe(null);
  });

  test('deletes a pairing after it expires, or long after its device was removed', async () => {
    const { parent, id, now, agent } = await newFamilyAt(START);
    await parent.call(createPairing, { body: { user_id: id, os: 'iOS' } });
    expect(await count(parent, 'pairing')).toBe(2);
    await stopClock(now + 8 * DAY, parent, agent);
    expect(await count(parent, 'pairing')).toBe(1);
    await parent.call(removeDevice, { body: { device_id: agent.deviceId } });
    await stopClock(now + 20 * DAY, parent, agent);
    expect(await count(parent, 'pairing')).toBe(1);
    await stopClock(now + 100 * DAY, parent, agent);
    expect(await count(parent, 'pairing')).toBe(0);
  });

  test('answers other requests between the batches of a large sweep', async () => {
    const { parent, id, now, agent } = await newFamilyAt(START);
    await fillAudit(parent, 3 * BATCH_SIZE, now - 100 * DAY);
    await inFamily(parent, 'UPDATE audit SET id = -id WHERE kind = ?', 'test');
    await inFamily(parent, "UPDATE due SET at = ? WHERE kind = 'housekeeping'", now);
    for (let bite = 1; bite <= 3; bite++) {
      await ring(parent);
      expect(await count(parent, "audit WHERE kind = 'test'")).toBe((3 - bite) * BATCH_SIZE);
      await jumpTo(now + bite * 60_000, parent, agent);
      expect((await parent.raw('GET', `/rule?user_id=${id}`)).status).toBe(200);
    }
  });
});
