import { getAccount } from '#app/wire/account.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, asParent, expectTakenOver, press, signUp } from './parent-page.ts';

// Tests the state between a tap and its response, which exists only with script.

/** Delays every form that the page posts until the test releases or aborts the request. */
async function hold(page: Page) {
  // Before hydration a form loads a new page and shows no pending state.
  await expectTakenOver(page.locator('.actions button').first());
  let answer: ((how: 'release' | 'drop') => void) | undefined;
  const decided = new Promise<'release' | 'drop'>((resolve) => {
    answer = resolve;
  });
  await page.route('**/manage/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return (await decided) === 'release' ? route.continue() : route.abort();
  });
  return { release: () => answer?.('release'), drop: () => answer?.('drop') };
}

test.describe('manage page', () => {
  test('shows a tap immediately as sent, but not as done', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const now = page.getByTestId('now');
    const held = await hold(page);
    await press(page, 'block-30m');
    await expect(now).toHaveAttribute('data-sending', 'true');
    await expect(now.locator('h1')).toContainText('Mia can still use devices');
    await expect(now.locator('h1')).toContainText('Sent: block until');
    await expect(page.getByTestId('receipt').locator('[data-receipt]')).toHaveAttribute('data-receipt', 'saved');
    await expect(page.locator('.actions .button-main')).toHaveAttribute('value', 'allow-20m');
    await expect(page.locator('.strip-force')).toHaveAttribute('data-state', 'pending');
    held.release();
    await expect(now).not.toHaveAttribute('data-sending');
    await expect(now).toHaveAttribute('data-asked', 'blocked');
    await expect(now.locator('h1')).toContainText('Mia can still use devices');
  });

  test('restores the state and shows an error when a tap gets no response; a second tap has one effect', async ({ page }) => {
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    await agent.ack(await agent.commands(), 'allowed');
    await page.reload();
    const now = page.getByTestId('now');
    const before = await now.locator('h1').textContent();
    const held = await hold(page);
    await press(page, 'pause-1h');
    await expect(now.locator('h1')).toContainText('Sent: pause until');
    held.drop();
    await expect(page.getByRole('alert')).toContainText('we don’t know if it worked');
    await expect(now).not.toHaveAttribute('data-sending');
    await expect(now.locator('h1')).toHaveText(before ?? '');
    await expect(now).toHaveAttribute('data-asked', 'allowed');
    await page.unroute('**/manage/**');
    await press(page, 'pause-1h');
    await expect(now).toHaveAttribute('data-asked', 'paused');
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect((await (await asParent(credentials)).call(getAccount)).block_count).toBe(1);
  });

  test('says that a pause during a block is on hold until the block ends', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await press(page, 'block-open');
    await expect(page.locator('.toast')).toContainText('Blocking Mia…');
    await press(page, 'pause-30m');
    await expect(page.locator('.toast')).toContainText('Pause saved. Mia stays blocked until the block ends.');
    await expect(page.getByTestId('now')).toHaveAttribute('data-asked', 'blocked');
  });

  test('turns a switch back when its change fails (RULE-032, RT-033)', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const bedtime = page.getByTestId('window');
    const held = await hold(page);
    await press(page, 'schedule-on');
    await expect(bedtime).toHaveAttribute('data-on', 'true');
    held.drop();
    await expect(bedtime).toHaveAttribute('data-on', 'false');
    await expect(page.getByRole('alert')).toBeVisible();
  });

  test('keeps typed times while the network is down, and saves them when it is back', async ({ page, context }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await page.getByRole('link', { name: 'Edit Bedtime' }).click();
    const from = page.getByRole('dialog').locator('[name=from]');
    await expectTakenOver(from);
    await from.fill('19:45');
    await context.setOffline(true);
    await press(page, 'schedule-save');
    await expect(page.getByTestId('offline')).toContainText('You’re offline');
    await expect(page.getByTestId('window-times')).toHaveText('Every day, 21:00–05:00 next day');
    await expect(from).toHaveValue('19:45');
    await context.setOffline(false);
    await expect(page.getByTestId('offline')).toHaveCount(0);
    await press(page, 'schedule-save');
    await expect(page.getByTestId('window-times')).toHaveText('Every day, 19:45–05:00 next day');
  });
});
