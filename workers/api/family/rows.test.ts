import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { listDevices } from '#app/wire/family';
import { getLocationHistory } from '#app/wire/location';
import { newFamilyAt } from '#tests/clients/clock';
import { fix, newLocatedFamily, newPlace, northOf, reportAt, SCHOOL } from '#tests/clients/located-family';
import { familyOf, readRows, stopClock } from '#tests/clients/worker';
import { listAppUsage } from './store/used.queries';

// Rows written are billed, and rows read slow down responses. So frequent requests must not read a month of rows, and a report must write
// few rows.

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const COMMANDS = 300;

/** Starts counting the family's rows. Returns a function that runs `work` and returns the numbers of rows read and written. */
async function count({ accountId }: { accountId: string }) {
  const family = familyOf(accountId);
  let done: Array<{ readonly rowsRead: number; readonly rowsWritten: number }> = [];
  await runInDurableObject(family, (_family, { storage: { sql } }) => {
    const exec = sql.exec.bind(sql);
    Object.defineProperty(sql, 'exec', {
      configurable: true,
      value: (query: string, ...values: Array<SqlStorageValue>) => {
        const cursor = exec(query, ...values);
        done.push(cursor);
        return cursor;
      },
    });
  });
  return async (work: () => Promise<unknown>) => {
    done = [];
    await work();
    const sum = (of: (cursor: (typeof done)[number]) => number) => done.reduce((all, cursor) => all + of(cursor), 0);
    return runInDurableObject(family, () => ({ read: sum((cursor) => cursor.rowsRead), written: sum((cursor) => cursor.rowsWritten) }));
  };
}

