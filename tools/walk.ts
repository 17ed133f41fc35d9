import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { step as deviceStep } from '#device/device.ts';
import { findAll, type HtmlElement, textOf } from './html.ts';
import { startOwnProduct } from './own-product.ts';
import { pairDevice } from './pair-device.ts';
import { type Page, PlainBrowser } from './plain-browser.ts';
import { run, UserError } from './progress.ts';

/** What the page shows for one device: the text, and the exact times behind it (epoch ms, null = missing). */
type Receipt = {
  words: string;
  kind: string;
  applied: string;
  requested: string;
  savedAt: number | null;
  sentAt: number | null;
  confirmedAt: number | null;
};
type Proof = { label: string; sentence: string; receipts: Array<Receipt> };

/** Time in ms that the device stays offline, long enough to be visible in the receipt. */
const OFFLINE_MS = 2_000;

/**
 * Uses the product like a parent without JavaScript, with one device. Signs up, adds a child, pairs a device, blocks, and checks the
 * confirmation. Then blocks while the device is offline, and brings it back online.
 * @throws Error at the first page that does not show the expected state
 */
export async function walk({
  webUrl,
  apiUrl,
  log,
}: {
  webUrl: string;
  apiUrl: string;
  log: (line: string) => void;
}): Promise<Array<Proof>> {
  const browser = new PlainBrowser(webUrl);
  const email = `walk-${randomBytes(6).toString('hex')}@porchlight.example`;
  const proofs: Array<Proof> = [];
  const show = (label: string, page: Page, wanted: { kind: string; applied: string }): Proof => {
    const proof = { label, ...readProof(page) };
    const [receipt] = proof.receipts;
    if (receipt?.kind !== wanted.kind || receipt.applied !== wanted.applied) {
      throw new Error(`${label}: expected ${wanted.kind} and ${wanted.applied}, but the page shows ${JSON.stringify(proof)}`);
    }
    proofs.push(proof);
    for (const line of toLines(proof)) log(line);
    return proof;
  };

  const landing = await browser.open('/?view=signup');
  const connect = await browser.press(landing, 'signup', {
    email,
    password: randomBytes(12).toString('base64url'),
    time_zone: 'Europe/Berlin',
  });
  log(`Signed up as ${email} without JavaScript: now at ${connect.url.pathname}`);
  const pairing = await browser.press(connect, 'connect', { name: 'Mia', time_zone: 'Europe/Berlin', os: 'android' });
  const device = await pairDevice(apiUrl, codeOn(pairing));
  const paired = await browser.open('/pair/confirm');
  requireMark(paired, 'paired');
  log(`Paired: “${textOf(requireElement(paired, ({ tag }) => tag === 'h1'))}”`);

  let page = await browser.open('/manage');
  await deviceStep(device, true);
  page = await browser.open(page.url.pathname);
  show('Before any change', page, { kind: 'reported', applied: 'allowed' });
  page = await browser.press(page, 'block-30m');
  show('Block tapped, not sent to the device yet', page, { kind: 'saved', applied: 'allowed' });
  await deviceStep(device);
  page = await browser.press(page, 'check');
  show('Confirmed by the device', page, { kind: 'confirmed', applied: 'blocked' });
  page = await browser.press(page, 'allow-30m');
  await deviceStep(device);
  page = await browser.open(page.url.pathname);
  show('Allowed again and confirmed', page, { kind: 'confirmed', applied: 'allowed' });
  device.store.update((state) => ({ ...state, offline: true }));
  page = await browser.press(page, 'block-1h');
  await deviceStep(device);
  await sleep(OFFLINE_MS);
  page = await browser.open(page.url.pathname);
  show('Device offline, block sent', page, { kind: 'saved', applied: 'allowed' });
  device.store.update((state) => ({ ...state, offline: false }));
  await deviceStep(device);
  page = await browser.open(page.url.pathname);
  const last = show('Device back online', page, { kind: 'confirmed', applied: 'blocked' });
  const [{ savedAt, sentAt, confirmedAt } = { savedAt: null, sentAt: null, confirmedAt: null }] = last.receipts;
  if (savedAt === null || sentAt === null || confirmedAt === null || savedAt > sentAt || sentAt > confirmedAt) {
    throw new Error(`The times are out of order: ${savedAt}, ${sentAt}, ${confirmedAt}`);
  }
  return proofs;
}

