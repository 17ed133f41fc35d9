import { TIER_LIMITS } from '#app/domain/plan.ts';
import { createRule } from '#app/wire/rule.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, asParent, press, signUp } from './parent-page.ts';

/** Uses all blocks of the free plan for a month, and requests one more. */
async function askForTooMany(page: Page): Promise<void> {
  const credentials = await signUp(page);
  await addChildWithDevice(page, 'Mia');
  const parent = await asParent(credentials);
  const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
  const block = { type: 'override', ruledef_name: 'block', expiry: null } as const;
  for (let count = 0; count < Number(TIER_LIMITS.free.blocksPerMonth); count += 1) {
    await parent.call(createRule, { query: { user_id: childId }, body: block }, { key: crypto.randomUUID() });
  }
  await page.goto('/manage');
  await press(page, 'block-30m');
}

test.describe('plan limit dialog', () => {
  test('a block over the plan’s limit shows a blocking dialog with the reason and two ways out (NAV-041, A50)', async ({ page }) => {
    test.slow();
    await askForTooMany(page);
    const guard = page.getByRole('dialog', { name: 'You’ve reached your plan’s limit' });
    await expect(guard.locator('[data-guard=limit]')).toContainText('Nothing was changed.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(guard).toBeVisible();
    await guard.getByRole('button', { name: 'Back' }).click();
    await expect(guard).toBeHidden();
    await press(page, 'block-30m');
    await guard.getByRole('link', { name: 'See your plan' }).click();
    await page.waitForURL('**/subscription');
  });

  test('without script, the response page shows the same message and link (NAV-045)', async ({ browser }) => {
    test.slow();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await askForTooMany(page);
    const message = page.locator('[data-notice="limits.blocks_reached"]');
    await expect(message).toContainText('Nothing was changed.');
    await message.getByRole('link', { name: 'See your plan' }).click();
    await page.waitForURL('**/subscription');
    await page.close();
  });
});
