import { getAccount } from '#app/wire/account.ts';
import { getPurchaseInfo } from '#app/wire/billing.ts';
import { listCoupons } from '#app/wire/offers.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { withOwnServers } from './own-servers.ts';
import { asParent, newCredentials, press, signUp } from './parent-page.ts';

const DAY = 24 * 60 * 60_000;

const DANA = { quote: 'It says why.', name: 'Dana', about: 'Mother of two', language: 'en' } as const;
const JAN = { quote: 'Es sagt, warum.', name: 'Jan', about: '', language: 'de' } as const;

const price = (page: Page) => page.locator('[data-price]');
const affiliate = (page: Page) => page.locator('[data-affiliate]');
const trial = (page: Page) => page.locator('[data-trial]');

test.describe('promo pages without JavaScript', () => {
  const servers = withOwnServers();
  // The page of one visitor, closed with its context after the test.
  let page: Page;
  test.beforeEach(async ({ browser }: { browser: Browser }) => {
    page = await servers.newPage(browser);
  });
  test.afterEach(() => page.close());

  test('open for each valid tier and deeper paths, annual by default, without a menu; others lead home (SIGN-037, SIGN-038, SIGN-039, LAND-028)', async () => {
    for (const path of ['/promo/premium', '/promo/premium/monthly', '/promo/premium_plus/annual/deeper', '/promo?tier=premium']) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(page.locator('#menu, .topbar'), path).toHaveCount(0);
    }
    await page.goto('/promo/premium');
    await expect(price(page)).toHaveText('$69.99');
    await expect(trial(page)).toHaveText('14 days free');
    await expect(page.getByText('Then $5.83 per month, billed $69.99 per year.')).toBeVisible();
    await page.getByRole('link', { name: 'Pay monthly: $6.99 per month' }).click();
    await expect(price(page)).toHaveText('$6.99');
    await page.goto('/promo/plus');
    await expect(page.locator('[data-not-sold]')).toBeVisible();
    for (const path of ['/promo', '/promo/', '/promo/foo', '/promo/free', '/promo?tier=foo']) {
      await page.goto(path);
      expect(new URL(page.url()).pathname, path).toBe('/');
    }
  });

  test('show the discount of a coupon of affiliates for its plans only (SIGN-027, SIGN-028, SIGN-029, SIGN-030, SIGN-031, SIGN-041, SIGN-042, SIGN-046)', async () => {
    await page.goto('/promo/premium?coupon=annual25');
    await expect(affiliate(page)).toHaveText('25% off annual plans.');
    await expect(price(page)).toHaveText('Instead of $69.99$52.49');
    await expect(trial(page), 'the trial of the coupon’s group').toHaveText('30 days free');
    await page.goto('/promo/premium/monthly');
    await expect(affiliate(page)).toHaveCount(0);
    await expect(price(page)).toHaveText('$6.99');
    await page.goto('/promo/premium?coupon=ONCE-8XD3WT6H');
    await expect(affiliate(page)).toHaveText('50% off your plan.');
    await expect(price(page)).toHaveText('Instead of $69.99$35.00');
    await page.goto('/promo/premium_plus?coupon=LONGTRIAL');
    await expect(affiliate(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Your offer' })).toHaveText('60 free days when you choose a plan.');
    await expect(trial(page)).toHaveText('60 days free');
    await page.goto('/promo/premium_plus?coupon=bad');
    await expect(page.locator('[data-offer-trouble=coupon]')).toBeVisible();
    await expect(trial(page)).toHaveText('14 days free');
  });

  test('show the partner and testimonials that the operator entered, and none without them (SIGN-040, A178)', async () => {
    await page.goto('/promo/premium?coupon=ANNUAL25');
    await expect(page.locator('blockquote')).toHaveCount(0);
    await servers.setPartner('annual-25', { name: 'Kind Home', testimonials: [DANA, JAN] });
    await page.reload();
    await expect(page.getByText('with Kind Home')).toBeVisible();
    const parents = page.getByRole('region', { name: 'Parents from Kind Home' });
    await expect(parents.locator('blockquote')).toHaveText(['It says why.']);
    await expect(parents.locator('figcaption')).toContainText(['Dana']);
    await page.goto('/promo/premium?lng=de');
    await expect(page.locator('blockquote')).toHaveText(['Es sagt, warum.']);
    await page.goto('/promo/premium?lng=fr');
    await expect(page.locator('li[lang=de] blockquote')).toHaveText(['Es sagt, warum.']);
    await expect(page.locator('blockquote')).toHaveCount(2);
    await page.goto('/promo/premium/monthly');
    await expect(affiliate(page), 'a plan that the coupon is not for').toHaveCount(0);
    await servers.setPartner('annual-25', null);
  });

  test('a sign-up keeps plan, cycle, coupon and what was typed, and leads to the payment of the plan (SIGN-043, SIGN-044)', async () => {
    await page.goto('/promo/premium/annual?coupon=ANNUAL25&gclid=G');
    const { email, password } = newCredentials();
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill('short');
    await press(page, 'signup');
    await expect(page.locator('[name=email]')).toHaveValue(email);
    await expect(price(page)).toContainText('$52.49');
    await page.locator('[name=password]').fill(password);
    await press(page, 'signup');
    await page.waitForURL('**/promo/premium/annual');
    const parent = await asParent({ email, password });
    expect(await parent.call(listCoupons, { query: { query_type: 'account' } })).toMatchObject([{ coupon: 'ANNUAL25' }]);
    expect((await parent.call(getAccount)).group_id).toBe('family-friends');
    await expect(affiliate(page)).toHaveText('25% off annual plans.');
    await expect(price(page)).toHaveText('Instead of $69.99$52.49');
    await expect(trial(page)).toHaveText('30 days free');
    await fillCard('4000 0000 0000 0002');
    await press(page, 'pay');
    await expect(page.locator('[name=number]')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[name=number]'), 'a card is never sent back').toHaveValue('');
    await expect(page.locator('[name=name]')).toHaveValue('Jo Miller');
    await fillCard('4242 4242 4242 4242');
    await press(page, 'pay');
    await page.waitForURL('**/subscription');
    const info = await parent.call(getPurchaseInfo, { query: { query: 'summary' } });
    expect(info).toMatchObject({ sku_id: 'premium_annual', summary: { term: { kind: 'trial' }, percent_off: 25, price_uscent: 5249 } });
    expect(Math.round(((info.summary?.term.at ?? 0) - Date.now()) / DAY), 'the trial that the page promised').toBe(30);
    expect(await parent.call(listCoupons, { query: { query_type: 'redeemed' } })).toMatchObject([{ coupon: 'ANNUAL25' }]);
    await page.goto('/promo/premium_plus');
    await expect(page.locator('[data-has-plan]')).toBeVisible();
    await expect(page.locator('[name=number]')).toHaveCount(0);
  });

  test('a parent sees the own price, and no coupon that is for new accounts (SIGN-043)', async () => {
    await signUp(page);
    await page.goto('/promo/premium_plus/monthly?coupon=LONGTRIAL');
    await expect(page.locator('[data-new-accounts]')).toBeVisible();
    await expect(price(page)).toHaveText('$9.99');
    await expect(trial(page)).toHaveText('14 days free');
    for (const name of ['number', 'expiry', 'cvc', 'name']) await expect(page.locator(`[name=${name}]`)).toBeVisible();
    await page.goto('/promo/plus');
    await expect(page.locator('[data-not-sold]')).toBeVisible();
    await expect(page.locator('[name=number]')).toHaveCount(0);
  });

  const fillCard = async (number: string) => {
    const card = { number, expiry: '12/34', cvc: '123', name: 'Jo Miller' };
    for (const [name, text] of Object.entries(card)) await page.locator(`[name=${name}]`).fill(text);
  };
});
