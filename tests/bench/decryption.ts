import type { Page } from '@playwright/test';
import type { Picture } from '#device/draw-screen.ts';
import { isControlWithinLimits, type Row } from './row.ts';
import { percentile } from './statistics.ts';

/** Share of the speed of bare AES-GCM in the same browser. */
const BAR = 0.9;
/** Bytes per measurement, in objects of the same size. Few, so that some measurements run without any interruption. */
const TOTAL_BYTES = 4_000_000;
const ROUNDS = 60;
/** The compared percentile. What other work of the machine interrupts is slower. */
const FAST = 0.1;
/** Tasks at once, as many as the pool has workers at least. */
const AT_ONCE = 2;
/** The largest object that the format allows, nearly. */
const LARGEST = 999_000;
const BARE_WORKER = '/assets/bench-bare-worker.js';
/** Answers the same messages as a key worker, with nothing but AES-GCM. */
const BARE_SCRIPT = `addEventListener('message', async ({ data: { id, argumentList: [{ value: { contentKey, sealed, iv, additionalData } }] } }) => {
  const value = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, contentKey, sealed.subarray(17)));
  postMessage({ id, type: 'RAW', value });
});`;

type Way = 'product' | 'bare' | 'page';
type Prepared = { worker: string; bareWorker: string; bytes: number; objects: number; atOnce: number };

/**
 * Compares opening sealed objects in the product's key workers with bare AES-GCM of the same bytes, in turn: in workers that get the same
 * messages, and on the page itself. The page must have started its key workers.
 */
export async function measureDecryption(page: Page, pictures: ReadonlyArray<Picture>): Promise<Array<Row>> {
  const worker = page
    .workers()
    .map((one) => one.url())
    .find((url) => url.includes('key-worker'));
  if (worker === undefined) throw new Error('The page has no key worker');
  await page.route(`**${BARE_WORKER}`, (route) => route.fulfill({ contentType: 'text/javascript', body: BARE_SCRIPT }));
  const screen = Math.round(pictures.reduce((sum, { bytes }) => sum + bytes.length, 0) / pictures.length);
  const rows: Array<Row> = [];
  for (const [label, bytes] of [
    ['screens', screen],
    ['the largest objects', LARGEST],
  ] as const) {
    const objects = Math.round(TOTAL_BYTES / bytes);
    await page.evaluate(prepare, { worker, bareWorker: BARE_WORKER, bytes, objects, atOnce: AT_ONCE });
    const run = (which: Way) => page.evaluate((name) => (window as unknown as Record<Way, () => Promise<number>>)[name](), which);
    for (const way of ['product', 'bare', 'page'] as const) await run(way);
    const times: Record<Way, Array<number>> = { product: [], bare: [], page: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turn, so that drift affects both equally.
      for (const way of round % 2 === 0 ? (['product', 'bare', 'page'] as const) : (['bare', 'product', 'page'] as const)) {
        times[way].push(await run(way));
      }
    }
    const [own, bare, onPage] = [times.product, times.bare, times.page].map((all) => percentile(all, FAST)) as [number, number, number];
    const halves = [times.product.slice(0, ROUNDS / 2), times.product.slice(ROUNDS / 2)].map((all) => percentile(all, FAST));
    const control = (halves[0] ?? 0) / (halves[1] ?? 0);
    // Times, so that the ratio of the speeds is the inverse.
    const share = bare / own;
    const speed = (ms: number) => `${((objects * bytes) / ms / 1000).toFixed(0)} MB/s`;
    rows.push({
      name: `Decryption of ${label} (${(bytes / 1000).toFixed(0)} KB), share of AES-GCM`,
      measured: share.toFixed(2),
      bar: `at least ${BAR}`,
      control,
      verdict: isControlWithinLimits(control) ? (share >= BAR ? 'met' : 'missed') : 'too noisy',
      figures: { share, own, bare, onPage, times },
      notes: [
        `${speed(own)} in the key workers, ${speed(bare)} by bare AES-GCM in workers with the same messages, ${AT_ONCE} at once. On the page, without messages and copies: ${speed(onPage)}. The fastest tenth of ${ROUNDS} rounds.`,
      ],
    });
  }
  return rows;
}

/** Seals objects and defines a function per way, which opens all of them and returns the time in ms. */
async function prepare({ worker, bareWorker, bytes, objects, atOnce }: Prepared): Promise<void> {
  const contentKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  const about = { accountId: 'account', deviceId: 'device', sampleId: 'sample', kind: 'screen-0', keyId: 'key' };
  const additionalData = new TextEncoder().encode(Object.values(about).join('|'));
  const content = new Uint8Array(bytes);
  const sealed: Array<Uint8Array<ArrayBuffer>> = [];
  const HEAD = 17;
  for (let index = 0; index < objects; index += 1) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, contentKey, content));
    const object = new Uint8Array(HEAD + ciphertext.length);
    object.set(new TextEncoder().encode('PLS1'));
    object[4] = 1;
    object.set(iv, 5);
    object.set(ciphertext, HEAD);
    sealed.push(object);
  }
  // Workers are spoken to as the product's pool does (comlink), one task each at a time.
  const start = (url: string) => Array.from({ length: atOnce }, () => new Worker(url, { type: 'module' }));
  const ask = (thread: Worker | undefined, sealed: Uint8Array<ArrayBuffer>) =>
    new Promise<void>((done, fail) => {
      const id = crypto.randomUUID();
      const listen = ({ data }: MessageEvent<{ id: string; value: { length?: number } }>) => {
        if (data.id !== id) return;
        thread?.removeEventListener('message', listen);
        if (data.value.length === bytes) done();
        else fail(new Error(`The worker answered ${JSON.stringify(data).slice(0, 300)}`));
      };
      thread?.addEventListener('message', listen);
      const value = { contentKey, about, sealed, iv: sealed.slice(5, HEAD), additionalData };
      thread?.postMessage({ id, type: 'APPLY', path: ['decryptImage'], argumentList: [{ type: 'RAW', value }] });
    });
  const time = async (open: (lane: number, object: Uint8Array<ArrayBuffer>) => Promise<unknown>) => {
    const waiting = [...sealed];
    const begun = performance.now();
    const lane = async (index: number) => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await open(index, next);
    };
    await Promise.all(Array.from({ length: atOnce }, (_, index) => lane(index)));
    return performance.now() - begun;
  };
  const [own, bare] = [start(worker), start(bareWorker)];
  Object.assign(window, {
    product: () => time((lane, object) => ask(own[lane], object)),
    bare: () => time((lane, object) => ask(bare[lane], object)),
    page: () =>
      time((_, object) => {
        const algorithm = { name: 'AES-GCM', iv: object.subarray(5, HEAD), additionalData };
        return crypto.subtle.decrypt(algorithm, contentKey, object.subarray(HEAD));
      }),
  } satisfies Record<Way, () => Promise<number>>);
}
