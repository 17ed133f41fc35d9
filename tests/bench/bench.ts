import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, ROOT } from '#tools/paths.ts';
import { run, step, UserError } from '#tools/progress.ts';
import { isStopping } from '#tools/stopping.ts';
import { describeMachine, toLine } from './machine.ts';
import { type Row, toTable } from './row.ts';

/** `until` and `stay` apply only to `day`. */
type Options = { full: boolean; short: boolean; until: string | undefined; stay: boolean };
type Measure = (options: Options) => Promise<Array<Row>>;

/** The measurements by name. Imported on demand, so that a measurement does not load what only others need. */
const MEASURES: Record<string, () => Promise<Measure>> = {
  taps: async () => (await import('./taps.ts')).measureTaps,
  households: async () => (await import('./taps.ts')).measureHouseholds,
  fingers: async () => (await import('./tap-counter.ts')).countTaps,
  documents: async () => (await import('./documents.ts')).measureDocuments,
  panels: async () => (await import('./panels.ts')).measurePanels,
  'day-rules': async () => (await import('./day-rules.ts')).measureDayRules,
  'rule-pages': async () => (await import('./rule-pages.ts')).measureRulePages,
  browser: async () => (await import('./in-chromium.ts')).measureInChromium,
  read: async () => (await import('./family-read.ts')).measureFamilyRead,
  fanout: async () => (await import('./fan-out.ts')).measureFanOut,
  rows: async () => (await import('./device-day.ts')).measureDeviceDay,
  location: async () => (await import('./location.ts')).measureLocation,
  keys: async () => (await import('./sign-in.ts')).measureSignIn,
  flood: async () => (await import('./flood.ts')).measureFlood,
  identity: async () => (await import('./identity.ts')).measureIdentity,
  gallery: async () => (await import('./gallery.ts')).measureGallery,
  map: async () => (await import('./map.ts')).measureMap,
  javascript: async () => (await import('./client-javascript.ts')).measureClientJavaScript,
  simulation: async () => (await import('./simulation.ts')).measureSimulation,
  history: async () => (await import('./history-week.ts')).measureHistoryWeek,
  zones: async () => (await import('./zones.ts')).measureZones,
  day: async () => (await import('./day.ts')).measureDay,
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse,
};
/** Run only by name: they fetch a package, or take long and do not measure speed. */
const BY_NAME_ONLY = ['lighthouse', 'simulation', 'history', 'zones', 'day'];

// `npm run bench` runs every measurement except those in BY_NAME_ONLY; `npm run bench -- documents` runs only `documents`. `--full` selects
// the long runs; `--short` only checks that a measurement works. `-- day --until 2026-10-25T22:20Z --stay` keeps the product running at
// that minute, for a browser.
await run(async () => {
  const flag = { type: 'boolean', default: false } as const;
  const options = { full: flag, short: flag, stay: flag, until: { type: 'string' } } as const;
  const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
  const { full, short, until, stay } = values;
  const unknown = names.find((name) => MEASURES[name] === undefined);
  if (unknown !== undefined) throw new UserError(`Unknown benchmark: “${unknown}”. Use one of: ${Object.keys(MEASURES).join(', ')}.`);
  const machine = describeMachine();
  console.log(toLine(machine));
  const rows: Array<Row> = [];
  for (const [name, load] of Object.entries(MEASURES)) {
    if (names.length === 0 ? BY_NAME_ONLY.includes(name) : !names.includes(name)) continue;
    if (isStopping()) return;
    const measure = await load();
    rows.push(...(await step(name, () => measure({ full, short, until, stay })).catch((error: unknown) => [toFailure(name, error)])));
  }
  if (isStopping()) return;
  console.log(`\n${toTable(rows)}`);
  const folder = join(dataFolder(), 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${machine.at.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  console.log(`\nAll figures: ${file.startsWith(ROOT) ? file.slice(ROOT.length + 1) : file}`);
  // A missed bar is reported only; a failed measurement fails the run.
  process.exit(rows.some(({ verdict }) => verdict === 'failed') ? 1 : 0);
});

/** Returns a failed row, so that the other measurements still run. */
function toFailure(name: string, error: unknown): Row {
  console.error(error);
  const note = error instanceof Error ? error.message : String(error);
  return { name, measured: '–', bar: '–', control: null, verdict: 'failed', figures: {}, notes: [note.split('\n')[0] ?? ''] };
}
