import { compareZone } from './clock-changes.ts';
import type { Row } from './row.ts';
import { readEdition, whyNoZdump } from './zdump.ts';

/** Compares the runtime with the system’s time zone files, in every zone at each clock change from 2020 to 2037. */
export async function measureZones(): Promise<Array<Row>> {
  const why = whyNoZdump();
  if (readEdition() === null) throw new Error(`Nothing to compare with: ${why}`);
  const total = { zones: 0, changes: 0, windows: 0 };
  const wrong: Array<string> = [];
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const compared = compareZone(zone);
    total.zones += 1;
    total.changes += compared.changes;
    total.windows += compared.windows;
    wrong.push(...compared.wrong);
    await new Promise((done) => setImmediate(done));
  }
  const concerned = [...new Set(wrong.map((words) => words.split(' ')[0]))];
  const verdict = wrong.length === 0 ? 'met' : 'missed';
  return [
    {
      name: 'Wrong minutes at clock changes',
      measured: `${wrong.length} of ${total.windows} windows`,
      bar: '0',
      control: null,
      // Different editions of the database may differ although both are right.
      verdict: why === null ? verdict : 'for information',
      figures: { ...total, wrong: wrong.slice(0, 200), runtime: process.versions.tz, system: readEdition() },
      notes: [
        `${total.zones} zones, ${total.changes} changes.`,
        ...(why === null ? [] : [`Not the same edition: ${why}.`]),
        ...(concerned.length === 0 ? [] : [`They differ in ${concerned.join(', ')}.`]),
        ...wrong.slice(0, 5),
      ],
    },
  ];
}
