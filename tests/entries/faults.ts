// The api Worker for fault tests: the tests' Worker, with access to a family's rows and its alarm. No production entry imports this file.

import { exports } from 'cloudflare:workers';
import type { FamilyBindings } from '#workers/api/bindings';
import type { ApiEnv } from '#workers/api/env';
import { MIGRATIONS, migrate } from '#workers/api/family/core/schema';
import { DUE } from '#workers/api/family/store/due.queries';
import { APPS_USED, USED } from '#workers/api/family/store/used.queries';
import type { Internal } from '#workers/api/internal';
import testApi, { Family as TestFamily } from './api';

export { Directory, Internal, Operator } from './api';

type Rows = Array<Record<string, SqlStorageValue>>;

/** Queries for tables whose content is partly stored in other tables. */
const WHOLE: Readonly<Record<string, string>> = { usage: USED, app_usage: APPS_USED, due: DUE };

/** The kinds of due rows in the first version of the tables. */
const FIRST_DUE_KINDS = ['outbox', 'rule', 'command', 'pairing', 'provisional', 'housekeeping'];

/** How the queue misbehaves; `null` means normal. */
type QueueFault = 'twice' | 'never' | null;

export class Family extends TestFamily {
  constructor(ctx: DurableObjectState, env: FamilyBindings) {
    super(ctx, { ...env, OUTBOX: faultyQueue(env.OUTBOX, () => ctx.storage.kv.get<QueueFault>('test-queue') ?? null) });
  }

  breakQueue(fault: QueueFault): void {
    this.ctx.storage.kv.put('test-queue', fault);
  }

  /** Returns all rows of all tables and the time of the alarm. Of the audit log, returns only the newest ID. */
  async look(): Promise<{ tables: Record<string, Rows>; seq: number; alarm: number | null; isStopped: boolean }> {
    const { sql } = this.ctx.storage;
    const names = tablesOf(sql).filter((name) => name !== 'audit');
    return {
      tables: Object.fromEntries(names.map((name) => [name, sql.exec(`SELECT * FROM ${WHOLE[name] ?? `"${name}"`}`).toArray()])),
      seq: sql.exec<{ seq: number }>('SELECT coalesce(max(id), 0) AS seq FROM audit').one().seq,
      alarm: await this.ctx.storage.getAlarm(),
      isStopped: this.ctx.storage.kv.get('test-now') !== undefined,
    };
  }

  /** Stops the clock at an instant without running what fell due in between, as if the alarm had been skipped. */
  skipTo(at: number): void {
    this.ctx.storage.kv.put('test-now', at);
  }

  /** Replaces the account's public key, as a compromised server could. */
  swapKey(key: string, keyId: string): void {
    this.ctx.storage.sql.exec('UPDATE account_key SET key = ?, key_id = ?', key, keyId);
  }

