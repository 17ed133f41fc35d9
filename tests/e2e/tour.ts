import { DEMO_PAGES } from '#app/features/demo/pages.ts';
import { PANELS } from '#app/features/screen-time/panels.ts';
import { expect, type Page, waitForHydration } from './browser.ts';
import { addChildByHand, advance, expectAsked, openMenu, press, signUp } from './parent-page.ts';
import { buyPlan, payWith } from './subscription-pages.ts';

/** Checks the page in its current state, called `name`. A tour runs it for every page and state. */
export type Look = (name: string) => Promise<void>;
export type Tour = (page: Page, look: Look) => Promise<void>;

export const SHOWCASE = DEMO_PAGES.map(({ slug }) => `/demo/${slug}`);

/** Opens an address and waits until it is hydrated and its fonts are loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
  await page.evaluate(() => document.fonts.ready.then(() => null));
}

export const visitor: Tour = async (page, look) => {
  await open(page, '/?view=login');
  await look('log in, with the notice about cookies');
  await page.locator('.cookie-notice form button').click();
  await expect(page.locator('.cookie-notice')).toHaveCount(0);
  await open(page, '/?view=signup');
  await press(page, 'signup');
  await expect(page.locator('[aria-invalid]').first()).toBeVisible();
  await look('sign up, with errors');
  // The offline page leaves as soon as the network is back, so this keeps it open.
  await page.route('**/healthz', (route) => route.fulfill({ status: 503 }));
  await open(page, '/offline');
  await look('/offline');
  await page.unroute('**/healthz');
  for (const path of ['/signup/g1', '/error?ref=1a2b3c4d', '/nothing.txt', '/mailbox', '/verify?token=x&account_id=17', ...RECOVERY]) {
    await open(page, path);
    await look(path);
  }
  await page.locator('.language summary').click();
  await look('languages open');
};

const RECOVERY = [
  '/forgot',
  '/forgot?sent',
  '/reset?email=sara%40example.com&token=x',
  '/undo-email?account_id=17&token=x',
  '/undo-email?done',
];

export const showcase: Tour = async (page, look) => {
  for (const path of ['/demo', '/demo/endpoint', ...SHOWCASE]) {
    await open(page, path);
    await look(path);
  }
  for (const query of ['open=default', 'open=info', 'open=hybrid', 'open=hybrid&over=info', 'open=blocking']) {
    await open(page, `/demo/modals?${query}`);
    await expect(page.locator('dialog').last()).toBeVisible();
    await look(`/demo/modals?${query}`);
  }
  await open(page, '/demo/modals');
  // Shows a message with Undo, one without a time limit and one about a failure.
  for (const index of [1, 3, 5]) await page.locator('main .button-row').last().getByRole('button').nth(index).click();
  await expect(page.locator('.toasts .toast')).toHaveCount(3);
  await look('messages');
};

