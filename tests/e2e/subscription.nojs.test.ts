import { getPurchaseInfo, listPaymentSources } from '#app/wire/billing.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, advance, asParent, type Credentials, grant, press, signUp, signUpByHand } from './parent-page.ts';
import { cancelsWhatIsDue, confirmsWhatIsDue, paysWhatIsDue } from './past-due-journeys.ts';
import { buyPlan, payWith, plan, realLookingNumber } from './subscription-pages.ts';

/** The entries of the feature list as the specification names them (2.19.1). */
const FEATURES: Record<string, string> = {
  'SUBS-067': 'app alerts',
  'SUBS-068': 'app organizer',
  'SUBS-069': 'blocks and grants',
  'SUBS-070': 'block sites',
  'SUBS-071': 'block text',
  'SUBS-072': 'devices',
  'SUBS-073': 'gallery',
  'SUBS-074': 'iOS restrictions',
  'SUBS-075': 'on-demand',
  'SUBS-076': 'periodic views',
  'SUBS-077': 'schedules',
  'SUBS-078': 'allowance',
  'SUBS-079': 'app rules',
  'SUBS-080': 'locator',
  'SUBS-081': 'places',
  'SUBS-082': 'web filter',
};

/** The groups of the feature list (2.19.2). */
const GROUPS = {
  'SUBS-083': 'Screentime management',
  'SUBS-084': 'Monitor activity',
  'SUBS-085': 'Family locator',
  'SUBS-086': 'Supervision',
};

const card = (page: Page, tier: string) => page.locator(`[data-plan=${tier}]`);
const dialog = (page: Page) => page.locator('dialog');

async function summaryOf(credentials: Credentials) {
  return (await asParent(credentials)).call(getPurchaseInfo, { query: { query: 'summary' } });
}

