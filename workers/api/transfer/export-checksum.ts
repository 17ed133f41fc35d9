import { createHash, type Hash } from 'node:crypto';
import type { Line, Manifest } from './format';

/** Counts and hashes the lines of an export, separately for each part. */
export class ExportChecksum {
  readonly #parts = new Map<string, { lines: number; hash: Hash }>();
  readonly #counts = new Map<string, number>();

  add(text: string, line: Line): void {
    const part = this.#parts.get(line.part) ?? { lines: 0, hash: createHash('sha256') };
    part.lines += 1;
    part.hash.update(text);
    this.#parts.set(line.part, part);
    if (!line.part.startsWith('table:')) return;
    const table = line.part.slice('table:'.length);
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + (Array.isArray(line.rows) ? line.rows.length : 0));
  }

  /** Returns the counts and hashes of all parts. Call it only once, because it finishes the hashes. */
  total(): Pick<Manifest, 'parts' | 'counts'> {
    const parts = [...this.#parts].map(([name, { lines, hash }]) => [name, { lines, sha256: hash.digest('hex') }]);
    return { parts: Object.fromEntries(parts), counts: Object.fromEntries(this.#counts) };
  }
}

/** True if two records of plain values are equal. Ignores the order of keys. */
export function isSameRecord(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const text = (record: Record<string, unknown>): string => JSON.stringify(Object.entries(record).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
