import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import { judge, type Row } from './row.ts';

const LAPTOP = { width: 1280, height: 800 };
const BARS = { nodes: 300, longTaskMs: 50, heapMb: 250 };
const MB = 1_000_000;

/** Scrolls from the first to the last screenshot, with rests in which pictures open. */
export async function scrollThrough(browser: Browser, context: BrowserContext, path: string, count: number): Promise<Array<Row>> {
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
