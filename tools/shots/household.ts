import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import type { Device } from '#device/call.ts';
import { step as deviceStep } from '#device/device.ts';
import { createLargeFamily } from '#device/large-family.ts';
import type { OwnProduct } from '../own-product.ts';
import { pairDevice } from '../pair-device.ts';

export const PASSWORD = 'a calm evening';
/** A zone where it is now between 15:00 and 16:00, so that Bedtime does not apply in screenshots. */
export const TIME_ZONE = Intl.supportedValuesOf('timeZone').find((zone) => hourIn(zone) === 15) ?? 'UTC';

function hourIn(timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(Date.now()));
}

/** Opens a parent’s browser without JavaScript: each step loads a whole page, so no screenshot shows an intermediate state. */
export async function openParent(browser: Browser, product: OwnProduct): Promise<{ page: Page; email: string }> {
  const email = `shots-${randomBytes(4).toString('hex')}@porchlight.example`;
  const page = await (await browser.newContext({ baseURL: product.webUrl, locale: 'en', javaScriptEnabled: false })).newPage();
  await page.goto('/?view=signup');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', PASSWORD);
  await page.click('button[value=signup]');
  await page.waitForURL('**/connect');
  // Closes the cookie notice, because only the visitors’ screenshots show it.
  await page.locator('.cookie-notice button').click();
  return { page, email };
}

/** Adds a child and a device that has reported once. Calls `onPairing` while the code is shown. */
export async function addDevice(page: Page, product: OwnProduct, name: string, onPairing = async () => {}): Promise<Device> {
  await page.goto('/connect');
  const newChild = page.locator('input[name=child][value=new]');
  if ((await newChild.getAttribute('type')) === 'radio') await newChild.check({ force: true });
  await page.fill('[name=name]', name);
  await page.fill('[name=time_zone]', TIME_ZONE);
  await page.click('button[value=connect]');
  await page.waitForURL('**/pair');
  const code = (await page.locator('.code').textContent()) ?? '';
  await onPairing();
  const device = await pairDevice(product.apiUrl, code, { modelName: `${name}’s phone` });
  await deviceStep(device, true);
  return device;
}

/** Opens a family with the maximum number of children and devices of a plan. */
export async function openDemoFamily(browser: Browser, product: OwnProduct): Promise<Page> {
  const { page, email } = await openParent(browser, product);
  await (await product.webEnv()).INTERNAL.grant(email, 'premium_annual');
  const pair = async (code: string): Promise<string> => {
    const device = await pairDevice(product.apiUrl, code);
    await deviceStep(device, true);
    const { enrolment } = device.store.read();
    if (enrolment.kind !== 'enrolled') throw new Error(`A device of the demo household is ${enrolment.kind}`);
    return enrolment.deviceId;
  };
  await createLargeFamily({ apiUrl: product.apiUrl, email, password: PASSWORD, timeZone: TIME_ZONE, pair });
  return page;
}
