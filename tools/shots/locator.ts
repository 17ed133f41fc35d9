import type { Browser, Page } from '@playwright/test';
import { fillLocator } from '#device/located-family.ts';
import { openAccount } from '#device/parent.ts';
import type { OwnProduct } from '../own-product.ts';
import { pairDevice } from '../pair-device.ts';
import type { Camera } from './camera.ts';
import { addDevice, openParent, PASSWORD, TIME_ZONE } from './household.ts';

type Shoot = Camera['shoot'];

/** Takes screenshots of the locator: everyone, one child, a day and a place, with and without script, and without location in the plan. */
export async function showLocator(browser: Browser, product: OwnProduct, camera: Camera): Promise<void> {
  const { page, email } = await openParent(browser, product);
  const shoot: Shoot = (state, path, options) =>
    camera.shoot(state, path, { as: page, arrange: options?.without === 'script' ? waitForPicture : waitForMap, ...options });
  const phone = await addDevice(page, product, 'Mia');
  await shoot('locator-locked', '/locator?all', { arrange: async () => {} });
  await (await product.webEnv()).INTERNAL.grant(email, 'premium_annual');
  const devices = [phone, await addDevice(page, product, 'Ben'), await addDevice(page, product, 'Leo')] as const;
  const { parent } = await openAccount({ apiUrl: product.apiUrl, email, password: PASSWORD, timeZone: TIME_ZONE });
  await shoot('locator-empty', '/locator?all');
  const { mia, ben, school } = await fillLocator(parent, (code, model) => pairDevice(product.apiUrl, code, model), TIME_ZONE, devices);
  await shoot('locator', '/locator?all', { isWhole: false });
  await shoot('locator-plain', '/locator?all', { isWhole: false, without: 'script' });
  await shoot('locator-list', '/locator?all#list', { isWhole: false, without: 'script' });
  await shoot('locator-child-quiet', `/locator/${mia}`);
  await page.goto(`/locator/${ben}`);
  await page.locator('button[value=locate]').first().click();
  await shoot('locator-child', `/locator/${ben}`);
  await shoot('locator-child-plain', `/locator/${ben}`, { without: 'script' });
  await shoot('locator-history', `/locator/${mia}/history?at=889`);
  await shoot('locator-history-plain', `/locator/${mia}/history`, { without: 'script' });
  await shoot('place-edit', `/locator/places/${school}`);
  await shoot('place-edit-plain', `/locator/places/${school}`, { without: 'script' });
  await shoot('place-new', '/locator/places/new');
}

/** Waits until the map has drawn its first view. */
async function waitForMap(page: Page): Promise<void> {
  await page.waitForSelector('.loc-map[data-map=live]');
}

async function waitForPicture(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>('.loc-plane img')].every(({ complete }) => complete));
}
