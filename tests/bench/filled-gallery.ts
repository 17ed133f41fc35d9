import { scryptSync } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';
import type { SampleDetails } from '#app/domain/sample-details.ts';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { NO_HITS } from '#app/wire/samples.ts';
import { drawScreen, type Picture } from '#device/draw-screen.ts';
import { screenAt } from '#device/screens.ts';
import { sealSample } from '#device/seal-sample.ts';
import { Agent } from '../clients/agent.ts';
import { Parent } from '../clients/parent.ts';
import type { Product } from './product.ts';

const DEVICES = 3;
/** Different thumbnails. Each sample seals one of them with its own key. */
const DRAWINGS = 100;
const BATCH = 200;
/** All samples are younger than two weeks. */
const SPAN_MS = 13.5 * 24 * 60 * 60_000;
/** One sample in so many has a possible hit, in one of these categories in turn. */
const HIT_EVERY = 20;
const HITS = ['custom', 'profanity', 'violence', 'substance_abuse'] as const;
const PATIENCE_MS = 60_000;
export const PASSWORD = 'correct horse battery';

/** A family whose account key was created in `context`. */
export type FilledGallery = { context: BrowserContext; path: string; pictures: ReadonlyArray<Picture> };

/** Signs up in the browser, which creates the account key, and stores samples that only this key opens. The API must be the entry `samples`. */
export async function fillGallery(browser: Browser, product: Product, count: number, viewport: { width: number; height: number }) {
  const email = `gallery-${process.pid}-${crypto.randomUUID()}@porchlight.example`;
  const context = await browser.newContext({ locale: 'en', viewport });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${product.webUrl}/?view=signup`, { waitUntil: 'networkidle' });
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('button[name=intent][value=signup]').click();
  await page.waitForURL('**/connect');
  await page.goto(`${product.webUrl}/account/key`);
  await page.waitForSelector('[data-key-open=true]');
  const { stored } = JSON.parse(await page.evaluate(async () => (await fetch('/resources/key')).text()));
  await page.close();
  const { granted, reason } = await (await product.webEnv()).INTERNAL.grant(email, 'premium_plus_annual');
  if (!granted) throw new Error(`No plan for the family: ${reason}`);
  const send = (request: Request) => fetch(request);
  const parent = await Parent.signIn(send, email, product.apiUrl, await deriveSecret(email));
  const { user_id: childId } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const agents: Array<Agent> = [];
  for (let index = 0; index < DEVICES; index += 1) {
    const { code } = await parent.call(createPairing, { body: { user_id: childId, os: 'android' } });
    const agent = await Agent.enrol(send, { code }, crypto.randomUUID(), product.apiUrl);
    await agent.report('allowed', { components: { account_key: 'pinned' } });
    agents.push(agent);
  }
  const drawings = await draw();
  await store(product, { agents, childId, drawings, count, key: stored });
  return { context, path: `${product.webUrl}/gallery/${childId}`, pictures: drawings.map(({ picture }) => picture) };
}

function deriveSecret(email: string): Promise<string> {
  return deriveAuthKey(email, PASSWORD, (text, salt, { N, r, p, dkLen }) =>
    scryptSync(text, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }),
  );
}

/** Draws screens as the simulated device does. */
async function draw(): Promise<Array<Awaited<ReturnType<typeof drawScreen>>>> {
  const drawings: Array<Awaited<ReturnType<typeof drawScreen>>> = [];
  for (let index = 0; index < DRAWINGS; index += 1) {
    const screen = screenAt(index, index, { app: null, isLocked: false, isTablet: false });
    drawings.push(await drawScreen(screen, { maxPixels: 1024, quality: 0.8 }));
  }
  return drawings;
}

type Filling = {
  agents: ReadonlyArray<Agent>;
  childId: string;
  drawings: ReadonlyArray<{ thumb: Picture }>;
  count: number;
  key: { key: string; keyId: string };
};

/**
 * Seals each sample with a key of its own and stores it. Only thumbnails are put into the bucket, because the list downloads nothing else.
 */
async function store(product: Product, { agents, childId, drawings, count, key }: Filling): Promise<void> {
  const now = Date.now();
  for (const [turn, agent] of agents.entries()) {
    const indexes = Array.from({ length: count }, (_, index) => index).filter((index) => index % agents.length === turn);
    for (let from = 0; from < indexes.length; from += BATCH) {
      const samples = await Promise.all(
        indexes.slice(from, from + BATCH).map(async (index) => {
          const sampleId = `sample-${String(index).padStart(12, '0')}`;
          const picture = drawings[index % drawings.length]?.thumb ?? { bytes: new Uint8Array(), width: 0, height: 0 };
          const parts = { thumb: picture.bytes, details: DETAILS, screens: [picture.bytes] };
          const { contents, keys, objects } = await sealSample(
            { accountId: agent.accountId, deviceId: agent.deviceId, sampleId },
            key,
            parts,
          );
          const at = now - Math.round(((index + 1) * SPAN_MS) / count);
          const hit = index % HIT_EVERY === 0 ? { [HITS[(index / HIT_EVERY) % HITS.length] ?? 'custom']: 1 } : {};
          const about = { sample_id: sampleId, user_id: childId, sample_ts: at, notice_ts: at, cause: 'periodic' as const };
          const body = { ...about, keys, objects, ocr_summary: { ...NO_HITS, ...hit } };
          return { body, thumb: Buffer.from(contents.thumb ?? new Uint8Array()).toString('base64') };
        }),
      );
      const body = JSON.stringify({ accountId: agent.accountId, deviceId: agent.deviceId, samples });
      const { status } = await fetch(`${product.apiUrl}/bench/samples`, { method: 'POST', body });
      if (status !== 204) throw new Error(`Storing samples was answered with ${status}`);
    }
  }
}

const DETAILS: SampleDetails = {
  v: 1,
  app: { id: 'app.chat', name: 'Chat' },
  title: 'Chat',
  thumb: { width: 1, height: 1 },
  thumb_hash: null,
  screens: [{ width: 1, height: 1, text: '' }],
  hits: [],
};
