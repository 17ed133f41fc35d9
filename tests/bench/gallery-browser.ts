import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { measureDecryption } from './decryption.ts';
import { type FilledGallery, fillGallery, PASSWORD } from './filled-gallery.ts';
import { scrollThrough } from './gallery-scroll.ts';
import { bundleEntry, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { cpuSeconds } from './server-process.ts';
import { median } from './statistics.ts';

const SAMPLES = 10_000;
const SHORT_SAMPLES = 600;
const THUMBS = 24;
/** A window with four rows of six thumbnails. */
const TALL = { width: 1440, height: 1600 };
const ROUNDS = 3;
const FILTER_ROUNDS = 4;
const ANSWER_MS = 10_000;
const BARS = { thumbsMs: 250, filterMs: 50 };

/** Measures the gallery of 10,000 screenshots in Chromium: the product's own pages, with samples that only the account key opens. */
export async function measureGalleryInChromium({ short }: { short: boolean }): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('samples');
  const product = await startProduct({ api: script });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  try {
    const count = short ? SHORT_SAMPLES : SAMPLES;
    const gallery = await fillGallery(browser, product, count, TALL);
    return await measure(browser, gallery, () => cpuSeconds(product.pid), count, short ? 1 : ROUNDS);
  } finally {
    await browser.close();
    await product.close();
    forget();
  }
}

async function measure(
  browser: Browser,
  { context, path, pictures }: FilledGallery,
  serverCpu: () => number,
  count: number,
  rounds: number,
): Promise<Array<Row>> {
  const page = await context.newPage();
  await watchKey(page);
  const thumbs = await timeThumbs(page, path, rounds, serverCpu);
  const decryption = await measureDecryption(page, pictures);
  const filter = await timeFilter(page, path, count);
  await page.close();
  const scroll = await scrollThrough(browser, context, path, count);
  return [thumbs, filter, ...scroll, ...decryption];
}

/** Marks when the unlocked key is stored, and when the thumbnails that were visible then are all open. */
async function watchKey(page: Page): Promise<void> {
  await page.addInitScript((wanted) => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...input) {
      if (this.name === 'opened') this.transaction.addEventListener('complete', watch);
      return put.apply(this, input);
    };
    function watch(): void {
      performance.mark('key-open');
      const visible = [...document.querySelectorAll('.g-virtual [data-kind=thumb]')]
        .filter((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        })
        .slice(0, wanted);
      const observer = new MutationObserver(() => {
        if (visible.length < wanted || visible.some((element) => element.getAttribute('data-picture') !== 'open')) return;
        observer.disconnect();
        requestAnimationFrame(() => performance.mark('thumbs-open'));
      });
      observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-picture'] });
    }
  }, THUMBS);
}

/** Times from the stored key. `serverCpuMs`: CPU of the server from the press of Enter, so with the unlocking. */
type ThumbTimes = { ms: number; addressesMs: number; downloadedMs: number; serverCpuMs: number };

async function timeThumbs(page: Page, path: string, rounds: number, serverCpu: () => number): Promise<Row> {
  const times: Array<ThumbTimes> = [];
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(path);
    await lockKey(page);
    await page.reload();
    await page.waitForSelector('.g-virtual [data-tile]');
    await page.locator('[data-guard=gallery] [name=password]').fill(PASSWORD);
    await page.evaluate(() => document.querySelector('.g-virtual')?.scrollIntoView());
    await page.evaluate(() => performance.clearResourceTimings());
    const cpu = serverCpu();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => performance.getEntriesByName('thumbs-open').length > 0);
    // The first round fills the caches of the server.
    const serverCpuMs = (serverCpu() - cpu) * 1000;
    if (round > 0) times.push({ ...(await page.evaluate(readThumbTimes, THUMBS)), serverCpuMs });
  }
  const ms = median(times.map((round) => round.ms));
  const [addressesMs, downloadedMs] = [median(times.map((round) => round.addressesMs)), median(times.map((round) => round.downloadedMs))];
  return {
    name: `${THUMBS} thumbnails visible after the key is open`,
    measured: `${ms.toFixed(0)} ms`,
    bar: `${BARS.thumbsMs} ms`,
    control: null,
    verdict: judge(ms, BARS.thumbsMs),
    figures: { times },
    notes: [
      `${times.map((round) => round.ms.toFixed(0)).join(', ')} ms of wall time from the stored key to the frame with all ${THUMBS}. Of these, addresses were there after ${addressesMs.toFixed(0)} ms and the last download after ${downloadedMs.toFixed(0)} ms. The server used ${median(times.map((round) => round.serverCpuMs)).toFixed(0)} ms of CPU. Server and browser share the machine.`,
    ],
  };
}