test.describe('the subscription without JavaScript', () => {
  test('shows the plan and both offers, and clears the query of a link (SUBS-048, SUBS-056, SUBS-087)', async ({ page }) => {
    await signUp(page, '/subscription');
    await expect(plan(page).locator('h1')).toContainText('You’re on Free.');
    // Two cards, Premium+ first and marked (SUBS-060, SUBS-061, SUBS-062, SUBS-063).
    await expect(page.locator('[data-plan]')).toHaveCount(2);
    expect(await page.locator('[data-plan]').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-plan')))).toEqual([
      'premium_plus',
      'premium',
    ]);
    await expect(card(page, 'premium_plus')).toContainText('Most popular');
    await expect(card(page, 'premium')).not.toContainText('Most popular');
    await expect(page.getByRole('heading', { name: 'Try more, 14 days free' })).toBeVisible();
    await expect(card(page, 'premium').locator('.price:visible')).toContainText(/\$5\.83\s*per month\s*billed \$69\.99 a year/);
    // The cycle switch (SUBS-097).
    await page.getByLabel('Monthly').check();
    await expect(card(page, 'premium').locator('.price:visible')).toContainText(/\$6\.99\s*per month/);

    // The feature list (SUBS-064).
    await card(page, 'premium_plus').locator('summary').click();
    for (const [row, feature] of Object.entries(FEATURES))
      await expect(card(page, 'premium_plus').locator('.feature-groups'), row).toContainText(new RegExp(feature, 'i'));
    await card(page, 'premium').locator('summary').click();
    const groups = Object.values(GROUPS);
    await expect(card(page, 'premium_plus').locator('h4')).toHaveText(groups);
    await expect(card(page, 'premium').locator('h4')).toHaveText(groups.filter((group) => group !== GROUPS['SUBS-084']));

    const views: Array<[choice: string, title: string | null, row: string]> = [
      ['options', null, 'SUBS-049'],
      ['nonsense', null, 'SUBS-054'],
      ['prem_plus', 'Get Premium+', 'SUBS-050'],
      ['prem_plus_trial', 'Premium+, 14 days free', 'SUBS-051'],
      ['trial', 'Premium+, 14 days free', 'SUBS-052'],
      ['upgrade', 'Get Premium', 'SUBS-053'],
    ];
    for (const [choice, title, row] of views) {
      await page.goto(`/subscription?chooseSubType=${choice}`);
      expect(new URL(page.url()).pathname + new URL(page.url()).search, row).toBe('/subscription');
      if (title === null) await expect(dialog(page), row).toHaveCount(0);
      else await expect(dialog(page).locator('h2'), row).toHaveText(title);
    }
    await page.reload();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('returns to the page that asked for the plan, after a close and after a purchase (SUBS-055)', async ({ page }) => {
    await signUp(page, '/account');
    const ask = () => page.goto('/subscription?chooseSubType=prem_plus_trial&goBack=1', { referer: new URL('/account', page.url()).href });
    await ask();
    await dialog(page).getByRole('link', { name: 'Not now' }).click();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/account');
    await ask();
    await dialog(page).getByRole('button', { name: 'Continue to payment' }).click();
    await payWith(page, 'tok_visa');
    await page.waitForURL('**/account');
    await expect(page.getByText('Your free trial of Premium+ has started.')).toBeVisible();
  });

  test('sells a plan: refuses a real number and a declined card, keeps the name, and unlocks at once (SUBS-089, SUBS-093, SUBS-094, SUBS-096, SUBS-113)', async ({
    page,
  }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const allowance = page.url().replace(/\/manage\/([^/]+).*/, '/manage/$1/allowance');
    await page.goto('/subscription');
    await card(page, 'premium').getByRole('button', { name: 'Start 14 days free' }).click();
    await expect(page.locator('.bill')).toContainText('$0.00');
    await press(page, 'pay');
    await expect(page.getByText('Enter a card number.')).toBeVisible();
    const number = realLookingNumber();
    await payWith(page, number);
    await expect(page.getByText('This isn’t one of the test cards.')).toBeVisible();
    expect(await page.content()).not.toContain(number);
    const declines = [
      ['tok_declined', 'Your bank declined this card.'],
      ['tok_insufficient_funds', 'There isn’t enough money on this card.'],
      ['tok_expired_card', 'This card has expired.'],
      ['tok_processing_error', 'This card couldn’t be processed.'],
    ] as const;
    for (const [token, text] of declines) {
      await payWith(page, token);
      await expect(page.locator('#card-number-error')).toContainText(text);
      await expect(page.locator('[name=number]')).toHaveValue('');
      await expect(page.locator('[name=name]')).toHaveValue('Jo Miller');
    }
    expect(await summaryOf(credentials)).toMatchObject({ sku_id: 'free', is_trial_eligible: true });
    await payWith(page, 'tok_visa');
    await page.waitForURL('**/subscription');
    await expect(plan(page).locator('h1')).toContainText('You’re trying Premium.');
    expect(await summaryOf(credentials)).toMatchObject({ sku_id: 'premium_annual', is_trial_eligible: false });
    await page.goto(allowance);
    await expect(page.locator('button[name=intent][value="allowance-on"]')).toBeVisible();

    // The back button leads to the form again, which buys nothing more.
    await page.goto('/subscription/pay?tier=premium_plus&cycle=annual');
    await page.waitForURL('**/subscription/change?sku=premium_plus_annual');
  });

  test('cancels with an announcement and undoes it, changes the card, and offers no second trial (SUBS-096, SUBS-103, SUBS-104, SUBS-111)', async ({
    page,
  }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await buyPlan(page, { tier: 'premium', cycle: 'monthly', trial: 'no' });
    await expect(plan(page).locator('h1')).toContainText(/You have Premium\.\s*Renews .* for \$6\.99 a month\./);
    await expect(page.locator('.ledger')).toContainText('$6.99');

    await page.getByRole('link', { name: 'Cancel plan' }).click();
    await expect(dialog(page).locator('h2')).toHaveText('Cancel Premium?');
    await expect(dialog(page).getByTestId('lost-positions')).toHaveText('All stored positions are deleted for good.');
    await press(page, 'cancel');
    await page.waitForURL('**/subscription');
    await expect(plan(page).locator('h1')).toContainText(/Premium until .*, then Free\./);
    expect((await summaryOf(credentials)).summary).toMatchObject({ term: { kind: 'canceled' } });
    // The check fails now, so the dialog does not open.
    await page.goto('/subscription/cancel');
    expect(new URL(page.url()).pathname).toBe('/subscription');
    await plan(page).getByRole('button', { name: 'Keep Premium' }).click();
    await expect(page.getByText('Premium continues.')).toBeVisible();
    await expect(plan(page).locator('h1')).toContainText('You have Premium.');

    await page.getByRole('link', { name: 'Change card' }).click();
    await payWith(page, 'tok_declined', 'card');
    await expect(page.locator('#card-number-error')).toContainText('Your bank declined this card.');
    await payWith(page, 'tok_mastercard', 'card');
    await page.waitForURL('**/subscription');
    await expect(page.getByTestId('card')).toContainText('Mastercard ending in 4444');
    expect(await (await asParent(credentials)).call(listPaymentSources)).toMatchObject([{ brand: 'mastercard', last4: '4444' }]);
  });

  test('shows the price of an upgrade before it is charged, and schedules a downgrade that can be undone (SUBS-105, SUBS-106)', async ({
    page,
  }) => {
    const credentials = await signUp(page);
    await buyPlan(page, { tier: 'premium', cycle: 'monthly', trial: 'no' });
    await page.getByRole('link', { name: 'Change plan' }).click();
    await expect(dialog(page).getByRole('radio', { checked: true })).toHaveValue('premium_plus_monthly');
    await dialog(page).getByRole('radio', { name: 'Premium+, annual' }).check();
    await dialog(page).getByRole('button', { name: 'Show the price' }).click();
    await expect(dialog(page).locator('.quote')).toContainText('Upgrade to Premium+, annual now');
    await dialog(page).getByRole('radio', { name: 'Premium+, monthly' }).check();
    await dialog(page).getByRole('button', { name: 'Show the price' }).click();
    await expect(dialog(page).locator('.quote')).toContainText(/Charged today to Visa 4242\s*\$3\.00/);
    await press(page, 'change');
    await page.waitForURL('**/subscription');
    await expect(page.getByText('You have Premium+ now.')).toBeVisible();
    const receipts = (await summaryOf(credentials)).summary?.receipts ?? [];
    expect(receipts.map(({ amount_uscent }) => amount_uscent)).toEqual([300, 699]);

    await page.goto('/subscription/change?sku=premium_monthly');
    await expect(dialog(page).getByTestId('lost-positions')).toHaveText('Positions older than 3 days are deleted for good.');
    await press(page, 'change');
    await page.waitForURL('**/subscription');
    await expect(plan(page).locator('h1')).toContainText('Changes to Premium, monthly on');
    await plan(page).getByRole('button', { name: 'Keep Premium+' }).click();
    await expect(plan(page).locator('h1')).toContainText(/You have Premium\+\.\s*Renews/);
  });

  test('says before a change that a discount ends with it, and charges what it showed (A192, A193)', async ({ page }) => {
    await page.goto('/signup?coupon=ANNUAL25');
    const credentials = await signUpByHand(page);
    await buyPlan(page, { tier: 'premium', cycle: 'annual', trial: 'no' });
    await page.goto('/subscription/change?sku=premium_plus_annual');
    await expect(dialog(page).locator('.opt', { hasText: 'Premium+, annual' })).toContainText('$99.99 $74.99 a year');
    await expect(dialog(page).locator('.opt', { hasText: 'Premium, monthly' })).toContainText('$6.99 a month');
    await expect(dialog(page).locator('[data-part=discount]')).toContainText('−$25.00');
    await expect(dialog(page).locator('[data-part=credit]')).toContainText('−$52.49');
    await expect(dialog(page).locator('.sum-total')).toContainText('$22.50');
    await expect(dialog(page).getByTestId('discount-ends')).toHaveCount(0);

    await page.goto('/subscription/change?sku=premium_monthly');
    await expect(dialog(page).getByTestId('discount-ends')).toHaveText(
      'Your 25% discount applies to annual plans only and ends with this change.',
    );
    await expect(dialog(page).locator('[data-part=next]')).toContainText('$6.99 a month');
    await press(page, 'change');
    await page.waitForURL('**/subscription');
    expect((await summaryOf(credentials)).summary).toMatchObject({ price_uscent: 699, percent_off: 25 });
    await plan(page).getByRole('button', { name: 'Keep Premium' }).click();
    await expect(plan(page).locator('h1')).toContainText('$52.49 a year');
  });

  test('leads to the bank and back, and says that nothing was charged after a refusal', async ({ page }) => {
    await signUp(page);
    for (const outcome of ['refuse', 'approve']) {
      await page.goto('/subscription/pay?tier=premium&cycle=annual&trial=no');
      await payWith(page, 'tok_3ds');
      await page.waitForURL('**/subscription');
      await expect(page.locator('[data-due=confirm]')).toContainText('Nothing is charged before you confirm.');
      await expect(plan(page).locator('h1')).toContainText('You’re on Free.');
      await page.getByRole('link', { name: 'Confirm with your bank' }).click();
      await page.locator(`button[value=${outcome}]`).click();
      if (outcome === 'refuse') await expect(page.locator('[data-payment]')).toContainText('Nothing was charged');
    }
    await page.waitForURL('**/subscription');
    await expect(plan(page).locator('h1')).toContainText('You have Premium.');
    await expect(page.locator('[data-due]')).toHaveCount(0);
  });
});

test.describe('the subscription over time without JavaScript', () => {
  test('reminds of a failed payment on every page until another card pays it', async ({ page }) => {
    const { email } = await signUp(page);
    await page.goto('/subscription/pay?tier=premium&cycle=monthly');
    await payWith(page, 'tok_charge_fails');
    await page.waitForURL('**/subscription');
    await advance(email, 15);
    await page.goto('/account');
    await expect(page.getByTestId('payment-reminder')).toContainText('Your card was declined. We try again on');
    await page.goto('/subscription');
    await expect(page.getByTestId('payment-reminder')).toHaveCount(0);
    await expect(page.locator('[data-due=declined]')).toContainText('Everything still works. We try again on');
    await expect(plan(page).locator('h1')).toContainText('The last payment is still open.');
    await page.locator('[data-due]').getByRole('link', { name: 'Change card' }).click();
    await expect(page.locator('h1')).toContainText('The new card is charged $6.99 right away.');
    await payWith(page, 'tok_visa', 'card');
    await page.waitForURL('**/subscription');
    await expect(page.locator('[data-due]')).toHaveCount(0);
    await expect(plan(page).locator('h1')).toContainText('Renews');
    await page.goto('/account');
    await expect(page.getByTestId('payment-reminder')).toHaveCount(0);
  });

  test('pays what is past due with another card, and says what became of it', ({ page }) => paysWhatIsDue(page));

  test('asks the bank about a payment that is past due', ({ page }) => confirmsWhatIsDue(page));
  test('ends a plan that is canceled while a payment is past due (A206)', ({ page }) => cancelsWhatIsDue(page));

  test('shows a plan that was granted, with the offers beside it', async ({ page }) => {
    const { email } = await signUp(page);
    await grant(email, 'premium_annual');
    await page.goto('/subscription');
    await expect(plan(page).locator('h1')).toContainText('Granted by the site administrator.');
    await expect(page.locator('[data-plan]')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Cancel plan' })).toHaveCount(0);
  });
});
