// Converts one family's rows to JSON lines and back. Format: docs/reference/export-file.md.
import * as z from 'zod';

/** Approximate length of a line, in characters. */
const LINE_LENGTH = 256 * 1024;

const cellSchema = z.union([z.string(), z.number(), z.null(), z.object({ base64: z.string() })]);
const nameSchema = z.string().regex(/^[a-z_]+$/);
const lineSchema = z.union([
  z.object({ part: z.string().regex(/^table:[a-z_]+$/), columns: z.array(nameSchema).min(1), rows: z.array(z.array(cellSchema)) }),
  z.object({ part: z.literal('values'), values: z.array(z.tuple([z.string(), z.json()])) }),
]);

function listTables(sql: SqlStorage): Array<string> {
  const query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY name";
  return sql
    .exec<{ name: string }>(query)
    .toArray()
    .map(({ name }) => name);
}

/** Returns the row count of each table. */
export function countRows(sql: SqlStorage): Record<string, number> {
  return Object.fromEntries(listTables(sql).map((name) => [name, sql.exec<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`).one().n]));
}

/** Returns all rows and all key-value entries except the keys `left` as lines. An empty table also gets a line. */
export function readLines({ sql, kv }: DurableObjectStorage, left: ReadonlyArray<string>): Array<string> {
  const lines = listTables(sql).flatMap((name) => readTable(sql, name));
  const values = [...kv.list()].filter(([key]) => !left.includes(key));
  return [...lines, toLine({ part: 'values', values })];
}

function readTable(sql: SqlStorage, name: string): Array<string> {
  const cursor = sql.exec(`SELECT * FROM "${name}"`);
  const columns = cursor.columnNames;
  const texts: Array<string> = [];
  const lines: Array<string> = [];
  let length = 0;
  const flush = (): void => {
    lines.push(`{"part":"table:${name}","columns":${JSON.stringify(columns)},"rows":[${texts.splice(0).join(',')}]}\n`);
    length = 0;
  };
  for (const row of cursor.raw()) {
    const text = JSON.stringify(row.map(toCell));
    texts.push(text);
    length += text.length;
    if (length >= LINE_LENGTH) flush();
  }
  if (texts.length > 0 || lines.length === 0) flush();
  return lines;
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function toCell(value: SqlStorageValue): unknown {
  return value instanceof ArrayBuffer ? { base64: Buffer.from(value).toString('base64') } : value;
}

/**
 * Writes one line.
 * @throws Error if the line is malformed or a row doesn't fit its table
 */
export function loadLine({ sql, kv }: DurableObjectStorage, value: unknown): void {
  const line = lineSchema.parse(value);
  if ('values' in line) {
    for (const [key, one] of line.values) kv.put(key, one);
    return;
  }
  const names = line.columns.map((column) => `"${column}"`).join(', ');
  const query = `INSERT INTO "${line.part.slice('table:'.length)}" (${names}) VALUES (${line.columns.map(() => '?').join(', ')})`;
  for (const row of line.rows) sql.exec(query, ...row.map(fromCell));
}

function fromCell(cell: z.infer<typeof cellSchema>): SqlStorageValue {
  return typeof cell === 'object' && cell !== null ? new Uint8Array(Buffer.from(cell.base64, 'base64')).buffer : cell;
}
