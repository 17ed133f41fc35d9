import { chromium, type Page } from '@playwright/test';
import { randomOf } from '#app/domain/location.fixture.ts';
import { addDays, instantOf, localDate } from '#app/domain/time.ts';
import { CHROMIUM_ARGS, requireChromium, WEBGL_ARGS } from '#tools/chromium.ts';
import { type Family, makeFamily, openManagePage } from './family.ts';
import { signedInContext } from './in-chromium.ts';
import { startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { median } from './statistics.ts';

const POINTS = 10_000;
/** The same circle with few positions, to measure the cost of the map alone. */
const FEW = 100;
/** Maximum number of positions in a report (D07). */
const BATCH = 500;
const BAR_MS = 500;
const ROUNDS = 5;
const ZONE = 'Europe/Berlin';
const DAY_MS = 24 * 60 * 60_000;
const PATIENCE_MS = 60_000;

type Times = { ms: number; transferMs: number };

/**
 * Measures the live map of a day of 10,000 positions: from the arrival of its script to its first complete picture, in Chromium. WebGL is
 * drawn by the processor, because the machines that measure have no graphics card.
 */
export async function measureMapPaint(): Promise<Row> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS, ...WEBGL_ARGS] });
  try {
    const family = await makeFamily(product, { children: 2, devices: 2 });
    const date = addDays(localDate(Date.now(), ZONE), -1);
    const counts = [POINTS, FEW] as const;
    for (const [index, count] of counts.entries()) await reportDay(family, index, date, count);
    const opened = await openManagePage(product, family);
    opened.visitor.close();
    const times: [Array<Times>, Array<Times>] = [[], []];
    for (let round = 0; round < 2 * (ROUNDS + 1); round += 1) {
      const of = (round % 2) as 0 | 1;
      const path = `${product.webUrl}/locator/${family.children[of]?.user_id}/history?date=${date}`;
      const context = await signedInContext(browser, product, opened, { viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await watchMap(page);
      await page.goto(path);
      await page.waitForSelector('.loc-map[data-map=live]', { timeout: PATIENCE_MS });
      // The first rounds fill the caches of the server.
      if (round > 1) times[of].push(await readTimes(page));
      await context.close();
    }
    const [rounds, few] = times;
    const [ms, fewMs] = [median(rounds.map((round) => round.ms)), median(few.map((round) => round.ms))];
    return {
      name: `First picture of the live map with ${POINTS} positions, after its script`,
      measured: `${ms.toFixed(0)} ms`,
      bar: `${BAR_MS} ms`,
      control: null,
      verdict: judge(ms, BAR_MS),
      figures: { rounds, few, points: POINTS },
      notes: [
        `${rounds.map((round) => round.ms.toFixed(0)).join(', ')} ms of wall time from the last byte of the map’s script to a complete picture, compiling and tiles included; WebGL by the processor. With ${FEW} positions: ${fewMs.toFixed(0)} ms, so the others cost ${(ms - fewMs).toFixed(0)} ms. The script took ${median(rounds.map(({ transferMs }) => transferMs)).toFixed(0)} ms to load.`,
      ],
    };
  } finally {
    await browser.close();
    await product.close();
  }
}

/** Reports a day of positions that never go straight on, so that the path is as long as a path may be. */
async function reportDay({ agents }: Family, index: number, date: string, count: number): Promise<void> {
  const agent = agents[index];
  if (agent === undefined) throw new Error('The family has no device');
  const from = instantOf(date, 0, ZONE);
  const random = randomOf(1);
  await agent.report('allowed', { events: [{ type: 'location_on', at: from - 1 }] });
  for (let first = 0; first < count; first += BATCH) {
    const locations = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => {
      const step = first + at;
      const turn = (2 * Math.PI * step) / count;
      // A circle of 1.5 km, each position up to 100 m farther out.
      const radius = 0.0135 + 0.0009 * random();
      return {
        at: from + Math.round((step * DAY_MS) / count),
        lat: 52.52 + radius * Math.cos(turn),
        lng: 13.4 + 1.64 * radius * Math.sin(turn),
        accuracy: 10,
        speed: 3,
      };
    });
    const { status } = await agent.report('allowed', { locations });
    if (status !== 200) throw new Error(`A report of positions was answered with ${status}`);
  }
}

/** Notes when the page’s map becomes live. */
async function watchMap(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.loc-map[data-map=live]') === null) return;
      performance.mark('map-live');
      observer.disconnect();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-map'] });
  });
}

function readTimes(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const script = (performance.getEntriesByType('resource') as Array<PerformanceResourceTiming>).find(({ name }) =>
      name.includes('live-map'),
    );
    const live = performance.getEntriesByName('map-live')[0];
    if (script === undefined || live === undefined) throw new Error('The map’s script or its first picture was not seen');
    return { ms: live.startTime - script.responseEnd, transferMs: script.duration };
  });
}
