import { endTrialEligibility, getPurchaseInfo } from '#app/wire/billing.ts';
import { expect, type Page, test } from './browser.ts';
import { asParent, expectTakenOver, openLive, signUp } from './parent-page.ts';
import { cancelsWhatIsDue, confirmsWhatIsDue, paysWhatIsDue } from './past-due-journeys.ts';
import { buyPlan, payWith, plan, realLookingNumber } from './subscription-pages.ts';

const features = (page: Page) => page.locator('.features-window');
const seeAll = (page: Page) => page.locator('[data-plan=premium_plus] summary');

async function openFeatures(page: Page) {
  await signUp(page, '/subscription');
  await expectTakenOver(seeAll(page));
  await seeAll(page).click();
  await expect(page.getByRole('dialog')).toContainText('All of Premium+');
}

test.describe('the feature list', () => {
  test('opens as a dialog with a mouse (SUBS-066)', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openFeatures(page);
    await expect(features(page)).toHaveAttribute('data-look', 'dialog');
    const box = await page.getByRole('dialog').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(880);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(seeAll(page)).toBeFocused();
  });

  test.describe('by touch', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 800, height: 900 } });
    test('opens as a sheet at the bottom (SUBS-065)', async ({ page }) => {
      await openFeatures(page);
      await expect(features(page)).toHaveAttribute('data-look', 'sheet');
      await expect
        .poll(async () => {
          const box = await page.getByRole('dialog').boundingBox();
          return Math.round((box?.y ?? 0) + (box?.height ?? 0));
        })
        .toBe(900);
      await page.getByRole('dialog').getByRole('button', { name: 'Choose Premium+' }).click();
      await page.waitForURL('**/subscription/pay?**');
    });
  });
});

test.describe('the subscription with JavaScript', () => {
  test('keeps the dialog of a link open at the address without a query, until it is closed (SUBS-056)', async ({ page }) => {
    const credentials = await signUp(page);
    await openLive(page, '/subscription?chooseSubType=prem_plus');
    expect(page.url()).toMatch(/\/subscription$/);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Get Premium+');
    await expectTakenOver(dialog);
    // A change elsewhere loads the page’s data again, without the dialog.
    await expect(page.locator('.plans-head h2')).toHaveText('Try more, 14 days free');
    await (await asParent(credentials)).call(endTrialEligibility, { body: { is_trial_eligible: false } });
    await expect(page.locator('.plans-head h2')).toHaveText('Choose a plan');
    await expect(dialog).toContainText('Get Premium+');
    await dialog.getByRole('link', { name: 'Not now' }).click();
    await expect(dialog).toHaveCount(0);
    expect(page.url()).toMatch(/\/subscription$/);
  });

  test('never sends a number that is no test card, and shows the error at its field', async ({ page }) => {
    await signUp(page, '/subscription/pay?tier=premium&cycle=annual');
    const sent: Array<string> = [];
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
    const number = realLookingNumber();
    await payWith(page, number);
    await expect(page.locator('#card-number-error')).toContainText('This isn’t one of the test cards.');
    await expect(page.locator('[name=number]')).toBeFocused();
    await payWith(page, 'tok_visa');
    await page.waitForURL('**/subscription');
    expect(sent.filter((text) => text.includes(number))).toEqual([]);
  });

  test('buys once with a double submit and from two tabs', async ({ page, context }) => {
    const credentials = await signUp(page);
    const [first, second] = [page, await context.newPage()];
    for (const tab of [first, second]) await tab.goto('/subscription/pay?tier=premium&cycle=monthly&trial=no');
    for (const tab of [first, second]) {
      await expectTakenOver(tab.locator('[name=number]'));
      await tab.locator('[name=number]').fill('4242424242424242');
      await tab.locator('[name=expiry]').fill('08/34');
      await tab.locator('[name=cvc]').fill('123');
      await tab.locator('[name=name]').fill('Jo Miller');
    }
    await first.evaluate(() => {
      const form = document.querySelector('form.pay-card');
      const button = form?.querySelector('button[value=pay]');
      if (form instanceof HTMLFormElement && button instanceof HTMLButtonElement) for (const _ of [1, 2]) form.requestSubmit(button);
    });
    await second.locator('button[value=pay]').click();
    await first.waitForURL('**/subscription');
    await expect(plan(first).locator('h1')).toContainText('You have Premium.');
    // The other tab either finds the plan, or is told that a payment is being checked or that the plan is there already.
    await expect(second.locator('[data-testid=plan], [role=alert]').first()).toBeVisible();
    const info = await (await asParent(credentials)).call(getPurchaseInfo, { query: { query: 'summary', fresh: 'true' } });
    expect(info.summary?.receipts.map(({ amount_uscent }) => amount_uscent)).toEqual([699]);
  });

  test('says that the outcome is unknown without an answer, and that a reload of the state shows it (SUBS-092)', async ({ page }) => {
    const credentials = await signUp(page, '/subscription/pay?tier=premium&cycle=monthly&trial=no');
    let posts = 0;
    await page.route(/\/subscription\/pay\.data/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      posts += 1;
      // The server gets the purchase, but its answer is lost.
      await route.fetch();
      await route.abort();
    });
    await payWith(page, 'tok_visa');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('We don’t know yet if the payment went through. Don’t pay again.');
    await alert.getByRole('link', { name: 'Check now' }).click();
    await page.waitForURL('**/subscription');
    await expect(plan(page).locator('h1')).toContainText('You have Premium.');
    expect(posts).toBe(1);
    expect((await (await asParent(credentials)).call(getPurchaseInfo)).sku_id).toBe('premium_monthly');
  });

  test('shows the price of another plan as soon as it is chosen', async ({ page }) => {
    await signUp(page);
    await buyPlan(page, { tier: 'premium', cycle: 'monthly', trial: 'no' });
    await page.getByRole('link', { name: 'Change plan' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.quote')).toContainText('$3.00');
    await dialog.getByRole('radio', { name: 'Premium, annual' }).check();
    await expect(dialog.locator('.quote')).toContainText('Upgrade to Premium, annual now');
    await dialog.getByRole('link', { name: 'Keep Premium' }).click();
    await expect(dialog).toHaveCount(0);
    expect(page.url()).toMatch(/\/subscription$/);
  });
});

test.describe('a payment that is past due', () => {
  test('is paid with another card, and the page says what became of it', ({ page }) => paysWhatIsDue(page));

  test('is confirmed by the bank', ({ page }) => confirmsWhatIsDue(page));
  test('ends the plan if it is canceled (A206)', ({ page }) => cancelsWhatIsDue(page));
});