/** Creates three devices, each with a month of commands. Every twentieth command is a request; the others are policies. */
async function monthOld() {
  const { parent, id, agent, now } = await newFamilyAt('2026-10-20T12:00:00Z', { devices: 3 });
  await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
    sql.exec("UPDATE device SET os = 'iOS'");
    sql.exec(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${COMMANDS})
       INSERT INTO command (device_id, seq, id, kind, action, state, schedule_at, saved_at, ended_at)
       SELECT device.id, at, device.id || n, CASE WHEN n % 20 = 0 THEN 'device_info' ELSE 'policy' END,
         CASE WHEN n % 20 > 0 THEN 'rules' END, 'confirmed', at, at, at
       FROM (SELECT n, ? + n * ? AS at FROM n), device`,
      now - 30 * DAY,
      (29 * DAY) / COMMANDS,
    );
  });
  return { parent, id, agent, rowsOf: await count(parent) };
}

describe('rows read and written', () => {
  test('does not read a month of commands for the device list or a report', async () => {
    const { parent, id, agent, rowsOf } = await monthOld();
    const read = async (work: () => Promise<unknown>) => (await rowsOf(work)).read;
    expect(await read(() => parent.call(listDevices))).toBeLessThan(COMMANDS / 2);
    const use = { user_id: id, date: '2026-10-20', bundle_id: 'a' };
    let seconds = 0;
    const report = () => {
      seconds += 60;
      return agent.report('allowed', { usage: [{ ...use, seconds }], app_usage: [{ ...use, seconds }] });
    };
    expect(await read(report)).toBeLessThan(COMMANDS / 2);
    expect(await read(() => agent.raw('GET', '/device/commands?after=0'))).toBeLessThan(COMMANDS / 2);
  });

  test('does not parse other devices’ usage for a report of apps without limits', async () => {
    const { parent, id, agent } = await newFamilyAt('2026-10-20T12:00:00Z', { devices: 5 });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE device SET app_usage_json = 'no JSON' WHERE id <> ?", agent.deviceId);
    });
    const date = '2026-10-20';
    const report = await agent.report('allowed', { app_usage: [{ user_id: id, date, bundle_id: 'a', seconds: 60 }] });
    expect(report.status).toBe(200);
    const rowsOf = await count(parent);
    const readOwn = () =>
      runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
        expect(listAppUsage(storage.sql, id, date, date, agent.deviceId)).toHaveLength(1);
      });
    expect((await rowsOf(readOwn)).read).toBeLessThan(5);
  });

  test('looks up unknown command ids once, regardless of their number in an ack', async () => {
    const { agent, rowsOf } = await monthOld();
    const nobody = Array.from({ length: 100 }, (_, index) => ({ id: `nobody-${index}` }));
    expect((await rowsOf(() => agent.ack(nobody, 'allowed'))).read).toBeLessThan(2 * COMMANDS);
  });

  test('writes one more row for a report with positions, and at most six rows for one with a crossing', async () => {
    const { parent, agent, id, now } = await newLocatedFamily('2026-10-20T00:00:00Z');
    await newPlace(parent, [id]);
    await reportAt(agent, northOf(SCHOOL, 5000));
    const rowsOf = await count(parent);
    const written = async (work: () => Promise<unknown>) => (await rowsOf(work)).written;
    const plain = await written(() => agent.report('allowed'));
    await stopClock(now + HOUR / 4, parent, agent);
    const located = await written(() => reportAt(agent, northOf(SCHOOL, 5000)));
    expect([plain, located]).toEqual([1, 2]);
    await stopClock(now + HOUR / 2, parent, agent);
    const batch = Array.from({ length: 500 }, (_, index) => fix(agent, northOf(SCHOOL, 5000), { at: now + HOUR / 4 + 1 + index * 1000 }));
    expect(await written(() => agent.report('allowed', { locations: batch }))).toBe(2);
    await stopClock(now + HOUR, parent, agent);
    // The report, its positions, the notification with its unique index, and an audit row.
    expect(await written(() => reportAt(agent, SCHOOL))).toBeLessThanOrEqual(6);
  });

  test('reads only the positions around the requested day', async () => {
    const { parent, agent, id, now } = await newLocatedFamily('2026-10-20T12:00:00Z', { plan: 'premium_plus_monthly' });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1400)
         INSERT INTO location_report (device_id, to_at, seq, from_at, received_at, child_ids_json, fixes_json)
         SELECT ?1, ?2 - n * 864000, n, ?2 - n * 864000, ?2, ?3, json_array(json_array(?2 - n * 864000, 1, 2, 10, 0, NULL)) FROM n`,
        agent.deviceId,
        now,
        JSON.stringify([id]),
      );
    });
    const rowsOf = await count(parent);
    const query = { user_id: id, date: '2026-10-20' };
    const { read } = await rowsOf(async () => expect((await parent.call(getLocationHistory, { query })).points.length).toBeGreaterThan(90));
    expect(read).toBeLessThan(300);
  });

  test('writes few rows when a device’s app list alternates, and withdraws the notifications of removed apps', async () => {
    const { parent, agent, now } = await newFamilyAt('2026-10-20T12:00:00Z');
    const apps = [{ bundle_id: 'base', name: 'Base', version: '1' }];
    const tell = (list: typeof apps) => agent.report('allowed', { apps: list });
    await tell(apps);
    for (let index = 0; index < 20; index += 1) {
      apps.push({ bundle_id: `a${index}`, name: 'A', version: '1' });
      if (index % 5 === 4) await tell([...apps]);
    }
    const standing = async () => {
      const rows = await readRows(parent.accountId, "SELECT id FROM notice WHERE type = 'app_installed' AND withdrawn_at IS NULL");
      return rows.length;
    };
    expect(await standing()).toBe(20);
    const rowsOf = await count(parent);
    const written: Array<number> = [];
    for (const list of [[], apps, [], apps, []]) written.push((await rowsOf(() => tell([...apps.slice(0, 1), ...list]))).written);
    // The first removal and reinstallation write one audit row per app. Later ones do so only after they have lasted for an hour.
    expect(Math.max(...written)).toBeLessThan(25);
    expect(Math.max(...written.slice(2))).toBeLessThan(5);
    expect(await standing()).toBe(20);
    await stopClock(now + HOUR, parent, agent);
    await tell(apps.slice(0, 1));
    expect(await standing()).toBe(0);
  });
});
