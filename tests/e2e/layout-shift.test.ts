import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, openEarly, type Page, test, waitForHydration } from './browser.ts';
import { addChildWithDevice, expectTakenOver, signUp } from './parent-page.ts';

/**
 * Texts at which the document is cut: in the cookie notice, in the form, at its fields, and in the second and third drawing. The document
 * pauses at each until the page is painted.
 */
const CUTS = [
  'class="cookie-notice"',
  '<form action="/resources/cookie-notice"',
  'class="landing-form"',
  'name="email"',
  'name="password"',
  'class="strip"',
  'class="rules"',
];

/** The largest allowed sum of layout shifts on a page. */
const MOST = 0.01;

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 1024],
  [1920, 1080],
] as const) {
  test(`the landing page does not shift at ${width} px when document, font and script arrive late`, async ({ browser }) => {
    const front = await startSlowFront();
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    await page.addInitScript(recordShifts);
    const letFont = await hold(page, /\.woff2$/);
    const letScript = await hold(page, /\.js$/);
    await openEarly(page, `${front.url}/?view=login`, { waitUntil: 'commit' });
    for (const { sendOn } of await front.pieces) {
      await untilPainted(page);
      sendOn();
    }
    await page.locator('.foot').waitFor();
    await untilPainted(page);
    letFont();
    await page.waitForFunction(() => document.fonts.check('1rem Figtree', 'a') && document.fonts.status === 'loaded');
    await untilPainted(page);
    letScript();
    await waitForHydration(page);
    await untilPainted(page);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Array<{ value: number; moved: Array<string> }> }).shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST);
    await context.close();
    front.close();
  });
}

for (const [width, height] of [
  [375, 812],
  [1280, 1024],
] as const) {
  test(`the schedule editor does not shift at ${width} px while its preview updates`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    await page.addInitScript(recordShifts);
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await page.goto(`${new URL(page.url()).pathname}?edit=new`);
    const [from, to] = [page.locator('#schedule-times-from'), page.locator('#schedule-times-to')];
    await expectTakenOver(from);
    await page.evaluate(() => void (window as unknown as { shifts: Array<unknown> }).shifts.splice(0));
    const notes = page.getByTestId('preview').locator('.week-notes li');
    // A whole-day schedule adds a note, which would push down what is below the preview.
    for (const [start, end, hasNotes] of [
      ['10:00', '11:00', false],
      ['12:00', '12:00', true],
      ['10:00', '11:30', false],
      ['13:30', '13:30', true],
    ] as const) {
      await from.fill(start);
      await to.fill(end);
      await expect(page.getByTestId('preview').locator('li').nth(1)).toContainText(`${start}–${end}`);
      if (hasNotes) await expect(notes.first()).toBeVisible();
      else await expect(notes).toHaveCount(0);
      await untilPainted(page);
    }
    expect(
      await page.evaluate(() => (window as unknown as { shifts: Array<{ moved: Array<string> }> }).shifts.flatMap(({ moved }) => moved)),
    ).toEqual([]);
    await context.close();
  });
}

/** Records every layout shift in `window.shifts`, including those after input. */
function recordShifts(): void {
  const shifts: Array<{ value: number; moved: Array<string> }> = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & { value: number; sources: Array<{ node: Node | null }> };
      shifts.push({
        value,
        // Ignores shifts inside a preview, because only its content changes.
        moved: sources
          .filter(({ node }) => !(node instanceof Element ? node : node?.parentElement)?.closest('[data-testid=preview]'))
          .map(({ node }) => (node instanceof Element ? node.outerHTML : String(node?.nodeName)).slice(0, 80)),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits two frames, because the second frame paints a change that was made before the first. */
async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Holds back all matching requests until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

type Piece = { sendOn: () => void };

/** Starts a proxy to the server under test that sends pages in pieces, cut at `CUTS`. Each piece after the first waits for its `sendOn`. */
async function startSlowFront(): Promise<{ url: string; pieces: Promise<Array<Piece>>; close: () => void }> {
  const target = process.env.WEB_URL ?? '';
  const told = Promise.withResolvers<Array<Piece>>();
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).flatMap(
      ([name, value]): Array<[string, string]> =>
        typeof value === 'string' && !/^(host|connection|accept-encoding)$/.test(name) ? [[name, value]] : [],
    );
    const answer = await fetch(`${target}${request.url}`, { headers, redirect: 'manual' });
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    for (const [name, value] of answer.headers) {
      if (!/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name)) response.setHeader(name, value);
    }
    response.writeHead(answer.status);
    if (!isPage) {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const html = await answer.text();
    const ends = CUTS.map((mark) => html.indexOf(mark)).map((at) => html.lastIndexOf('<', at));
    if (ends.includes(-1)) told.reject(new Error(`The document lacks one of ${CUTS.join(', ')}`));
    response.write(html.slice(0, ends[0]));
    told.resolve(
      ends.map((end, index) => ({
        sendOn: () => {
          const next = ends[index + 1];
          response.write(html.slice(end, next));
          if (next === undefined) response.end();
        },
      })),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, pieces: told.promise, close: () => server.close() };
}
