import { getGranularity, putGranularity } from '#app/wire/granularity.ts';
import { listNotifications } from '#app/wire/notification.ts';
import type { Agent } from '../clients/agent.ts';
import type { Parent } from '../clients/parent.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, asParent, expectTakenOver, grant, hasScript, press, signUp } from './parent-page.ts';

type App = { bundle_id: string; name: string; version: string };

const app = (name: string): App => ({ bundle_id: `com.example.${name.toLowerCase()}`, name, version: '1' });
const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
const rowOf = (page: Page, name: string) => page.locator('[data-type=app_installed]', { hasText: name });

/** Posts the «Allow» form of the page twice, without using the page. */
async function allowTwice(page: Page): Promise<void> {
  const inputs = page.locator('[data-testid=new-app] form input');
  const fields = await inputs.evaluateAll((all) => all.map((one) => [one.getAttribute('name') ?? '', one.getAttribute('value') ?? '']));
  // Posts as without script: the response redirects, and the next page shows its message.
  const form = Object.fromEntries([...fields.filter(([name]) => name !== 'by'), ['intent', 'app-allow']]);
  const headers = { Origin: new URL(page.url()).origin };
  for (const _ of [1, 2]) expect((await page.request.post('/notifications', { form, headers, maxRedirects: 0 })).status()).toBe(302);
}

/** Returns the active notifications about new apps from the API, newest first. */
async function newApps(parent: Parent) {
  const notifications = await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
  return notifications.filter(({ type }) => type === 'app_installed').sort((a, b) => b.notif_ts - a.notif_ts);
}

/** Defines the tests of notifications. They run with and without script. */
export function notificationJourneys({ isWithScript }: { isWithScript: boolean }): void {
  // Only with script, because without it the first tap loads a new page.
  if (isWithScript) {
    test('quick taps dismiss one notification each as rows move up, and a double tap dismisses only one', async ({ page }) => {
      const credentials = await signUp(page);
      await grant(credentials.email, 'premium_annual');
      const agent: Agent = await addChildWithDevice(page, 'Mia');
      await agent.report('allowed', { apps: [app('Chess')] });
      await agent.report('allowed', { apps: ['Chess', 'Racer', 'Poker', 'Golf', 'Darts'].map(app) });
      await page.goto('/notifications');
      const dismiss = page.locator('[data-type=app_installed] [value=dismiss]').filter({ visible: true });
      await expect(dismiss).toHaveCount(4);
      await expectTakenOver(dismiss.first());
      const { x, y, width, height } = (await dismiss.first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const at = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 } as const;
      const browserOfPage = await page.context().newCDPSession(page);
      const begun = Date.now() / 1000;
      // The page compares event timestamps, so a slow machine does not matter.
      for (const [after, left] of [
        [0, 3],
        [0.15, 3],
        [0.4, 2],
        [0.8, 1],
      ] as const) {
        const timestamp = begun + after;
        await browserOfPage.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', timestamp });
        await browserOfPage.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', timestamp: timestamp + 0.02 });
        await expect(dismiss).toHaveCount(left);
      }
      const parent = await asParent(credentials);
      await expect.poll(async () => (await newApps(parent)).length).toBe(1);
    });
  }

  test('a new app is counted at the bell, read, dismissed, restored, and allowed with one tap from home (NOTI-003, 030, 031, 039)', async ({
    page,
  }) => {
    // Many page loads take more than a minute on a busy machine.
    test.slow();
    const credentials = await signUp(page);
    await grant(credentials.email, 'premium_annual');
    const agent: Agent = await addChildWithDevice(page, 'Mia');
    const parent = await asParent(credentials);
    await agent.report('allowed', { apps: [app('Chess')] });
    await page.reload();
    const calm = (await bell(page).textContent()) ?? '';
    await agent.report('allowed', { apps: [app('Chess'), app('Racer')] });
    // With script the page updates by itself.
    if (!hasScript()) await page.reload();
    await expect(page.getByTestId('new-app')).toContainText('Racer');
    await expect(bell(page)).toHaveText(String(Number(calm) + 1));
    if (hasScript()) await expect(page.getByTestId('arrived')).toHaveText('1 new notification.');

    await bell(page).click();
    await expect(rowOf(page, 'Racer')).toHaveAttribute('data-unread', 'true');
    await expect.poll(async () => (await newApps(parent))[0]?.details).toMatchObject({ shown_ts: expect.any(Number), read_ts: null });
    await rowOf(page, 'Racer').getByRole('link').click();
    await expect(page.getByTestId('notice').getByRole('heading')).toContainText('Racer');
    await expect(bell(page)).toHaveText(calm);
    await expect.poll(async () => (await newApps(parent))[0]?.details.read_ts).toEqual(expect.any(Number));
    await page.goto('/notifications/nothing');
    await expect(page).toHaveURL(/\/notifications$/);
    await expect(page.getByTestId('notice')).toHaveCount(0);

    await rowOf(page, 'Racer').locator('[value=dismiss]').click();
    await expect(rowOf(page, 'Racer')).toBeHidden();
    await expect.poll(() => newApps(parent)).toEqual([]);
    await page.locator('.toasts [value=undo]').click();
    await expect(rowOf(page, 'Racer')).toBeVisible();

    await agent.report('allowed', { apps: [app('Chess'), app('Racer'), app('Poker')] });
    await page.goto('/manage');
    await expect(page.getByTestId('new-app')).toContainText('Poker');
    await press(page, 'app-allow');
    await expect(page.getByTestId('new-app')).toBeHidden();
    await expect(page).toHaveURL(/\/manage\/[^/]+\/schedule$/);
    const directives = async () => (await parent.call(getGranularity, { query: {} }))[0]?.app_directives;
    await expect.poll(directives).toEqual({ 'com.example.poker': 'A' });
    await page.locator('.toasts [value=undo]').click();
    await expect(page.getByTestId('new-app')).toContainText('Poker');
    await expect.poll(directives).toEqual({});

    // When «Allow» is sent twice, Undo restores the state before the first.
    await allowTwice(page);
    await page.goto('/manage');
    expect(await directives()).toEqual({ 'com.example.poker': 'A' });
    await page.locator('.toasts [value=undo]').click();
    await expect(page.getByTestId('new-app')).toContainText('Poker');
    await expect.poll(directives).toEqual({});

    // Once another parent has decided about the app, the page no longer asks.
    const childId = (await parent.call(getGranularity, { query: {} }))[0]?.user_id ?? '';
    await parent.call(putGranularity, { body: { user_id: childId, patch: { app_directives: { 'com.example.poker': 'N' as const } } } });
    if (!hasScript()) await page.reload();
    await expect(page.getByTestId('new-app')).toHaveCount(0);

    // A two-digit number stays on one line.
    await page.locator('.bell-count').evaluate((count) => count.replaceChildren('42'));
    expect((await page.locator('.bell-count').boundingBox())?.height).toBe(20);
  });
}
