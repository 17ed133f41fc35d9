import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { startOwnProduct } from '#tools/own-product.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';

/** Lighthouse is installed on demand, because it takes 176 MB. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const ROUNDS = 5;
const BAR = 100;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const PAGES = {
  'log in': '/?view=login',
  'sign up': '/?view=signup',
  error: '/error?ref=1a2b3c4d',
  offline: '/offline',
  showcase: '/demo',
  'showcase, forms': '/demo/forms',
};

const auditSchema = z.object({ score: z.number().nullable(), title: z.string(), numericValue: z.number().optional() });
const reportSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(z.string(), auditSchema),
});
type Report = z.infer<typeof reportSchema>;

/**
 * Measures the public pages of a built product with Lighthouse’s default phone profile (4x slower CPU, slow 4G). Returns the median of five
 * runs for each page.
 */
export async function measureLighthouse(): Promise<Array<Row>> {
  const product = await startOwnProduct();
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-lighthouse-'));
  try {
    const rows: Array<Row> = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const reports: Array<Report> = [];
      for (let round = 0; round < ROUNDS; round += 1) reports.push(await inspect(`${product.webUrl}${path}`, folder));
      rows.push(toRow(name, path, reports));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await product.close();
  }
}

async function inspect(url: string, folder: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const flags = ['--headless=new', ...CHROMIUM_ARGS].join(' ');
  const args = ['exec', '--yes', '--package', LIGHTHOUSE, '--', 'lighthouse', url, '--output=json', `--output-path=${file}`, '--quiet'];
  const child = spawn('npm', [...args, `--chrome-flags=${flags}`], {
    env: { ...process.env, CHROME_PATH: requireChromium() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints: Array<string> = [];
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)));
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('exit', done));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} at ${url}: ${complaints.join('').slice(-400)}`);
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function toRow(name: string, path: string, reports: ReadonlyArray<Report>): Row {
  const scores = CATEGORIES.map((category) => Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0))));
  const figure = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const vitals = {
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
  };
  const told = `LCP ${(vitals.lcpMs / 1000).toFixed(2)} s, TBT ${Math.round(vitals.tbtMs)} ms, CLS ${vitals.cls.toFixed(3)}`;
  return {
    name: `Lighthouse, ${name} (${path}): performance, accessibility, best practices, SEO`,
    measured: scores.join(' / '),
    bar: CATEGORIES.map(() => BAR).join(' / '),
    control: null,
    verdict: scores.every((score) => score >= BAR) ? 'met' : 'missed',
    figures: { scores, vitals },
    notes: [told, ...shortcomings(reports)],
  };
}

/** Lists the audits that scored below 0.9 in any run, without duplicates. */
function shortcomings(reports: ReadonlyArray<Report>): Array<string> {
  const found = reports.flatMap(({ categories, audits }) =>
    CATEGORIES.flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${category}: ${audits[id]?.title ?? id}`),
    ),
  );
  return [...new Set(found)];
}
