import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Device } from '#device/call.ts';
import { runDevice } from '#device/run.ts';
import { CHROMIUM_ARGS, requireChromium } from './chromium.ts';
import { pairDevice } from './pair-device.ts';
import { ROOT } from './paths.ts';

/** What a browser window showed about the child and its only device at one moment. Times are in epoch ms of this machine. */
type Sight = {
  at: number;
  asked: string;
  view: string;
  command: string;
  savedAt: number | null;
  sentAt: number | null;
  confirmedAt: number | null;
};
/** A browser window and everything it showed, newest last. */
type BrowserWindow = { name: 'A' | 'B'; page: Page; sights: Array<Sight>; taps: Array<number> };
type Line = { at: number; text: string };
type Scene = { label: string; intent: string; view: string; awayMs: number | null };
/** One change, with each step and its time in epoch ms. `backAt`: when the device was set back online, null if it stayed online. */
export type Journey = { label: string; tapAt: number; backAt: number | null; steps: Array<{ what: string; at: number }> };

const PATIENCE_MS = 60_000;

const SCENES: Array<Scene> = [
  { label: 'Block', intent: 'block-30m', view: 'blocked', awayMs: null },
  { label: 'Allow', intent: 'allow-30m', view: 'allowed', awayMs: null },
  { label: 'Back to the schedule', intent: 'lift', view: 'allowed', awayMs: null },
  { label: 'Pause', intent: 'pause-15m', view: 'paused', awayMs: null },
  { label: 'Resume', intent: 'resume', view: 'allowed', awayMs: null },
  { label: 'Block while the device is offline', intent: 'block-1h', view: 'blocked', awayMs: 3_000 },
];

/**
 * Tests two windows of one account and a device. Makes changes in window A, and records when server, device and both windows have them. All
 * times are from this machine’s clock. Writes screenshots and a table to `folder`.
 * @throws Error at the first change that does not arrive everywhere
 */
export async function watchWindows(given: {
  webUrl: string;
  apiUrl: string;
  log: (line: string) => void;
  folder?: string;
}): Promise<Array<Journey>> {
  const { webUrl, apiUrl, log, folder = join(ROOT, 'shots', 'windows') } = given;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  const end = new AbortController();
  let life: Promise<unknown> = Promise.resolve();
  try {
    const account = {
      email: `windows-${randomBytes(6).toString('hex')}@porchlight.example`,
      password: randomBytes(12).toString('base64url'),
    };
    const a = await openWindow(browser, webUrl, 'A');
    const device = await settle(a.page, apiUrl, account);
    const b = await openWindow(browser, webUrl, 'B');
    await open(b.page, '/login');
    await fillIn(b.page, account, 'login');
    await b.page.waitForURL('**/manage/**');
    await waitForHydration(b.page);
    const lines: Array<Line> = [];
    life = runDevice(device, {
      everyMs: 2_000,
      inUse: false,
      signal: end.signal,
      print: (text) => {
        lines.push({ at: Date.now(), text });
        log(`  device    ${text}`);
      },
    });
    await until('the device is connected', () => device.store.read().socketSince !== null);
    const journeys: Array<Journey> = [];
    for (const [index, scene] of SCENES.entries()) {
      const journey = await play(scene, a, b, device);
      journeys.push(journey);
      for (const line of toLines(journey)) log(line);
      for (const { name, page } of [a, b]) await page.screenshot({ path: join(folder, `${index + 1}-${name}.png`) });
    }
    writeFileSync(join(folder, 'index.html'), toIndex(journeys, lines));
    log(`Screenshots and times: ${join(folder, 'index.html')}`);
    return journeys;
  } finally {
    end.abort();
    await life;
    await browser.close();
  }
}

/** Opens a window that records every visible change and every tap with its own clock. */
async function openWindow(browser: Browser, webUrl: string, name: BrowserWindow['name']): Promise<BrowserWindow> {
  const context = await browser.newContext({ baseURL: webUrl, locale: 'en', viewport: { width: 720, height: 900 } });
  const page = await context.newPage();
  const window: BrowserWindow = { name, page, sights: [], taps: [] };
  await page.exposeFunction('noteSight', (sight: Sight) => window.sights.push(sight));
  await page.exposeFunction('noteTap', (at: number) => window.taps.push(at));
  await page.addInitScript(watchPage);
  return window;
}

