// The api Worker for benchmarks: the tests' Worker, with families that record their SQLite reads and writes. No production entry imports
// this file.

import type { ApiEnv } from '#workers/api/env';
import testApi, { Family as TestFamily } from './api';

export { Directory, Internal, Operator } from './api';

type Statement = { query: string; params: Array<SqlStorageValue> };
type Rows = Array<Record<string, SqlStorageValue>>;
/** Rows written by table since the last call. Setting the alarm also counts as one row (Cloudflare's price list). */
type Written = Record<string, number>;

const ALARM = '(alarm)';

/**
 * What was recorded for a family since the last `takeNotes` call. `reads` keeps cursors, because `rowsRead` is complete only after all rows
 * are read.
 */
type Watch = {
  written: Written;
  reads: Array<{ table: string; cursor: { readonly rowsRead: number } }>;
  statements: Array<Statement>;
  rings: number;
};

/** By family ID. Outside the object, so that the counts survive its eviction. */
const watches = new Map<string, Watch>();

function newWatch(): Watch {
  return { written: {}, reads: [], statements: [], rings: 0 };
}

/** Calls to the API since the last request for `/bench/asked`; null until the first one. */
let asked: Array<string> | null = null;

/** The statements of one read of a family. Shared by object and D1, which run in the same Worker. */
let reading: Array<Statement> = [];

export class Family extends TestFamily {
  readonly #exec: SqlStorage['exec'];
  /** True while `advanceTo` moves the clock. Its own lookups of due work are not counted, because a real alarm does not need them. */
  #isMovedByHand = false;

  constructor(ctx: DurableObjectState, env: ApiEnv) {
    super(ctx, env);
    this.#exec = ctx.storage.sql.exec.bind(ctx.storage.sql);
    if (this.#watched !== undefined) this.#watch();
  }

  get #watched(): Watch | undefined {
    return watches.get(this.ctx.id.toString());
  }

  #watch(): void {
    const { sql } = this.ctx.storage;
    const exec = this.#exec;
    const watched = (query: string, ...params: Array<SqlStorageValue>) => {
      const cursor = exec(query, ...params);
      const table = /^\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) (\w+)/i.exec(query)?.[1];
      if (table === undefined) this.#watched?.statements.push({ query, params });
      else this.#note(table, cursor.rowsWritten);
      if (!this.#isMovedByHand) this.#watched?.reads.push({ table: table ?? /\bFROM (\w+)/.exec(query)?.[1] ?? '', cursor });
      return cursor;
    };
    Object.defineProperty(sql, 'exec', { value: watched });
  }

  protected override setAlarm(at: number | null): void {
    this.#note(ALARM, 1);
    super.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    if (this.#watched !== undefined) this.#watched.rings += 1;
    const isMovedByHand = this.#isMovedByHand;
    this.#isMovedByHand = false;
    await super.alarm();
    this.#isMovedByHand = isMovedByHand;
  }

  override async advanceTo(at: number): Promise<void> {
    this.#isMovedByHand = true;
    await super.advanceTo(at);
    this.#isMovedByHand = false;
  }

  /** Returns what was read and written since the last call. The first call starts the recording. */
  takeNotes(): { written: Written; wasRead: Written; statements: Array<Statement>; rings: number } {
    if (this.#watched === undefined) this.#watch();
    const { reads, ...notes } = this.#watched ?? newWatch();
    const wasRead: Written = {};
    for (const { table, cursor } of reads) wasRead[table] = (wasRead[table] ?? 0) + cursor.rowsRead;
    watches.set(this.ctx.id.toString(), newWatch());
    return { ...notes, wasRead };
  }

  /** Returns the schema, indexes and rows of tables, so that a caller can create copies. */
  copyOf(tables: Array<string>): Array<{ table: string; schema: Array<string>; rows: Rows }> {
    const { sql } = this.ctx.storage;
    return tables.map((table) => {
      const parts = sql.exec<{ sql: string }>('SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL', table).toArray();
      return { table, schema: parts.map((part) => part.sql), rows: sql.exec(`SELECT * FROM "${table}"`).toArray() };
    });
  }

  /** Repeats the recorded read and returns its rows as JSON, one array per statement, as a family serializes its answers. */
  readAgain(): string {
    return JSON.stringify(reading.map(({ query, params }) => this.#exec(query, ...params).toArray()));
  }

  /** Returns the number of block and allow commands by state. */
  countCommands(): Rows {
    const taps = "SELECT state, count(*) AS n FROM command WHERE kind = 'policy' AND action IN ('block', 'grant') GROUP BY state";
    return this.#exec(taps).toArray();
  }

  #note(what: string, rows: number): void {
    const { written } = this.#watched ?? newWatch();
    written[what] = (written[what] ?? 0) + rows;
  }
}

type BenchEnv = Omit<ApiEnv, 'FAMILY'> & { FAMILY: DurableObjectNamespace<Family> };

export default {
  ...testApi,
  async fetch(request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/bench/')) {
      asked?.push(`${request.method} ${url.pathname}${url.search}`);
      return testApi.fetch(request, env as unknown as Parameters<typeof testApi.fetch>[1], ctx);
    }
    if (url.pathname === '/bench/asked') {
      const answer = Response.json(asked ?? []);
      asked = [];
      return answer;
    }
    const family = env.FAMILY.get(env.FAMILY.idFromString(url.searchParams.get('account') ?? ''));
    switch (url.pathname) {
      case '/bench/notes':
        return Response.json(await family.takeNotes());
      case '/bench/commands':
        return Response.json(await family.countCommands());
      case '/bench/copy': {
        // Keeps the reads since the last notes, which are then repeated on the object and on D1.
        reading = (await family.takeNotes()).statements;
        await copyToD1(env.CATALOGUE, await family.copyOf(tablesOf(reading)));
        return Response.json({ statements: reading.length });
      }
      case '/bench/object':
        return new Response(await family.readAgain());
      case '/bench/d1': {
        const batch = reading.map(({ query, params }) => env.CATALOGUE.prepare(query).bind(...params));
        return Response.json((await env.CATALOGUE.batch(batch)).map(({ results }) => results));
      }
      case '/bench/d1-one-by-one': {
        const answers: Array<unknown> = [];
        for (const { query, params } of reading)
          answers.push(
            (
              await env.CATALOGUE.prepare(query)
                .bind(...params)
                .all()
            ).results,
          );
        return Response.json(answers);
      }
      default:
        return new Response(null, { status: 404 });
    }
  },
};

function tablesOf(statements: ReadonlyArray<Statement>): Array<string> {
  return [...new Set(statements.flatMap(({ query }) => Array.from(query.matchAll(/\b(?:FROM|JOIN) (\w+)/g), ([, table = '']) => table)))];
}

async function copyToD1(database: D1Database, tables: Awaited<ReturnType<Family['copyOf']>>): Promise<void> {
  for (const { table, schema, rows } of tables) {
    for (const statement of schema) await database.prepare(statement).run();
    for (const row of rows) {
      const names = Object.keys(row);
      const gaps = names.map(() => '?').join(', ');
      await database
        .prepare(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${gaps})`)
        .bind(...Object.values(row))
        .run();
    }
  }
}
