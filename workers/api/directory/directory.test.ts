import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { bindings } from '#tests/clients/worker';
import type { ApiEnv } from '../env';
import type { Directory } from './directory';
import { adoptEntries, directoryFor, locate } from './names';

const env = bindings as unknown as ApiEnv;
const MINUTE = 60_000;
type Shard = DurableObjectStub<Directory>;

/** Returns a shard that no other test uses. */
function newShard(): Shard {
  return env.DIRECTORY.get(env.DIRECTORY.newUniqueId());
}

function rowsOf(shard: Shard): Promise<{ entries: number; tries: number; alarm: boolean }> {
  return runInDurableObject(shard, async (_directory, { storage }) => {
    const count = (table: string) => storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;
    return { entries: count('entry'), tries: count('tries'), alarm: (await storage.getAlarm()) !== null };
  });
}

/** Makes all rows of a shard older by `byMs`. */
function age(shard: Shard, byMs: number): Promise<void> {
  return runInDurableObject(shard, (_directory, { storage: { sql } }) => {
    sql.exec('UPDATE entry SET until = until - ?', byMs);
    sql.exec('UPDATE tries SET lapses_at = lapses_at - ?', byMs);
  });
}

const tryOf = (id: string, limit = 10, kind = 'login') => [{ id, kind, limit, windowMs: 15 * MINUTE }];

describe('Directory', () => {
  test('stores a hundred identifiers in a fixed set of shards and finds each of them again', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `someone-${index}@example.com`);
    for (const name of names) expect(await directoryFor(env, 'mail', name).reserve(name)).toBe(true);
    for (const name of names) expect(await directoryFor(env, 'mail', name).getState()).toMatchObject({ state: 'reserved', owner: name });
    const all = new Set(
      Array.from({ length: 256 }, (_, byte) => env.DIRECTORY.idFromName(`shard:${byte.toString(16).padStart(2, '0')}`).toString()),
    );
    expect(names.every((name) => all.has(locate(env, 'mail', name).shard.id.toString()))).toBe(true);
  });

  test('lets only the allowed number of a hundred parallel calls succeed, independently of other rows', async () => {
    const shard = newShard();
    const hundred = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 100 }, work));
    await shard.reserve('other', 'somebody');
    await shard.count(tryOf('other'));
    expect((await hundred(async () => shard.reserve('one', 'me', 'detail'))).filter(Boolean)).toHaveLength(1);
    expect((await hundred(async () => shard.consume('one'))).filter((detail) => detail !== null)).toEqual(['detail']);
    expect((await hundred(async () => shard.count(tryOf('one')))).filter(Boolean)).toHaveLength(10);
    expect(await shard.getState('other')).toMatchObject({ owner: 'somebody' });
    expect(await shard.isLimitReached({ id: 'other', kind: 'login', limit: 2, windowMs: MINUTE })).toBe(false);
  });

  test('counts an attempt in no counter if one of its counters has reached the limit', async () => {
    const shard = newShard();
    await shard.count(tryOf('wide', 1));
    expect(await shard.count([...tryOf('narrow'), ...tryOf('wide', 1)])).toBe(false);
    expect(await rowsOf(shard)).toMatchObject({ tries: 1 });
  });

  test('leaves neither a row nor an alarm after reading unknown ids', async () => {
    const shard = newShard();
    expect(await shard.getState('one')).toEqual({ state: 'free' });
    expect(await shard.isLimitReached({ id: 'one', kind: 'login', limit: 10, windowMs: MINUTE })).toBe(false);
    expect([await shard.consume('one'), await shard.confirm('one', 'me'), await shard.handOver('one', 'me', 'you')]).toEqual([
      null,
      false,
      false,
    ]);
    await shard.refund(['one'], 'login', true);
    expect(await rowsOf(shard)).toEqual({ entries: 0, tries: 0, alarm: false });
  });

  test('deletes expired rows by alarm, and sets no alarm for permanent rows', async () => {
    const shard = newShard();
    await shard.reserve('lasting', 'me');
    await shard.confirm('lasting', 'me');
    await shard.reserve('lapsing', 'me');
    await shard.count(tryOf('lapsing'));
    expect(await rowsOf(shard)).toEqual({ entries: 2, tries: 1, alarm: true });
    await runDurableObjectAlarm(shard);
    expect(await rowsOf(shard)).toEqual({ entries: 2, tries: 1, alarm: true });
    await age(shard, 15 * MINUTE);
    await runDurableObjectAlarm(shard);
    expect(await rowsOf(shard)).toEqual({ entries: 1, tries: 0, alarm: false });
    expect(await shard.getState('lasting')).toMatchObject({ state: 'confirmed', owner: 'me' });
    await shard.count(tryOf('later'));
    expect(await rowsOf(shard)).toMatchObject({ alarm: true });
  });

  test('checks a bounded number of rows per alarm and continues until all expired rows are deleted', async () => {
    const shard = newShard();
    await runInDurableObject(shard, (_directory, { storage: { sql } }) => {
      for (let index = 0; index < 1200; index++) {
        const id = String(index).padStart(4, '0');
        sql.exec("INSERT INTO entry VALUES (?, '', '', 'reserved', 1)", id);
        sql.exec("INSERT INTO tries VALUES (?, 'login', 1, '[1]', ?)", id, index % 2 === 0 ? 2 : Date.now() + 60 * MINUTE);
      }
    });
    await shard.count(tryOf('wakes it'));
    // Runs the alarm and counts rows in the same turn, because the platform may run the alarm again right after.
    const left = await runInDurableObject(shard, async (directory: Directory, { storage: { sql } }) => {
      await directory.alarm();
      return sql
        .exec<{ entries: number; tries: number }>('SELECT (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM tries) AS tries')
        .one();
    });
    expect(left).toEqual({ entries: 700, tries: 1201 });
    for (let rung = 0; rung < 6; rung++) await runDurableObjectAlarm(shard);
    expect(await rowsOf(shard)).toMatchObject({ entries: 0, tries: 601 });
    expect(await rowsOf(shard)).toMatchObject({ alarm: true });
  });

  test('adopts former entries once, without replacing existing ones', async () => {
    const [free, taken] = ['adopted@example.com', 'taken@example.com'].map((email) => locate(env, 'mail', email).id);
    if (free === undefined || taken === undefined) throw new Error('no ids');
    await directoryFor(env, 'mail', 'taken@example.com').reserve('here');
    const kept = (id: string) => ({ id, owner: 'there', detail: 'd', state: 'confirmed' as const, until: null });
    for (let time = 0; time < 2; time++) await adoptEntries(env, [kept(free), kept(taken)]);
    expect(await directoryFor(env, 'mail', 'adopted@example.com').getState()).toEqual({ state: 'confirmed', owner: 'there', detail: 'd' });
    expect(await directoryFor(env, 'mail', 'taken@example.com').getState()).toMatchObject({ owner: 'here' });
    await expect(adoptEntries(env, [kept('f'.repeat(64))])).rejects.toThrow(TypeError);
  });
});
