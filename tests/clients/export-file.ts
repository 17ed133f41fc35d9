import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { testSecrets } from '../test-secrets.ts';

const lineSchema = z.looseObject({
  part: z.string(),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(z.unknown())).optional(),
});
export type ExportLine = z.infer<typeof lineSchema>;

/** Returns the parsed lines of an export, without using the product's own code. */
export function readExport(text: string): Array<ExportLine> {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

/** Returns an export of these lines, with a manifest as the tests' installation would write it. */
export function writeExport(lines: Array<ExportLine>): string {
  const { SEAL_KEYS = '', DIRECTORY_KEY = '' } = testSecrets();
  const [sealed = ''] = SEAL_KEYS.split(':');
  const texts = lines.filter(({ part }) => part !== 'manifest').map((line) => ({ line, text: `${JSON.stringify(line)}\n` }));
  const parts = [...new Set(texts.map(({ line }) => line.part))].map((part) => {
    const own = texts.filter(({ line }) => line.part === part);
    return [
      part,
      {
        lines: own.length,
        sha256: createHash('sha256')
          .update(own.map(({ text }) => text).join(''))
          .digest('hex'),
      },
    ];
  });
  const tables = [...new Set(texts.map(({ line }) => line.part))].filter((part) => part.startsWith('table:'));
  const counts = tables.map((part) => [
    part.slice('table:'.length),
    texts.filter(({ line }) => line.part === part).reduce((sum, { line }) => sum + (line.rows?.length ?? 0), 0),
  ]);
  const manifest = JSON.stringify({
    parts: Object.fromEntries(parts),
    counts: Object.fromEntries(counts),
    sealed_with: [sealed],
    missing: [],
  });
  const key = Buffer.from(DIRECTORY_KEY, 'base64');
  const mac = createHmac('sha256', key).update('porchlight export: manifest\n').update(manifest).digest('hex');
  return `${texts.map(({ text }) => text).join('')}${JSON.stringify({ part: 'manifest', manifest, mac })}\n`;
}

/** Returns one column of a table. */
export function cellsOf(lines: Array<ExportLine>, table: string, column: string): Array<unknown> {
  return lines
    .filter(({ part }) => part === `table:${table}`)
    .flatMap(({ columns = [], rows = [] }) => rows.map((row) => row[columns.indexOf(column)]));
}

/** Sets one column of a table to `value` in each row. */
export function setCells(lines: Array<ExportLine>, table: string, column: string, value: unknown): void {
  for (const { part, columns = [], rows = [] } of lines) {
    if (part === `table:${table}`) for (const row of rows) row[columns.indexOf(column)] = value;
  }
}