export const family: Tour = async (page, look) => {
  const visit = async (path: string) => {
    await open(page, path);
    await look(path.replace(/[\w-]{20,}/g, '…'));
  };
  await signUp(page);
  await visit('/connect');
  const agent = await addChildByHand(page, 'Maximiliane-Alexandra von Schönberg', async () => {
    for (const path of ['/connect', '/pair/install', '/pair/confirm', '/pair']) await visit(path);
    await page.locator('.help summary').click();
    await look('pair, other ways');
  });
  await visit('/pair/done');
  await open(page, '/manage');
  await look('manage, allowed');
  await page.locator('.why summary').click();
  await look('manage, why');
  const tap = async (intent: string, answer: 'allowed' | 'paused', status?: 'error') => {
    await press(page, intent);
    await expectAsked(page);
    await look(`manage, ${intent} asked for`);
    await agent.ack(await agent.commands(), answer, status);
    await open(page, '/manage');
    await expect(page.locator('[data-receipt]').first()).toHaveAttribute('data-receipt', status === 'error' ? 'failed' : 'confirmed');
    await look(`manage, ${intent} ${status ?? answer}`);
  };
  await tap('pause-30m', 'paused');
  await press(page, 'resume');
  await expectAsked(page);
  await agent.ack(await agent.commands(), 'allowed');
  await open(page, '/manage');
  await tap('block-30m', 'allowed', 'error');
  for (const [index, menu] of (await page.locator('.choices-menu summary').all()).entries()) {
    await menu.click();
    await look(`manage, menu ${index + 1} open`);
    await page.keyboard.press('Escape');
  }
  await page.locator('.windows a[href*="edit="]').first().click();
  // The dialog loads its script on demand.
  await expect(page.locator('dialog')).toBeVisible();
  await look('manage, a window edited');
  await page.keyboard.press('Escape');
  await lookAtMenu(page, look);
  const { pathname } = new URL(page.url());
  for (const panel of PANELS.filter((one) => one !== 'schedule')) await visit(pathname.replace(/[^/]*$/, panel));
  await visit('/notifications');
  await visit((await page.locator('.notification-link').first().getAttribute('href')) ?? '');
  await visit('/my-family');
  for (const kind of ['device', 'child']) {
    await open(page, '/my-family');
    const path = (await page.locator(`a[href*="/my-family?${kind}="]`).first().getAttribute('href')) ?? '';
    await visit(path);
    await visit(`${path}&confirm=remove`);
  }
  await visit('/gallery');
  await expect(page.getByTestId('locked')).toBeVisible();
  await visit(`${new URL(page.url()).pathname}/settings`);
  for (const path of ['/account', '/account/email']) await visit(path);
  for (const path of ['/subscription/pay?tier=premium&cycle=annual', '/subscription/card', '/subscription/return']) await visit(path);
  for (const path of ['/subscription?chooseSubType=trial', '/subscription', '/connect', '/verify', '/logout?ask', '/demo/forms', '/error'])
    await visit(path);
};

/** The promo pages, and the plan's page with its dialogs: free, paid, scheduled, canceled and past due. */
export const plans: Tour = async (page, look) => {
  const visit = async (name: string, path: string) => {
    await open(page, path);
    await look(name);
  };
  await visit('promo', '/promo/premium/annual?coupon=ANNUAL25');
  await visit('promo of a plan that is not sold', '/promo/plus/monthly');
  // Without the visit’s offer, a sign-up leads to the first child.
  await page.context().clearCookies();
  const { email } = await signUp(page);
  await visit('promo, logged in', '/promo/premium_plus/monthly');
  await visit('free', '/subscription');
  await visit('buy', '/subscription/buy?tier=premium_plus');
  await open(page, '/subscription/pay?tier=premium_plus&cycle=monthly&trial=no');
  await payWith(page, 'tok_insufficient_funds');
  await expect(page.locator('#card-number-error')).toBeVisible();
  await look('card declined');
  await buyPlan(page, { tier: 'premium_plus', cycle: 'monthly', trial: 'no' });
  await visit('paid', '/subscription');
  await visit('upgrade', '/subscription/change?sku=premium_plus_annual');
  await visit('downgrade', '/subscription/change?sku=premium_monthly');
  await press(page, 'change');
  await page.waitForURL('**/subscription');
  await visit('change scheduled', '/subscription');
  await visit('cancel', '/subscription/cancel');
  await press(page, 'cancel');
  await page.waitForURL('**/subscription');
  await visit('canceled', '/subscription');
  await page.getByTestId('plan').locator('button[value=resume]').click();
  await expect(page.getByTestId('plan').locator('button[value=withdraw]')).toBeVisible();
  await open(page, '/subscription/card');
  await payWith(page, 'tok_3ds', 'card');
  await page.waitForURL('**/subscription');
  await advance(email, 33);
  await visit('past due, to be confirmed', '/subscription');
  await visit('change card, past due', '/subscription/card');
};

async function lookAtMenu(page: Page, look: Look): Promise<void> {
  if (await page.locator('#menu').isVisible()) {
    // In the widest windows the menu is already open.
    const show = page.locator('button[name=menu][value=open]:visible');
    if (await show.isVisible()) await show.click();
    await expect(page.locator('.frame')).toHaveAttribute('data-menu', 'open');
  } else {
    await openMenu(page);
    // Shortly after the menu opens, the rest of the page becomes inert.
    await expect(page.locator('.page[inert]')).toHaveCount(1);
  }
  await look('menu open');
}
