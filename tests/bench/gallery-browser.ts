import { type Browser, type BrowserContext, type CDPSession, chromium, type Page, type Response } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { measureDecryption } from './decryption.ts';
import { type FilledGallery, fillGallery, PASSWORD } from './filled-gallery.ts';
import { bundleEntry, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { cpuSeconds } from './server-process.ts';
import { median } from './statistics.ts';

const SAMPLES = 10_000;
const SHORT_SAMPLES = 600;
const THUMBS = 24;
/** A window with four rows of six thumbnails, and that of a laptop. */
const TALL = { width: 1440, height: 1600 };
const LAPTOP = { width: 1280, height: 800 };
const ROUNDS = 3;
const FILTER_ROUNDS = 4;
const ANSWER_MS = 10_000;
const BARS = { thumbsMs: 250, filterMs: 50, nodes: 300, longTaskMs: 50, heapMb: 250 };
const MB = 1_000_000;

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

/** Scrolls from the first to the last screenshot, with rests in which pictures open. */
async function scrollThrough(browser: Browser, context: BrowserContext, path: string, count: number): Promise<Array<Row>> {
  const page = await context.newPage();
  await page.setViewportSize(LAPTOP);
  const session = await context.newCDPSession(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForSelector('.g-virtual [data-picture=open]');
  const before = await readHeap(session);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  const seen = await page.evaluate(scrollDown);
  const cpu = readTasks(await browser.stopTracing());
  const [after, workers] = [await readHeap(session), page.workers().length];
  await session.send('HeapProfiler.collectGarbage');
  const collected = await readHeap(session);
  await page.close();
  const longest = Math.max(0, ...cpu);
  const over = cpu.filter((ms) => ms > BARS.longTaskMs).length;
  return [
    {
      name: `DOM nodes of the grid with ${count} screenshots`,
      measured: String(seen.nodes),
      bar: String(BARS.nodes),
      control: null,
      verdict: judge(seen.nodes, BARS.nodes),
      figures: { ...seen },
      notes: [
        `Elements in the list, the most of ${seen.steps} positions; up to ${seen.tiles} screenshots at once. The whole page has up to ${seen.allNodes}.`,
      ],
    },
    {
      name: `Longest main-thread task while scrolling through ${count} screenshots`,
      measured: `${longest.toFixed(0)} ms of CPU`,
      bar: `${BARS.longTaskMs} ms`,
      control: null,
      verdict: judge(longest, BARS.longTaskMs),
      figures: { slowest: cpu.toSorted((a, b) => b - a).slice(0, 50), wall: seen.longTasks, seconds: seen.seconds },
      notes: [
        `${over} of ${cpu.length} tasks used over ${BARS.longTaskMs} ms of CPU, at half a screen per frame for ${seen.seconds.toFixed(0)} s. By wall time, which other work of the machine lengthens: ${seen.longTasks.length}, the longest ${Math.max(0, ...seen.longTasks).toFixed(0)} ms. ${seen.opened} thumbnails were opened.`,
      ],
    },
    {
      name: `JavaScript heap after scrolling through ${count} screenshots`,
      measured: `${(after / MB).toFixed(0)} MB`,
      bar: `${BARS.heapMb} MB`,
      control: null,
      verdict: judge(after / MB, BARS.heapMb),
      figures: { before, after, collected, workers },
      notes: [
        `${(before / MB).toFixed(0)} MB before, ${(collected / MB).toFixed(0)} MB after a collection. Contains the DOM and buffers. Bitmaps are kept in at most 64 MiB beside it.`,
      ],
    },
  ];
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Returns the CPU time in ms of each task of the page's main thread, from a trace. */
function readTasks(trace: Buffer): Array<number> {
  const { traceEvents }: { traceEvents: Array<TraceEvent> } = JSON.parse(trace.toString());
  const tasks = traceEvents.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const ofEach = mains.map(({ pid, tid }) => tasks.filter((task) => task.pid === pid && task.tid === tid));
  const [own = []] = ofEach.toSorted((a, b) => b.length - a.length);
  if (own.length === 0) throw new Error('The trace has no tasks');
  return own.map(({ tdur = 0 }) => tdur / 1000);
}

type Heap = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number };

async function readHeap(session: CDPSession): Promise<number> {
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as Heap;
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

async function scrollDown() {
  const STEP = 0.5;
  const STEPS_PER_REST = 8;
  const REST_MS = 250;
  const longTasks: Array<number> = [];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const seen = { nodes: 0, allNodes: 0, tiles: 0, steps: 0, opened: 0 };
  const opened = new Set<string>();
  const begun = performance.now();
  for (let top = 0; top < document.documentElement.scrollHeight - innerHeight; top += STEP * innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await frame();
    seen.steps += 1;
    if (seen.steps % STEPS_PER_REST !== 0) continue;
    await new Promise((done) => setTimeout(done, REST_MS));
    const grid = document.querySelector('.g-virtual');
    seen.nodes = Math.max(seen.nodes, grid?.querySelectorAll('*').length ?? 0);
    seen.tiles = Math.max(seen.tiles, grid?.querySelectorAll('[data-tile]').length ?? 0);
    seen.allNodes = Math.max(seen.allNodes, document.querySelectorAll('*').length);
    for (const element of document.querySelectorAll<HTMLElement>('[data-picture=open]')) opened.add(element.dataset.sample ?? '');
  }
  await frame();
  longTasks.push(...observer.takeRecords().map(({ duration }) => duration));
  observer.disconnect();
  return { ...seen, opened: opened.size, longTasks, seconds: (performance.now() - begun) / 1000 };
}
