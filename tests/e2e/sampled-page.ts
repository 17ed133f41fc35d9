import { createHash, randomUUID } from 'node:crypto';
import { getSampleMeta, requestSample } from '#app/wire/samples.ts';
import type { Device } from '#device/call.ts';
import { memoryStore, step } from '#device/device.ts';
import { drawScreen } from '#device/draw-screen.ts';
import { enrol } from '#device/enrol.ts';
import { memoryObjects } from '#device/object-store.ts';
import { screenAt } from '#device/screens.ts';
import { seedOf } from '#device/simulated-source.ts';
import { newDeviceState } from '#device/state.ts';
import { findAll, textOf } from '#tools/html.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import type { Parent } from '../clients/parent.ts';
import { expect, type Page } from './browser.ts';
import { asParent, type Credentials, grant, signUpByHand } from './parent-page.ts';

/** A family whose device takes screenshots for the account key of this browser. */
export type SampledPage = {
  credentials: Credentials;
  parent: Parent;
  childId: string;
  device: Device;
  /** Asks for a screenshot and lets the device take it. Returns its id. */
  capture(): Promise<string>;
};

/** Signs up in the browser, which creates the account key, and pairs a device that trusts it. */
export async function openSampled(page: Page, sku = 'premium_plus_monthly'): Promise<SampledPage> {
  const credentials = await signUpByHand(page);
  await grant(credentials.email, sku);
  const spki = await accountKeyOf(page);
  const { childId, device } = await addSampledDevice(page, createHash('sha256').update(Buffer.from(spki, 'base64')).digest('base64url'));
  const parent = await asParent(credentials);
  const capture = async () => {
    const before = new Set((await listSamples(parent, childId)).map(({ sample_id }) => sample_id));
    await parent.call(requestSample, { query: {}, body: { request_type: 'on_demand', request_args: { user_id: childId } } });
    expect(await step(device)).toContainEqual({ kind: 'captured', cause: 'on_demand' });
    const made = (await listSamples(parent, childId)).find(({ sample_id }) => !before.has(sample_id));
    return made?.sample_id ?? '';
  };
  return { credentials, parent, childId, device, capture };
}

/** Waits until the browser has created the account key. Returns its public half in base64. */
async function accountKeyOf(page: Page): Promise<string> {
  await page.goto('/account/key');
  await expect(page.locator('[data-key-open=true]')).toBeVisible();
  const { stored } = JSON.parse(await page.evaluate(async () => (await fetch('/resources/key')).text()));
  return stored.key;
}

async function addSampledDevice(page: Page, pinnedKey: string): Promise<{ childId: string; device: Device }> {
  const url = process.env.WEB_URL ?? '';
  const forms = new PlainBrowser(url, {}, new Map((await page.context().cookies()).map(({ name, value }) => [name, value])));
  const pair = await forms.press(await forms.open('/connect'), 'connect', { name: 'Mia' });
  const [shown] = findAll(pair.root, ({ attributes }) => attributes.class === 'code');
  const about = {
    make: 'Acme',
    model: 'A1',
    modelName: 'Acme One',
    os: 'android',
    osVersion: '16',
    appVersion: '9',
    udid: randomUUID(),
    managementLevel: 'owner',
  };
  const state = newDeviceState({ apiUrl: process.env.API_URL ?? '', nonce: randomUUID(), about });
  const device: Device = { store: memoryStore(state), fetch, now: Date.now, objects: memoryObjects() };
  const outcome = await enrol(device, { by: 'code', code: shown === undefined ? '' : textOf(shown), pinnedKey });
  expect(outcome.kind).toBe('value');
  await step(device, true);
  const childId = device.store.read().policy?.rules.users[0]?.user_id ?? '';
  return { childId, device };
}

export function listSamples(parent: Parent, childId: string) {
  return parent.call(getSampleMeta, { query: {}, body: { request_type: 'get_sample_meta', request_args: { user_id: childId } } });
}

/** Draws the screenshot of a sample again. The device draws the same screen at the same time. */
export async function drawAgain({ parent, childId, device }: SampledPage, sampleId: string) {
  const sample = (await listSamples(parent, childId)).find(({ sample_id }) => sample_id === sampleId);
  const screen = screenAt(seedOf(device.store.read().about.udid), sample?.sample_ts ?? 0, { app: null, isLocked: false, isTablet: false });
  return { screen, ...(await drawScreen(screen, { maxPixels: 1024, quality: 0.8 })) };
}

/** True if the canvas of a picture shows exactly the pixels of a JPEG. */
export async function showsExactly(page: Page, selector: string, jpeg: Uint8Array): Promise<boolean> {
  return page.locator(`${selector} canvas`).evaluate(async (canvas: HTMLCanvasElement, base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    const own = new OffscreenCanvas(bitmap.width, bitmap.height);
    own.getContext('2d')?.drawImage(bitmap, 0, 0);
    const [shown, drawn] = [canvas.getContext('2d'), own.getContext('2d')].map((context) =>
      context?.getImageData(0, 0, bitmap.width, bitmap.height).data.join(),
    );
    return canvas.width === bitmap.width && canvas.height === bitmap.height && shown === drawn;
  }, Buffer.from(jpeg).toString('base64'));
}