/** Reports every visible change and tap. Runs in the page. */
function watchPage(): void {
  const call = (name: string, value: unknown): unknown => Reflect.get(globalThis, name)(value);
  const toTime = (text: string | null | undefined): number | null => (text ? Number(text) : null);
  let last = '';
  const look = (): void => {
    const now = document.querySelector('[data-testid=now]');
    const receipt = document.querySelector('[data-testid=receipt]');
    if (now === null || receipt === null) return;
    const seen = {
      asked: now.getAttribute('data-asked') ?? '',
      view: now.getAttribute('data-view') ?? '',
      command: receipt.getAttribute('data-command') ?? '',
      savedAt: toTime(receipt.getAttribute('data-saved-at')),
      sentAt: toTime(receipt.getAttribute('data-sent-at')),
      confirmedAt: toTime(receipt.getAttribute('data-confirmed-at')),
    };
    if (JSON.stringify(seen) === last) return;
    last = JSON.stringify(seen);
    call('noteSight', { at: Date.now(), ...seen });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  document.addEventListener('submit', () => call('noteTap', Date.now()), { capture: true });
}

/** Signs up, adds a child and pairs its device through the pages. Ends on the child’s page. */
async function settle(page: Page, apiUrl: string, account: { email: string; password: string }): Promise<Device> {
  await open(page, '/?view=signup');
  await fillIn(page, account, 'signup');
  await page.waitForURL('**/connect');
  await waitForHydration(page);
  await page.fill('[name=name]', 'Mia');
  await page.click('button[value=connect]');
  await page.waitForURL('**/pair');
  const device = await pairDevice(apiUrl, (await page.locator('.code').textContent()) ?? '');
  await open(page, '/pair/confirm');
  await open(page, '/manage');
  return device;
}

/** Opens a page and waits until it has hydrated. A tap before that would work as without JavaScript. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isTakenOver' in window);
}

async function fillIn(page: Page, { email, password }: { email: string; password: string }, intent: string): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click(`button[value=${intent}]`);
}

/** Runs one scene and collects the time of each step. */
async function play({ label, intent, view, awayMs }: Scene, a: BrowserWindow, b: BrowserWindow, device: Device): Promise<Journey> {
  const before = lastOf(a)?.savedAt ?? 0;
  if (awayMs !== null) {
    device.store.update((state) => ({ ...state, offline: true }));
    await until('the device is away', () => device.store.read().socketSince === null);
  }
  const tapsBefore = a.taps.length;
  await tap(a.page, intent);
  await until('the tap is noted', () => a.taps.length > tapsBefore);
  const tapAt = a.taps[tapsBefore] ?? 0;
  let backAt: number | null = null;
  if (awayMs !== null) {
    await sleep(awayMs);
    // Waits, because a busy machine could otherwise save the tap only after the device is back online.
    await until('the tap is saved', () => (lastOf(a)?.savedAt ?? 0) > before);
    backAt = Date.now();
    device.store.update((state) => ({ ...state, offline: false }));
  }
  const isUpdated = ({ command, savedAt, view: shown }: Sight): boolean =>
    command === 'confirmed' && (savedAt ?? 0) > before && shown === view;
  const seenBy = async (window: BrowserWindow): Promise<Sight> => {
    await until(`${label} is seen in window ${window.name}`, () => window.sights.some(isUpdated));
    return window.sights.find(isUpdated) ?? { at: 0, asked: '', view: '', command: '', savedAt: null, sentAt: null, confirmedAt: null };
  };
  const [inA, inB] = [await seenBy(a), await seenBy(b)];
  const asked = a.sights.find(({ at }) => at >= tapAt);
  const applied = device.store.read().applied?.at ?? 0;
  const steps = [
    { what: 'shown as sent in A', at: asked?.at ?? 0 },
    { what: 'saved', at: inA.savedAt ?? 0 },
    { what: 'sent', at: inA.sentAt ?? 0 },
    { what: 'device applied', at: applied },
    { what: 'confirmed', at: inA.confirmedAt ?? 0 },
    { what: 'seen in A', at: inA.at },
    { what: 'seen in B', at: inB.at },
  ];
  return { label, tapAt, backAt, steps };
}

/** Presses a button of the page, opening its menu first if needed. */
async function tap(page: Page, intent: string): Promise<void> {
  const button = page.locator(`button[name=intent][value="${intent}"]`).first();
  if (!(await button.isVisible())) await page.locator('details').filter({ has: button }).locator('summary').first().click();
  // Presses a key first, so that the click does not count as a double tap.
  await page.keyboard.press('Shift');
  await button.click();
}

function lastOf({ sights }: BrowserWindow): Sight | undefined {
  return sights.at(-1);
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`Timed out after ${PATIENCE_MS / 1000} s: ${what}`);
    await sleep(10);
  }
}

function toLines({ label, tapAt, backAt, steps }: Journey): Array<string> {
  const head = `${label}: tapped in A at ${new Date(tapAt).toISOString().slice(11, 23)}`;
  const back = backAt === null ? [] : [`    device back online   +${backAt - tapAt} ms`];
  return [head, ...back, ...steps.map(({ what, at }) => `    ${what.padEnd(20)} +${at - tapAt} ms`)];
}

function toIndex(journeys: Array<Journey>, lines: Array<Line>): string {
  const sections = journeys.map(({ label, tapAt, backAt, steps }, index) => {
    const until = journeys[index + 1]?.tapAt ?? Number.POSITIVE_INFINITY;
    const rows = [...(backAt === null ? [] : [{ what: 'device back online', at: backAt }]), ...steps]
      .sort((one, other) => one.at - other.at)
      .map(({ what, at }) => `<tr><td>${what}<td>+${at - tapAt} ms`);
    const matching = lines.filter(({ at }) => at >= tapAt && at < until).map(({ text }) => escapeHtml(text));
    const figures = ['A', 'B'].map(
      (name) => `<figure><img src="${index + 1}-${name}.png" alt=""><figcaption>window ${name}</figcaption></figure>`,
    );
    return `<section><h2>${label}</h2><div>${figures.join('')}<table>${rows.join('')}</table><pre>${matching.join('\n')}</pre></div></section>`;
  });
  const style =
    'body{font:14px sans-serif}section>div{display:flex;flex-wrap:wrap;gap:16px;align-items:start}img{height:420px;border:1px solid #999}figure{margin:0}td{padding:2px 12px 2px 0}pre{white-space:pre-wrap;max-width:60ch}';
  return `<!doctype html><meta charset="utf-8"><title>Porchlight, two windows and a device</title><style>${style}</style>${sections.join('')}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
