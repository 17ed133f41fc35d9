import { listPaymentSources } from '#app/wire/billing.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { asParent, press, signUp } from './parent-page.ts';
import { buyByApi, CARDS, failRenewal, infoOf, payOnStripesPage, sessionIn, withStripe } from './stripe-journeys.ts';

test.describe('Stripe’s own page, without JavaScript', () => {
  // One account of the fake is behind all tests, so each looks at its own customer only.
  test.describe.configure({ mode: 'serial' });
  const servers = withStripe();
  let page: Page;
  test.beforeEach(async ({ browser }: { browser: Browser }) => {
    page = await servers.newPage(browser);
  });
  test.afterEach(() => page.close());

  /** Opens the payment step and leads to Stripe’s page. Returns the address to which it leads back. */
  const openStripesPage = async (path: string): Promise<string> => {
    await page.goto(path);
    await press(page, 'hosted');
    await page.waitForURL(`${servers.stripe().origin}/c/pay/**`);
    const { sessions } = await servers.stripe().state();
    return sessions.find(({ id }) => id === sessionIn(page))?.success_url ?? '';
  };
  const chargesOf = async (email: string) => {
    const { customers, charges } = await servers.stripe().state();
    const own = customers.find((customer) => customer.email === email)?.id;
    return charges.filter(({ customer }) => customer === own).map(({ amount }) => amount);
  };

  test('buys a plan, and a second return or the webhooks after it change nothing', async () => {
    const credentials = await signUp(page);
    const back = await openStripesPage('/subscription/pay?sku=premium_monthly&trial=no');
    await expect(page.getByText('Total: $6.99')).toBeVisible();
    await payOnStripesPage(page, CARDS.visa);
    await page.waitForURL(`${servers.webUrl()}/subscription`);
    await expect(page.getByRole('main')).toContainText('Premium');
    expect((await infoOf(credentials)).sku_id).toBe('premium_monthly');
    await page.goto(back);
    await page.waitForURL('**/subscription');
    const { statuses } = await servers.stripe().flush();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await infoOf(credentials)).sku_id).toBe('premium_monthly');
    expect(await chargesOf(credentials.email)).toEqual([699]);
  });

  test('shows a decline, then asks the bank, and buys when the parent confirms', async () => {
    const credentials = await signUp(page);
    await openStripesPage('/subscription/pay?sku=premium_annual&trial=no');
    await payOnStripesPage(page, CARDS.declined);
    await expect(page.getByRole('alert')).toContainText('declined');
    await payOnStripesPage(page, CARDS.challenge);
    await page.getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect((await infoOf(credentials)).sku_id).toBe('free');
    await payOnStripesPage(page, CARDS.challenge);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/subscription');
    expect((await infoOf(credentials)).sku_id).toBe('premium_annual');
    expect(await chargesOf(credentials.email)).toEqual([6999]);
  });

  test('says that nothing was paid after a return without payment, and gives another family nothing', async ({ browser }) => {
    const credentials = await signUp(page);
    const back = await openStripesPage('/subscription/pay?sku=premium_monthly&trial=no');
    const session = sessionIn(page);
    await page.goto(back);
    await expect(page.locator('[data-payment=open]')).toBeVisible();
    expect((await infoOf(credentials)).sku_id).toBe('free');
    const other = await servers.newPage(browser);
    const stranger = await signUp(other);
    await servers.stripe().pay({ session, number: '4242424242424242' });
    await other.goto(back);
    await other.waitForURL('**/subscription');
    expect((await infoOf(stranger)).sku_id).toBe('free');
    await other.close();
    await page.goto(back);
    await page.waitForURL('**/subscription');
    expect((await infoOf(credentials)).sku_id).toBe('premium_monthly');
  });

  test('has the plan from the webhook when the parent never returns, and the late return is harmless', async () => {
    const credentials = await signUp(page);
    const back = await openStripesPage('/subscription/pay?sku=premium_plus_monthly');
    await servers.stripe().pay({ session: sessionIn(page), number: '4242424242424242' });
    const { statuses } = await servers.stripe().flush();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await infoOf(credentials)).toMatchObject({ sku_id: 'premium_plus_monthly', summary: { term: { kind: 'trial' } } });
    await page.goto(back);
    await page.waitForURL('**/subscription');
    expect(await chargesOf(credentials.email)).toEqual([]);
  });

  test('replaces the card on Stripe’s page', async () => {
    const credentials = await signUp(page);
    await buyByApi(credentials, 'premium_monthly');
    await openStripesPage('/subscription/card');
    await payOnStripesPage(page, CARDS.mastercard);
    await page.waitForURL('**/subscription');
    const cards = await (await asParent(credentials)).call(listPaymentSources);
    expect(cards.map(({ brand, last4, is_default }) => [brand, last4, is_default])).toContainEqual(['mastercard', '4444', true]);
    expect(await chargesOf(credentials.email)).toEqual([699]);
  });

  test('pays what is past due with another card, or after the bank’s question on Stripe’s page', async () => {
    const credentials = await signUp(page);
    await buyByApi(credentials, 'premium_monthly');
    await failRenewal(servers.stripe(), credentials);
    await openStripesPage('/subscription/card');
    await payOnStripesPage(page, CARDS.challenge);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/subscription');
    await expect(page.locator('.toast').first()).toContainText('Your bank wants you to confirm the payment of $6.99.');
    await page.getByRole('link', { name: 'Confirm with your bank' }).click();
    await page.getByRole('link', { name: 'Continue to Stripe' }).click();
    await page.getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.goto('/subscription/confirm');
    await page.getByRole('link', { name: 'Check now' }).click();
    await expect(page.locator('[data-payment=declined]')).toContainText('The payment wasn’t confirmed.Nothing was charged.');
    await openStripesPage('/subscription/card');
    await payOnStripesPage(page, CARDS.visa);
    await page.waitForURL('**/subscription');
    await expect(page.locator('.toast').first()).toContainText('Your card was replaced and $6.99 was paid.');
    expect(await chargesOf(credentials.email)).toEqual([699, 699]);
  });
});