function codeOn(page: Page): string {
  const code = findAll(page.root, hasClass('code'))[0];
  if (code === undefined)
    throw new Error(`${page.url.pathname} (${page.status}) shows no pairing code: ${textOf(page.root).slice(0, 300)}`);
  return textOf(code);
}

function readProof(page: Page): { sentence: string; receipts: Array<Receipt> } {
  const now = requireMark(page, 'now');
  const receipts = findAll(now, ({ attributes }) => attributes['data-testid'] === 'receipt').map((line) => ({
    words: `${wordsOf(line, 'device-name')}: ${wordsOf(line, 'device-words', 'device-said')}`,
    kind: findAll(line, ({ attributes }) => attributes['data-receipt'] !== undefined)[0]?.attributes['data-receipt'] ?? '',
    applied: line.attributes['data-applied'] ?? '',
    requested: line.attributes['data-requested'] ?? '',
    savedAt: toTime(line.attributes['data-saved-at']),
    sentAt: toTime(line.attributes['data-sent-at']),
    confirmedAt: toTime(line.attributes['data-confirmed-at']),
  }));
  return { sentence: wordsOf(now, 'sentence', 'later'), receipts };
}

/** Returns the text of the element with this class. Adds a space before descendants with class `ownLine`, which are on their own line. */
function wordsOf(from: HtmlElement, part: string, ownLine = ''): string {
  const [element] = findAll(from, hasClass(part));
  if (element === undefined) return '';
  const isOwnLine = hasClass(ownLine);
  const children = element.children.filter((child) => typeof child === 'string' || !isOwnLine(child));
  return [{ ...element, children }, ...findAll(element, isOwnLine)].map(textOf).join(' ').trim();
}

function toLines({ label, sentence, receipts }: Proof): Array<string> {
  const lines = receipts.flatMap(({ words, savedAt, sentAt, confirmedAt }) => [
    `    ${words}`,
    `    saved ${sayTime(savedAt)}, sent ${sayTime(sentAt, savedAt)}, confirmed ${sayTime(confirmedAt, savedAt)}`,
  ]);
  return [`${label}:`, `    “${sentence}”`, ...lines];
}

function sayTime(at: number | null, since: number | null = null): string {
  if (at === null) return '–';
  return `${new Date(at).toISOString().slice(11, 23)}${since === null ? '' : ` (+${((at - since) / 1000).toFixed(2)} s)`}`;
}

function toTime(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}

function hasClass(name: string): (element: HtmlElement) => boolean {
  return ({ attributes }) => (attributes.class ?? '').split(' ').includes(name);
}

function requireMark(page: Page, mark: string): HtmlElement {
  return requireElement(page, ({ attributes }) => attributes['data-testid'] === mark, mark);
}

function requireElement(page: Page, isWanted: (element: HtmlElement) => boolean, name = 'heading'): HtmlElement {
  const [element] = findAll(page.root, isWanted);
  if (element === undefined) throw new Error(`${page.url.pathname} (${page.status}) shows no ${name}: ${textOf(page.root).slice(0, 300)}`);
  return element;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { web: { type: 'string' }, api: { type: 'string' }, windows: { type: 'boolean' } } });
  if ((values.web === undefined) !== (values.api === undefined)) throw new UserError('Give both --web and --api, or neither.');
  const given = values.web !== undefined && values.api !== undefined ? { webUrl: values.web, apiUrl: values.api } : null;
  const own = given === null ? await startOwnProduct() : null;
  const urls = given ?? own;
  if (urls === null) return;
  const begun = performance.now();
  try {
    if (values.windows) {
      const { watchWindows } = await import('./windows.ts');
      await watchWindows({ webUrl: urls.webUrl, apiUrl: urls.apiUrl, log: console.log });
      return;
    }
    const proofs = await walk({ webUrl: urls.webUrl, apiUrl: urls.apiUrl, log: console.log });
    console.log(`${proofs.length} confirmations checked in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  } finally {
    await own?.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(main);
