import { listPaymentSources, previewPlanChange } from '#app/wire/billing.ts';
import { serveStripeInBrowser } from '../fakes/stripe/browser.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { asParent, logIn, newCredentials, press, signUp } from './parent-page.ts';
import { buyByApi, CARDS, failRenewal, infoOf, payOnStripesPage, withStripe } from './stripe-journeys.ts';

const isStripes = (url: string) => /^https:\/\/(js|api)\.stripe\.com\//.test(url);

test.describe('Stripe’s form on our page', () => {
  // One start of the servers serves all tests. Each has its own account.
  test.describe.configure({ mode: 'serial' });
  const servers = withStripe();
  let page: Page;
  let requested: Array<string>;
  let refused: Array<string>;
  test.beforeEach(async ({ browser }: { browser: Browser }) => {
    page = await servers.newPage(browser);
    requested = await serveStripeInBrowser(page.context(), servers.stripe());
    refused = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
  });
  test.afterEach(async () => {
    expect(refused).toEqual([]);
    await page.close();
  });

  const card = () => page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number');
  const bank = () => page.frameLocator('iframe[title="Bank confirmation"]');
  const policyOf = async (path: string) => (await page.goto(path))?.headers()['content-security-policy'] ?? '';

  test('loads Stripe’s script on the payment step only, shows a decline, asks the bank, and buys', async () => {
    const credentials = await signUp(page);
    expect(await policyOf('/subscription')).not.toContain('stripe.com');
    expect(requested).toEqual([]);
    expect(await policyOf('/subscription/pay?sku=premium_annual&trial=no')).toContain("frame-src 'self' https://js.stripe.com");
    await card().fill(CARDS.declined);
    await page.getByRole('button', { name: 'Pay $69.99' }).click();
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    expect((await infoOf(credentials)).sku_id).toBe('free');
    await card().fill(CARDS.challenge);
    await page.getByRole('button', { name: 'Pay $69.99' }).click();
    await bank().getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/subscription');
    expect((await infoOf(credentials)).sku_id).toBe('premium_annual');
    expect(requested.filter((url) => url.includes('stripe.js'))).toHaveLength(1);
    expect(requested.every(isStripes)).toBe(true);
  });

  test('opens the payment step as a separate document after a login, because the login page has another policy', async () => {
    const credentials = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/subscription/pay?sku=premium_monthly');
    await page.waitForURL('**/?view=login');
    await logIn(page, credentials);
    await expect(card()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/subscription/pay');
  });

  test('leads to Stripe’s own page if its script can’t be loaded', async () => {
    const credentials = await signUp(page);
    await page.context().unroute('https://js.stripe.com/**');
    await page.context().route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto('/subscription/pay?sku=premium_monthly&trial=no');
    await expect(page.getByText('The payment form didn’t open.')).toBeVisible();
    await press(page, 'hosted');
    await page.waitForURL(`${servers.stripe().origin}/c/pay/**`);
    await payOnStripesPage(page, CARDS.visa);
    await page.waitForURL('**/subscription');
    expect((await infoOf(credentials)).sku_id).toBe('premium_monthly');
  });

  test('takes a visitor of a promo page from the sign-up to the payment on the same page (SIGN-044)', async () => {
    await page.goto('/promo/premium/annual?coupon=ANNUAL25');
    const credentials = newCredentials();
    await page.locator('[name=email]').fill(credentials.email);
    await page.locator('[name=password]').fill(credentials.password);
    await press(page, 'signup');
    await card().fill(CARDS.mastercard);
    await page.getByRole('button', { name: 'Start 30 days free' }).click();
    await page.waitForURL('**/subscription');
    const trial = { term: { kind: 'trial' }, percent_off: 25, price_uscent: 5249 };
    expect(await infoOf(credentials)).toMatchObject({ sku_id: 'premium_annual', summary: trial });
  });

  test('replaces the card in the form', async () => {
    const credentials = await signUp(page);
    await buyByApi(credentials, 'premium_monthly');
    await page.goto('/subscription/card');
    await card().fill(CARDS.mastercard);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/subscription');
    const cards = await (await asParent(credentials)).call(listPaymentSources);
    expect(cards.map(({ last4, is_default }) => [last4, is_default])).toContainEqual(['4444', true]);
  });

  test('asks the bank about a payment that is past due, with the card that was declined', async () => {
    const credentials = await signUp(page);
    await buyByApi(credentials, 'premium_monthly');
    await failRenewal(servers.stripe(), credentials);
    await page.goto('/subscription/card');
    await card().fill(CARDS.challenge);
    await page.getByRole('button', { name: 'Save' }).click();
    await bank().getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/subscription');
    await page.getByRole('link', { name: 'Confirm with your bank' }).click();
    for (const outcome of ['Fail', 'Complete']) {
      await page.getByRole('button', { name: 'Confirm with your bank' }).click();
      await bank().getByRole('button', { name: outcome }).click();
      if (outcome === 'Fail') await expect(page.getByRole('alert')).toContainText('unable to authenticate');
    }
    await page.waitForURL('**/subscription');
    await expect(page.locator('.toast').first()).toContainText('$6.99 was paid. You have Premium.');
    expect((await infoOf(credentials)).summary?.term.kind).toBe('paid');
  });

  test('asks the bank about an upgrade: a failure keeps the plan, a confirmation completes it', async () => {
    const credentials = await signUp(page);
    await buyByApi(credentials, 'premium_monthly');
    const { customers } = await servers.stripe().state();
    const customer = customers.find(({ email }) => email === credentials.email)?.id ?? '';
    await servers.stripe().actLike(customer, CARDS.challenge.replaceAll(' ', ''));
    const parent = await asParent(credentials);
    const { proration_ts, amount_due_uscent } = await parent.call(previewPlanChange, { query: { sku: 'premium_plus_monthly' } });
    await parent.raw('PUT', '/plan_change', { sku: 'premium_plus_monthly', proration_ts, amount_due_uscent });
    await page.goto('/subscription');
    await page.getByRole('link', { name: 'Confirm with your bank' }).click();
    await page.waitForURL('**/subscription/confirm');
    await page.getByRole('button', { name: 'Confirm with your bank' }).click();
    await bank().getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('alert')).toContainText('unable to authenticate');
    expect((await infoOf(credentials)).sku_id).toBe('premium_monthly');
    await page.getByRole('button', { name: 'Confirm with your bank' }).click();
    await bank().getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/subscription');
    expect((await infoOf(credentials)).sku_id).toBe('premium_plus_monthly');
  });
});
