import { randomBytes } from 'node:crypto';
import { SANDBOX_CARDS } from '#app/domain/sandbox-card.ts';
import { expect, type Page } from './browser.ts';
import { expectTakenOver, press } from './parent-page.ts';

export type TestCard = keyof typeof SANDBOX_CARDS;

/** Fills the card form with a test card and presses its button. */
export async function payWith(page: Page, card: TestCard | string, intent: 'pay' | 'card' = 'pay'): Promise<void> {
  const known = Object.entries(SANDBOX_CARDS).find(([name]) => name === card)?.[1].number;
  await expectTakenOver(page.locator('[name=number]'));
  await page.locator('[name=number]').fill(known ?? card);
  await page.locator('[name=expiry]').fill('08/34');
  await page.locator('[name=cvc]').fill('123');
  await page.locator('[name=name]').fill('Jo Miller');
  await press(page, intent);
}

/** Buys a plan and ends on its page. */
export async function buyPlan(page: Page, { tier, cycle, trial = 'yes' }: { tier: string; cycle: string; trial?: string }): Promise<void> {
  await page.goto(`/subscription/pay?tier=${tier}&cycle=${cycle}&trial=${trial}`);
  await payWith(page, 'tok_visa');
  await page.waitForURL('**/subscription');
  await expect(plan(page)).toBeVisible();
}

export function plan(page: Page) {
  return page.getByTestId('plan');
}

/** A card number that nobody has, and that is no published test number. */
export function realLookingNumber(): string {
  return `4929${[...randomBytes(12)].map((byte) => byte % 10).join('')}`;
}
