/** Result of a row. `noisy`: two measurements of the same thing differ too much, so the figure is unusable. */
export type Verdict = 'met' | 'missed' | 'too noisy' | 'for information' | 'failed';

/** One row of the table. `figures` go into the JSON file; `notes` below the row give causes and the next step. */
export type Row = {
  name: string;
  measured: string;
  bar: string;
  /** Ratio of two measurements of the same thing; null if nothing is compared. */
  control: number | null;
  verdict: Verdict;
  figures: Record<string, unknown>;
  notes: Array<string>;
};

/** A control outside these limits means that the machine, not the product, was measured (docs/reference/quality.md). */
export const CONTROL_LIMITS = { low: 0.9, high: 1.1 };

/** True if the control is within the limits. */
export function isControlWithinLimits(control: number): boolean {
  return control >= CONTROL_LIMITS.low && control <= CONTROL_LIMITS.high;
}

/** Returns the verdict on a figure and its bar; lower is better. `control` null: nothing was compared. */
export function judge(figure: number, bar: number, control: number | null = null): Verdict {
  if (control !== null && !isControlWithinLimits(control)) return 'too noisy';
  return figure <= bar ? 'met' : 'missed';
}

/** Formats the table as text: one line per row, with its notes below. */
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