function lockKey(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('keys');
        opening.onerror = fail;
        opening.onsuccess = () => {
          const work = opening.result.transaction('opened', 'readwrite');
          work.objectStore('opened').clear();
          work.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
  );
}

function readThumbTimes(wanted: number): Omit<ThumbTimes, 'serverCpuMs'> {
  const at = (name: string) => performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN;
  const begun = at('key-open');
  const resources = performance.getEntriesByType('resource') as Array<PerformanceResourceTiming>;
  const ends = (part: string) => resources.filter(({ name }) => name.includes(part)).map(({ responseEnd }) => responseEnd - begun);
  const downloads = ends('/resources/sample-object/').sort((a, b) => a - b);
  return {
    ms: at('thumbs-open') - begun,
    addressesMs: ends('/resources/sample-access')[0] ?? Number.NaN,
    downloadedMs: downloads[wanted - 1] ?? Number.NaN,
  };
}

async function timeFilter(page: Page, path: string, count: number): Promise<Row> {
  await page.goto(`${path}?open=category`, { waitUntil: 'networkidle' });
  await page.waitForSelector('.g-virtual [data-tile]');
  const times: Array<{ ms: number; answeredMs: number | null }> = [];
  for (let round = 0; round < 2 * FILTER_ROUNDS; round += 1) {
    const begun = performance.now();
    // The page answers from its own cache if the same filters were loaded some seconds ago.
    const answered = page
      .waitForResponse((response) => isLoad(response, path), { timeout: ANSWER_MS })
      .then(
        () => performance.now() - begun,
        () => null,
      );
    const ms = await page.evaluate(timeChip);
    times.push({ ms, answeredMs: await answered });
    await page.waitForLoadState('networkidle');
  }
  const ms = median(times.map((round) => round.ms));
  return {
    name: `Filter over ${count} screenshots, from the tap to the frame`,
    measured: `${ms.toFixed(0)} ms`,
    bar: `${BARS.filterMs} ms`,
    control: null,
    verdict: judge(ms, BARS.filterMs),
    figures: { times },
    notes: [
      `${times.map((round) => round.ms.toFixed(0)).join(', ')} ms for a category turned on and off in turn. The page itself is loaded again in the background: ${median(times.flatMap(({ answeredMs }) => answeredMs ?? [])).toFixed(0)} ms.`,
    ],
  };
}

/** True for the answer with the page's data. */
function isLoad(response: Response, path: string): boolean {
  return response.url().startsWith(`${path}.data`);
}

/** Taps on a category. Returns the time until the first frame with other screenshots. */
function timeChip(): Promise<number> {
  const first = () => document.querySelector('.g-virtual [data-tile]')?.getAttribute('data-tile');
  const before = first();
  const begun = performance.now();
  document.querySelector<HTMLInputElement>('.g-chip [name=category][value=violence]')?.click();
  return new Promise((done, fail) => {
    const look = () => {
      if (performance.now() - begun > 60_000) fail(new Error('The list did not change'));
      else if (first() === before) requestAnimationFrame(look);
      else done(performance.now() - begun);
    };
    requestAnimationFrame(look);
  });
}
