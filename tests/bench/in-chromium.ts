import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { BUILT } from '#tools/build-workers.ts';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { addRules, type Family, makeFamily, type OpenPage, openManagePage } from './family.ts';
import { type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';

const HINTS = 5;
const REQUESTS_BAR = 1;
const SCRIPT_BAR_KB = 150;
/** Longer than the time for which the page collects hints (RT-014). Each hint is then handled alone and its requests are counted. */
const QUIET_MS = 1_500;
const PATIENCE_MS = 10_000;
const SIGNED_IN = ['/manage', '/my-family', '/connect', '/pair', '/subscription', '/mailbox'];

/** Measures what only a browser shows: requests of the manage page per hint, and the script that each page loads. */
export async function measureInChromium(): Promise<Array<Row>> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  try {
    const family = await makeFamily(product, { children: 4, devices: 12 });
    await addRules(family);
    const opened = await openManagePage(product, family);
    opened.visitor.close();
    return [await countRequests(browser, product, family, opened), await weighScript(browser, product, opened)];
  } finally {
    await browser.close();
    await product.close();
  }
}

async function countRequests(browser: Browser, product: Product, family: Family, opened: OpenPage): Promise<Row> {
  const context = await signedInContext(browser, product, opened);
  const page = await context.newPage();
  const isLive = new Promise<void>((done) => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => String(payload).includes('hello') && done()));
  });
  await page.goto(opened.url);
  await Promise.race([isLive, rest(PATIENCE_MS)]);
  await rest(QUIET_MS);
  const asked: Array<string> = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const counts: Array<number> = [];
  for (let hint = 0; hint < HINTS; hint += 1) {
    const before = asked.length;
    await family.agents[0]?.report('allowed', { battery: 0.5 - hint / 100 });
    const end = performance.now() + PATIENCE_MS;
    while (asked.length === before && performance.now() < end) await rest(50);
    await rest(QUIET_MS);
    counts.push(asked.length - before);
  }
  await context.close();
  const perHint = asked.length / HINTS;
  const wasHeard = counts.every((count) => count > 0);
  return {
    name: 'Requests per revalidation of /manage, in Chromium',
    measured: perHint.toFixed(1),
    bar: String(REQUESTS_BAR),
    control: null,
    verdict: wasHeard ? judge(perHint, REQUESTS_BAR) : 'missed',
    figures: { perHint, counts, asked },
    notes: [`${HINTS} hints, ${counts.join(', ')} requests: ${[...new Set(asked)].join(', ').replaceAll(/[0-9a-z]{26}/g, '…')}.`],
  };
}

async function weighScript(browser: Browser, product: Product, opened: OpenPage): Promise<Row> {
  const pages: Array<{ path: string; kb: number }> = [];
  for (const path of SIGNED_IN) {
    // A new context has an empty cache.
    const context = await signedInContext(browser, product, opened);
    const page = await context.newPage();
    const loaded = noteScripts(page);
    await page.goto(product.webUrl + path, { waitUntil: 'networkidle' });
    await rest(QUIET_MS);
    pages.push({ path, kb: [...loaded].reduce((sum, file) => sum + gzKb(file), 0) });
    await context.close();
  }
  pages.sort((a, b) => b.kb - a.kb);
  const largest = pages[0]?.kb ?? 0;
  return {
    name: 'Script that a signed-in page loads by itself, in Chromium (gz)',
    measured: `${largest.toFixed(1)} KB`,
    bar: `${SCRIPT_BAR_KB} KB`,
    control: null,
    verdict: judge(largest, SCRIPT_BAR_KB),
    figures: { pages },
    notes: [
      `In English, with what is fetched once the page stands: ${pages.map(({ path, kb }) => `${path} ${kb.toFixed(1)}`).join(', ')} KB.`,
    ],
  };
}

export async function signedInContext(
  browser: Browser,
  product: Product,
  { cookies }: Pick<OpenPage, 'cookies'>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en', ...options });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: product.webUrl })));
  return context;
}

/** Collects the script files that the page requests from now on. */
function noteScripts(page: Page): ReadonlySet<string> {
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) files.add(pathname);
  });
  return files;
}

function gzKb(pathname: string): number {
  return gzipSync(readFileSync(join(dirname(dirname(BUILT.web)), 'client', pathname))).length / 1000;
}

function rest(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
