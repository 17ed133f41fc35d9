import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { cpuSeconds } from './server-process.ts';
import { median } from './statistics.ts';

const LOGINS = 200;
/** Maximum response time of any other page during the flood. */
const PAGE_BAR_MS = 1_000;
/** Pause between two pages of the visitor outside the flood. */
const PAUSE_MS = 50;
const PAGES = ['/', '/?view=login', '/forgot', '/healthz', '/readyz'];

type Flood = { name: string; addressOf: (index: number) => string };

const FLOODS: ReadonlyArray<Flood> = [
  { name: 'one network', addressOf: () => '192.0.2.1' },
  { name: 'as many networks', addressOf: (index) => `198.51.${Math.floor(index / 250)}.${1 + (index % 250)}` },
];

/** Measures page times during 200 simultaneous logins without JavaScript, from one network and from 200. */
export async function measureFlood(): Promise<Array<Row>> {
  const rows: Array<Row> = [];
  for (const flood of FLOODS) {
    // Uses a new product for each flood, so that the floods do not affect each other.
    const product = await startProduct({ webVariables: { TRUSTED_PROXY: '127.0.0.1' } });
    try {
      rows.push(await measureOne(product, flood));
    } finally {
      await product.close();
    }
  }
  return rows;
}

async function measureOne(product: Product, { name, addressOf }: Flood): Promise<Row> {
  for (const page of PAGES) await timePage(product, page);
  const quiet = await Promise.all(PAGES.map((page) => timePage(product, page)));
  const [begun, cpuBefore] = [performance.now(), cpuSeconds(product.pid)];
  let isOver = false;
  const flood = Promise.all(Array.from({ length: LOGINS }, (_, index) => logIn(product, addressOf(index)))).finally(() => {
    isOver = true;
  });
  const pages: Array<{ page: string; ms: number }> = [];
  const visit = async (page: string): Promise<void> => {
    while (!isOver) {
      pages.push({ page, ms: await timePage(product, page) });
      await pause(PAUSE_MS);
    }
  };
  const [logins] = await Promise.all([flood, ...PAGES.map(visit)]);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = cpuSeconds(product.pid) - cpuBefore;
  const longest = pages.reduce((slowest, one) => (one.ms > slowest.ms ? one : slowest), { page: '', ms: 0 });
  const busy = logins.filter(({ status }) => status === 503).length;
  return {
    name: `Slowest page while ${LOGINS} logins without script arrive from ${name}`,
    measured: `${longest.ms.toFixed(0)} ms`,
    bar: `${PAGE_BAR_MS} ms`,
    control: null,
    verdict: judge(longest.ms, PAGE_BAR_MS),
    figures: { pages, logins, quiet, seconds, cpu },
    notes: [
      `${pages.length} pages in ${seconds.toFixed(1)} s, the slowest ${longest.page}; median ${median(pages.map(({ ms }) => ms)).toFixed(0)} ms, ${median(quiet).toFixed(0)} ms before the flood. workerd used ${cpu.toFixed(1)} s of CPU.`,
      `${logins.length - busy} logins were tried and ${busy} told to come back; the median login took ${median(logins.map(({ ms }) => ms)).toFixed(0)} ms, the longest ${Math.max(...logins.map(({ ms }) => ms)).toFixed(0)} ms.`,
    ],
  };
}

async function timePage({ webUrl }: Product, page: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(`${webUrl}${page}`, { headers: { 'X-Forwarded-For': '203.0.113.1' } });
  await response.text();
  if (!response.ok) throw new Error(`${page} was answered ${response.status}`);
  return performance.now() - before;
}

/** Logs in with a new email address each time. The rate limit of one address would stop the derivation after ten tries. */
async function logIn({ webUrl }: Product, address: string): Promise<{ status: number; ms: number }> {
  const before = performance.now();
  const email = `flood-${randomBytes(8).toString('hex')}@example.com`;
  const response = await fetch(`${webUrl}/?index&view=login`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'login', form_token: 'bench', email, password: 'long enough 1' }),
    headers: { Origin: webUrl, 'X-Forwarded-For': address },
    redirect: 'manual',
  });
  await response.text();
  // 400: wrong password, or too many attempts from this network. 503: too many simultaneous logins.
  if (response.status !== 400 && response.status !== 503) throw new Error(`A login was answered ${response.status}`);
  return { status: response.status, ms: performance.now() - before };
}
