import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Device } from '../device/call.ts';
import { step as deviceStep } from '../device/device.ts';
import { CHROMIUM_ARGS, requireChromium } from './chromium.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { pairDevice } from './pair-device.ts';
import { ROOT } from './places.ts';
import { run } from './progress.ts';

const FOLDER = join(ROOT, 'shots');
const EMAIL = 'shots@porchlight.example';
const PASSWORD = 'a calm evening';

type Look = { width: number; colorScheme: 'light' | 'dark'; locale: string };

const LOOKS: Array<Look> = [
  ...[375, 768, 1280, 1880].flatMap(
    (width): Array<Look> => [
      { width, colorScheme: 'light', locale: 'en' },
      { width, colorScheme: 'dark', locale: 'en' },
    ],
  ),
  ...['de', 'zh-tw'].flatMap(
    (locale): Array<Look> => [
      { width: 375, colorScheme: 'light', locale },
      { width: 1280, colorScheme: 'dark', locale },
    ],
  ),
];

const PUBLIC = { login: '/?view=login', signup: '/?view=signup', error: '/error?ref=1a2b3c4d' };
const SIGNED_IN = { family: '/my-family', connect: '/connect', subscription: '/subscription', verify: '/verify', mailbox: '/mailbox' };

// Pictures of every page in its states, for people to look at: design says what does not look right is not done.
await run(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const product = await startOwnProduct();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  try {
    const names = await takeAll(browser, product);
    writeFileSync(join(FOLDER, 'index.html'), toIndex(names));
    console.log(`${names.length} pictures: open ${join(FOLDER, 'index.html')}`);
  } finally {
    await browser.close();
    await product.close();
  }
});

async function takeAll(browser: Browser, product: OwnProduct): Promise<Array<string>> {
  const names: Array<string> = [];
  const page = await (await browser.newContext({ baseURL: product.webUrl })).newPage();
  const shoot = async (state: string, path: string): Promise<void> => {
    for (const look of LOOKS) names.push(await take(browser, product, page, state, path, look));
  };
  for (const [state, path] of Object.entries(PUBLIC)) await shoot(state, path);
  await page.goto('/?view=signup');
  await page.fill('[name=email]', EMAIL);
  await page.fill('[name=password]', PASSWORD);
  await page.click('button[value=signup]');
  await page.waitForURL('**/connect');
  await shoot('connect-first', '/connect');
  await (await product.webEnv()).INTERNAL.grant(EMAIL, 'premium_annual');
  const phone = await addDevice(page, product, 'Mia', () => shoot('pair', '/pair'));
  await shoot('paired', '/pair/done');
  await page.goto('/manage');
  await page.waitForURL('**/schedule');
  const { pathname } = new URL(page.url());
  await shoot('manage-allowed', pathname);
  await page.click('button[value=block-30m]');
  await page.waitForSelector('.now:not([data-sending]) [data-receipt=asked]');
  await shoot('manage-asked', pathname);
  await deviceStep(phone, true);
  await shoot('manage-blocked', pathname);
  phone.store.update((state) => ({ ...state, mode: 'failing' }));
  await page.reload();
  await page.click('button[value=allow-30m]');
  await page.waitForSelector('.now:not([data-sending]) [data-receipt=asked]');
  await deviceStep(phone, true);
  await shoot('manage-failed', pathname);
  await addDevice(page, product, 'Ben', async () => {});
  for (const [state, path] of Object.entries(SIGNED_IN)) await shoot(state, path);
  return names;
}

async function addDevice(page: Page, product: OwnProduct, name: string, onPairing: () => Promise<void>): Promise<Device> {
  await page.goto('/connect');
  const newChild = page.locator('input[name=child][value=new]');
  if ((await newChild.getAttribute('type').catch(() => null)) === 'radio') await newChild.check({ force: true });
  await page.fill('[name=name]', name);
  await page.click('button[value=connect]');
  await page.waitForURL('**/pair');
  const code = (await page.locator('.code').textContent()) ?? '';
  await onPairing();
  const device = await pairDevice(product.apiUrl, code);
  await deviceStep(device, true);
  return device;
}

/** One picture, in a browser that is signed in as `page` is. */
async function take(browser: Browser, product: OwnProduct, page: Page, state: string, path: string, look: Look): Promise<string> {
  const context = await browser.newContext({
    baseURL: product.webUrl,
    viewport: { width: look.width, height: look.width < 768 ? 812 : 900 },
    colorScheme: look.colorScheme,
    locale: look.locale,
    storageState: await page.context().storageState(),
  });
  await context.clearCookies({ name: 'lng' });
  const own = await context.newPage();
  await own.goto(path);
  const name = `${state}-${look.width}-${look.colorScheme}-${look.locale}.png`;
  await own.screenshot({ path: join(FOLDER, name), fullPage: true });
  await context.close();
  return name;
}

function toIndex(names: Array<string>): string {
  const figures = names.map(
    (name) => `<figure><a href="${name}"><img src="${name}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    'body{font:14px sans-serif}main{display:flex;flex-wrap:wrap;gap:16px}img{height:320px;border:1px solid #999}figure{margin:0}';
  return `<!doctype html><meta charset="utf-8"><title>Porchlight, every page</title><style>${style}</style><main>${figures.join('')}</main>`;
}
