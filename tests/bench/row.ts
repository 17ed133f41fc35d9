/** What became of a row: `noisy` = the same thing measured twice in the same run did not agree, so its figure is no figure. */
export type Verdict = 'holds' | 'falls short' | 'noisy, not believed' | 'for information' | 'failed';

/** One line of the table. `figures` go into the JSON file, `notes` stand under the line: what holds it back, and the next lever. */
export type Row = {
  name: string;
  measured: string;
  bar: string;
  /** The control: the same thing against itself; null where nothing is compared. */
  control: number | null;
  verdict: Verdict;
  figures: Record<string, unknown>;
  notes: Array<string>;
};

/** A control outside of these says that the machine, not the product, was measured (docs/reference/quality.md). */
export const CONTROL_LIMITS = { low: 0.9, high: 1.1 };

/** True when a thing measured against itself came out as itself. */
export function isBelieved(control: number): boolean {
  return control >= CONTROL_LIMITS.low && control <= CONTROL_LIMITS.high;
}

/** Judges a figure of which less is better; `control` null = nothing was compared. */
export function judge(figure: number, bar: number, control: number | null = null): Verdict {
  if (control !== null && !isBelieved(control)) return 'noisy, not believed';
  return figure <= bar ? 'holds' : 'falls short';
}

/** The table as text: a line per row, its notes below it. */
export function toTable(rows: ReadonlyArray<Row>): string {
  const lines = rows.map(({ name, measured, bar, control, verdict }) => [name, measured, bar, control?.toFixed(2) ?? '–', verdict]);
  const head = ['row', 'measured', 'bar', 'A vs A', 'verdict'];
  const widths = head.map((title, column) => Math.max(...[head, ...lines].map((cells) => cells[column]?.length ?? title.length)));
  const toLine = (cells: ReadonlyArray<string>) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const body = rows.flatMap((row, index) => [toLine(lines[index] ?? []), ...row.notes.map((note) => `    ${note}`)]);
  return [toLine(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body].join('\n');
}
