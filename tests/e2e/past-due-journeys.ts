import { expect, type Page } from './browser.ts';
import { advance, signUp } from './parent-page.ts';
import { payWith, plan } from './subscription-pages.ts';

const toast = (page: Page) => page.locator('.toast').first();
const due = (page: Page) => page.locator('[data-due]');

/** Buys a plan with a card whose renewal fails, and opens the page of the plan after that. */
async function openPastDue(page: Page): Promise<void> {
  const { email } = await signUp(page);
  await page.goto('/subscription/pay?tier=premium_plus&cycle=monthly');
  await payWith(page, 'tok_charge_fails');
  await page.waitForURL('**/subscription');
  await advance(email, 15);
  await page.goto('/subscription');
  await expect(due(page)).toContainText('$9.99 wasn’t paid: your bank declined it.');
}

async function replaceCard(page: Page, card: string): Promise<void> {
  await page.locator('[data-due], [data-payment]').getByRole('link', { name: 'Change card' }).click();
  await expect(page.locator('h1')).toContainText('The new card is charged $9.99 right away.');
  await payWith(page, card, 'card');
  await page.waitForURL('**/subscription');
}

/** Replaces the card of a payment that is past due, and says each time what became of the payment. */
export async function paysWhatIsDue(page: Page): Promise<void> {
  await openPastDue(page);
  const banner = await due(page).locator('p').textContent();
  await replaceCard(page, 'tok_charge_fails');
  await expect(toast(page)).toContainText(
    'Your card was replaced, but the payment was declined: your bank declined it. We’ll try again on',
  );
  // A try of the parent does not move the next attempt.
  await expect(due(page).locator('p')).toHaveText(banner ?? '');
  await replaceCard(page, 'tok_visa');
  await expect(toast(page)).toContainText('Your card was replaced and $9.99 was paid.');
  await expect(due(page)).toHaveCount(0);
  await expect(plan(page).locator('h1')).toContainText('Renews');
}

/** Cancels a plan that is past due: it ends now, and dialog, message and page say so (A206). */
export async function cancelsWhatIsDue(page: Page): Promise<void> {
  await openPastDue(page);
  await plan(page).getByRole('link', { name: 'Cancel plan' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your plan ends now, because the last payment is still open.');
  await page.locator('button[value=cancel]').click();
  await expect(toast(page)).toContainText('Plan canceled. It has ended, and nothing more is charged.');
  await expect(toast(page).locator('button[value=resume]')).toHaveCount(0);
  await expect(due(page)).toHaveCount(0);
  await expect(plan(page).locator('h1')).toContainText('You’re on Free');
  await expect(page.locator('.ledger li').first()).toContainText('Voided');
}

/** Confirms a payment that is past due with the bank, after a refusal and a decline. */
export async function confirmsWhatIsDue(page: Page): Promise<void> {
  await openPastDue(page);
  const answerBank = async (outcome: 'approve' | 'refuse') => {
    await page.getByRole('link', { name: 'Confirm with your bank' }).click();
    await page.locator(`button[value=${outcome}]`).click();
  };
  await replaceCard(page, 'tok_3ds_insufficient');
  await expect(toast(page)).toContainText('Your card was replaced. Your bank wants you to confirm the payment of $9.99.');
  await expect(due(page)).toHaveAttribute('data-due', 'confirm');
  await answerBank('refuse');
  await expect(page.locator('[data-payment=declined]')).toContainText('The payment wasn’t confirmed.Nothing was charged.');
  await answerBank('approve');
  await expect(page.locator('[data-payment=declined]')).toContainText('There isn’t enough money on this card.');
  await expect(page.locator('[data-payment=declined]')).toContainText('We try again on');
  await replaceCard(page, 'tok_3ds');
  await answerBank('approve');
  await page.waitForURL('**/subscription');
  await expect(toast(page)).toContainText('$9.99 was paid. You have Premium+.');
  await expect(due(page)).toHaveCount(0);
}
