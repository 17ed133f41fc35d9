import type { Browser, Page } from '@playwright/test';
import { step as deviceStep } from '#device/device.ts';
import { setManagement } from '#device/transitions.ts';
import type { OwnProduct } from '../own-product.ts';
import type { Camera } from './camera.ts';
import { addDevice, openDemoFamily, openParent } from './household.ts';
import { showLocator } from './locator.ts';
import { showScreenTime } from './screen-time.ts';

const SHOWCASE = ['bottom-sheet', 'buttons', 'colors', 'devices', 'forms', 'modals', 'carousel', 'sizing', 'typography'];
const SIGNED_IN = {
  family: '/my-family',
  connect: '/connect',
  subscription: '/subscription',
  account: '/account',
  verify: '/verify',
  mailbox: '/mailbox',
};

/** Takes screenshots of the pages in their states: for visitors, a typical family, and a family at the maximum of its plan. */
export async function tellStory(browser: Browser, product: OwnProduct, camera: Camera): Promise<void> {
  await showToVisitors(camera);
  await showEvening(browser, product, camera);
  await showScreenTime(browser, product, camera);
  await showLocator(browser, product, camera);
  await showFullHouse(browser, product, camera);
}

async function showToVisitors({ shoot }: Camera): Promise<void> {
  await shoot('landing-login', '/?view=login');
  await shoot('landing-signup', '/?view=signup');
  await shoot('landing-plain', '/?view=signup', { without: 'script' });
  await shoot('landing-wrong', '/?view=login', {
    arrange: async (page) => {
      await page.fill('[name=email]', 'sara@porchlight.example');
      await page.fill('[name=password]', 'not this one');
      await page.click('button[value=login]');
      await page.waitForSelector('[role=alert]');
    },
  });
  await shoot('error', '/error?ref=1a2b3c4d');
  await shoot('not-found', '/no-such-page.html');
  await shoot('offline', '/offline', { without: 'script' });
  await shoot('demo-endpoint', '/demo/endpoint');
  await shoot('demo', '/demo');
  for (const name of SHOWCASE) await shoot(`demo-${name}`, `/demo/${name}`);
  for (const kind of ['default', 'info', 'hybrid']) await shoot(`demo-modal-${kind}`, `/demo/modals?open=${kind}`, { isWhole: false });
}

async function showEvening(browser: Browser, product: OwnProduct, { shoot }: Camera): Promise<void> {
  const { page, email } = await openParent(browser, product);
  const as = page;
  await shoot('empty-connect', '/connect', { as });
  await shoot('empty-family', '/my-family', { as });
  await (await product.webEnv()).INTERNAL.grant(email, 'premium_annual');
  await shoot('empty-connect-wrong', '/connect', { as, arrange: sendEmptyConnect });
  const phone = await addDevice(page, product, 'Mia', async () => {
    await shoot('pair', '/pair', { as });
    await shoot('pair-help', '/pair', { as, arrange: (shown) => shown.locator('.help summary').click() });
    for (const step of ['confirm', 'install']) await shoot(`pair-${step}`, `/pair/${step}`, { as });
  });
  await shoot('paired', '/pair/done', { as });
  await page.goto('/manage');
  const { pathname } = new URL(page.url());
  const tap = async (intent: string) => {
    await page.goto(pathname);
    const button = page.locator(`button[name=intent][value="${intent}"]`).first();
    await button.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
    await button.click();
  };
  await shoot('manage-allowed', pathname, { as });
  await tap('block-30m');
  await shoot('manage-asked', pathname, { as });
  await deviceStep(phone, true);
  await shoot('manage-blocked', pathname, { as });
  await shoot('manage-why', pathname, { as, isWhole: false, arrange: openWhy });
  await shoot('menu', pathname, { as, isWhole: false, arrange: openMenu });
  phone.store.update((state) => ({ ...state, mode: 'failing' }));
  await tap('allow-30m');
  await deviceStep(phone, true);
  await shoot('manage-failed', pathname, { as });
  phone.store.update((state) => ({ ...state, mode: 'prompt' }));
  await tap('schedule-on');
  await tap('pause-30m');
  await deviceStep(phone, true);
  await shoot('manage-paused', pathname, { as });
  const tablet = await addDevice(page, product, 'Leo');
  tablet.store.update((state) => setManagement(state, true, Date.now()));
  await deviceStep(tablet, true);
  await page.goto('/manage');
  await shoot('manage-unmanaged', new URL(page.url()).pathname, { as });
  for (const [state, path] of Object.entries(SIGNED_IN)) await shoot(state, path, { as });
  await page.goto('/my-family');
  await showClosely(page, { shoot }, as);
}

/** Takes screenshots of one device’s page, one child’s page and their removal dialogs. */
async function showClosely(page: Page, { shoot }: Pick<Camera, 'shoot'>, as: Page): Promise<void> {
  for (const kind of ['device', 'child']) {
    const path = await page.locator(`a[href*="/my-family?${kind}="]`).first().getAttribute('href');
    if (path === null) throw new Error(`/my-family has no link to a ${kind}`);
    await shoot(`${kind}-details`, path, { as });
    await shoot(`${kind}-remove`, `${path}&confirm=remove`, { as });
  }
}

async function showFullHouse(browser: Browser, product: OwnProduct, { shoot }: Camera): Promise<void> {
  const as = await openDemoFamily(browser, product);
  await shoot('full-manage', '/manage', { as });
  await shoot('full-family', '/my-family', { as });
  await shoot('full-connect', '/connect', { as });
}

async function sendEmptyConnect(page: Page): Promise<void> {
  await page.locator('[name=name]').fill('');
  await page.locator('button[value=connect]').click();
  await page.waitForSelector('[aria-invalid=true]');
}

async function openWhy(page: Page): Promise<void> {
  await page.locator('.why summary').first().click();
}

/** Opens the menu, which slides in on phones and expands on wide screens. */
async function openMenu(page: Page): Promise<void> {
  const opener = page.locator('.topbar [popovertarget=menu]');
  await ((await opener.isVisible()) ? opener : page.locator('.menu-fold')).click();
  await page.waitForTimeout(400);
}
