// The api Worker under the bench: that of the tests, with families that note what they ask of SQLite and what they write.
// No production entry imports this file.

import type { ApiEnv } from '#workers/api/env';
import testApi, { Family as TestFamily } from './api';

export { Directory, Internal, Operator } from './api';

type Statement = { query: string; params: Array<SqlStorageValue> };
type Rows = Array<Record<string, SqlStorageValue>>;
/** Rows written since the last time they were asked for, by table; setting the alarm is a row too (Cloudflare's price list). */
type Written = Record<string, number>;

const ALARM = '(alarm)';

/**
 * What a family was seen to do. `reads` apart, because a cursor knows what it has read only once it was walked to its end.
 */
type Watch = {
  written: Written;
  reads: Array<{ table: string; cursor: { readonly rowsRead: number } }>;
  statements: Array<Statement>;
  rings: number;
};

/** By the family's id: an object that has nothing to do is put away, and what it did before counts too. */
const watches = new Map<string, Watch>();

function newWatch(): Watch {
  return { written: {}, reads: [], statements: [], rings: 0 };
}

/** What was asked of the API since the last time this was asked for; null until then. */
let asked: Array<string> | null = null;

/** What one read of a family asks of SQLite, for object and D1 alike: they run in one Worker. */
let reading: Array<Statement> = [];

export class Family extends TestFamily {
  readonly #exec: SqlStorage['exec'];
  /** What moves a clock by hand asks for what is due; a real one rings by itself. */
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

  /** What was written and read since the last time this was asked; the first time, watching begins. */
  takeNotes(): { written: Written; wasRead: Written; statements: Array<Statement>; rings: number } {
    if (this.#watched === undefined) this.#watch();
    const { reads, ...notes } = this.#watched ?? newWatch();
    const wasRead: Written = {};
    for (const { table, cursor } of reads) wasRead[table] = (wasRead[table] ?? 0) + cursor.rowsRead;
    watches.set(this.ctx.id.toString(), newWatch());
    return { ...notes, wasRead };
  }

  /** Tables with their indexes and rows, to be built anew elsewhere. */
  copyOf(tables: Array<string>): Array<{ table: string; schema: Array<string>; rows: Rows }> {
    const { sql } = this.ctx.storage;
    return tables.map((table) => {
      const parts = sql.exec<{ sql: string }>('SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL', table).toArray();
      return { table, schema: parts.map((part) => part.sql), rows: sql.exec(`SELECT * FROM "${table}"`).toArray() };
    });
  }

  /** The rows of the noted read as JSON, one array per statement: a family writes its answers itself. */
  readAgain(): string {
    return JSON.stringify(reading.map(({ query, params }) => this.#exec(query, ...params).toArray()));
  }

  /** How many commands that carry a parent's tap stand in each state. */
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
        // What was read since the notes were last taken is what will be read again, from here and from D1.
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