  /** Runs the alarm `times` times in parallel, regardless of its time, as if the platform repeated it. */
  async ring(times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => this.alarm()));
  }

  /** Rebuilds the tables in the schema of the first version, with the rows and the alarm of that version. */
  async age(): Promise<void> {
    const { storage } = this.ctx;
    const { tables } = await this.look();
    const audit = storage.sql.exec('SELECT * FROM audit').toArray();
    await storage.deleteAll();
    migrateOnly(storage, 1);
    for (const [name, rows] of Object.entries({ ...tables, audit })) {
      const columns = columnsOf(storage.sql, name);
      if (columns.length === 0 || name === 'migration') continue;
      const numbers = new Set<number>();
      for (const row of rows) {
        // In the first version `seq` is unique in the family; now it is unique per device.
        if (name === 'command') {
          let seq = Number(row.seq);
          while (numbers.has(seq)) seq += 1;
          numbers.add(seq);
          row.seq = seq;
        }
        if (name === 'due' && !FIRST_DUE_KINDS.includes(String(row.kind))) continue;
        const query = `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
        storage.sql.exec(query, ...columns.map((column) => row[column] ?? null));
      }
    }
    const next = storage.sql.exec<{ at: number | null }>('SELECT min(at) AS at FROM due').one().at;
    if (next === null) await storage.deleteAlarm();
    else await storage.setAlarm(next);
  }

  /** Aborts the object immediately, even during a call. The next call gets a new instance. */
  abort(): void {
    this.ctx.abort('put away by a test');
  }

  /**
   * Empties the object. Interrupts its migration before each statement in turn and resumes it; also migrates from each older version.
   * @returns the number of interruptions, and where the schema differs from an uninterrupted migration
   */
  async cutMigrations(): Promise<{ cuts: number; differences: Array<string> }> {
    const { storage } = this.ctx;
    const begin = async (upTo = 0): Promise<void> => {
      await storage.deleteAll();
      for (let done = 0; done < upTo; done += 1) migrateOnly(storage, done + 1);
    };
    await begin();
    migrate(storage);
    const whole = schemaOf(storage.sql);
    const differences: Array<string> = [];
    let cuts = 0;
    for (let cut = 0; ; cut += 1) {
      await begin();
      const wasCut = cutAt(storage, cut);
      migrate(storage);
      if (schemaOf(storage.sql) !== whole) differences.push(`cut at statement ${cut}`);
      if (!wasCut) break;
      cuts += 1;
    }
    for (let old = 1; old < MIGRATIONS.length; old += 1) {
      await begin(old);
      migrate(storage);
      if (schemaOf(storage.sql) !== whole) differences.push(`from version ${old}`);
    }
    return { cuts, differences };
  }
}

function faultyQueue(queue: FamilyBindings['OUTBOX'], fault: () => QueueFault): FamilyBindings['OUTBOX'] {
  const send: typeof queue.send = async (message, options) => {
    if (fault() === 'never') throw new Error('The queue takes nothing');
    if (fault() === 'twice') await queue.send(message, options);
    return queue.send(message, options);
  };
  return new Proxy(queue, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name, target)) });
}

function tablesOf(sql: SqlStorage): Array<string> {
  const query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";
  return sql
    .exec<{ name: string }>(query)
    .toArray()
    .map(({ name }) => name);
}

function columnsOf(sql: SqlStorage, table: string): Array<string> {
  return sql
    .exec<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
    .toArray()
    .map(({ name }) => name);
}

function schemaOf(sql: SqlStorage): string {
  const tables = sql.exec("SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY type, name").toArray();
  return JSON.stringify([tables, sql.exec('SELECT version FROM migration ORDER BY version').toArray()]);
}

/** Applies one migration only, to leave an object as older code did. `version` counts from 1. */
function migrateOnly(storage: DurableObjectStorage, version: number): void {
  const statements = MIGRATIONS[version - 1];
  if (statements === undefined) throw new Error(`There is no migration ${version}`);
  storage.sql.exec('CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)');
  storage.sql.exec(statements);
  storage.sql.exec('INSERT INTO migration (version, at) VALUES (?, ?)', version, 0);
}

class Cut extends Error {}

/** Interrupts a migration before statement number `cut`, counted from 0. Returns false if there are fewer statements. */
function cutAt(storage: DurableObjectStorage, cut: number): boolean {
  let count = 0;
  const exec = (query: string, ...bindings: Array<SqlStorageValue>) => {
    const statements = query.split(/;\s*(?:\n|$)/).filter((statement) => statement.trim() !== '');
    const cursors = statements.map((statement) => {
      if (count === cut) throw new Cut();
      count += 1;
      return storage.sql.exec(statement, ...bindings);
    });
    return cursors.at(-1);
  };
  const sql = new Proxy(storage.sql, { get: (target, name) => (name === 'exec' ? exec : Reflect.get(target, name, target)) });
  const cutting = new Proxy(storage, {
    get: (target, name) => {
      if (name === 'sql') return sql;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  try {
    migrate(cutting);
    return false;
  } catch (error) {
    if (error instanceof Cut) return true;
    throw error;
  }
}

type Order = {
  accountId: string;
  at: number;
  times: number;
  email: string;
  sku: string;
  sessionId: string;
  fault: QueueFault;
  key: string;
  keyId: string;
};

export default {
  ...testApi,
  async fetch(request: Request, env: Parameters<typeof testApi.fetch>[1], ctx: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/test/') || pathname === '/test/clock') return testApi.fetch(request, env, ctx);
    const { accountId, at, times, email, sku, sessionId, fault, key, keyId } = await request.json<Order>();
    const { internal, family } = doors(env, accountId);
    switch (pathname) {
      case '/test/look':
        return Response.json(await family().look());
      case '/test/skip':
        await family().skipTo(at);
        return new Response(null, { status: 204 });
      case '/test/swap-key':
        await family().swapKey(key, keyId);
        return new Response(null, { status: 204 });
      case '/test/ring':
        await family().ring(times);
        return new Response(null, { status: 204 });
      case '/test/age':
        await family().age();
        return new Response(null, { status: 204 });
      case '/test/abort':
        await family().abort();
        return new Response(null, { status: 204 });
      case '/test/queue':
        await family().breakQueue(fault);
        return new Response(null, { status: 204 });
      case '/test/sign-out':
        await internal.revokeSession(accountId, sessionId);
        return new Response(null, { status: 204 });
      case '/test/migrations':
        return Response.json(await family().cutMigrations());
      case '/test/grant':
        return Response.json(await internal.grant(email, sku));
      case '/test/mailbox':
        return Response.json(await internal.mailbox());
      default:
        return new Response(null, { status: 404 });
    }
  },
};

// Casts the bindings of the platform to their types in one place.
function doors(env: unknown, accountId: string | undefined) {
  const { FAMILY } = env as Omit<ApiEnv, 'FAMILY'> & { FAMILY: DurableObjectNamespace<Family> };
  const { Internal: internal } = exports as unknown as { Internal: Fetcher & Internal };
  return { internal, family: () => FAMILY.get(accountId === undefined ? FAMILY.newUniqueId() : FAMILY.idFromString(accountId)) };
}
