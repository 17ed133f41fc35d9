import type { Agent } from '../clients/agent.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, type Credentials, grant, logIn, openMenu, press, signUp } from './parent-page.ts';

export const SPOT = { lat: 51.5, lng: -0.12 };
const MINUTE_MS = 60_000;

/** Reports where a device was `minutes` ago, exactly unless `more` says otherwise. Turns location on before. */
export async function reportPosition(agent: Agent, minutes = 0, more: object = {}): Promise<void> {
  const at = Date.now() - minutes * MINUTE_MS - 5000;
  await agent.report('allowed', { locations: [{ at, ...SPOT, accuracy: 12, ...more }], events: [{ type: 'location_on', at }] });
}

/** Opens a child's page of a new family with the plan «premium», whose device has just reported its position. */
export async function openLocated(page: Page): Promise<{ agent: Agent; child: string; credentials: Credentials }> {
  const credentials = await signUp(page);
  const agent = await addChildWithDevice(page, 'Mia');
  const child = new URL(page.url()).pathname.split('/')[2] ?? '';
  await grant(credentials.email, 'premium_annual');
  await reportPosition(agent);
  return { agent, child, credentials };
}

/** What works with and without script. */
export function locatorJourneys(): void {
  test('a parent sees where a child is, locates it, and keeps a place (LOC-063, LOC-006)', async ({ page }) => {
    const { child } = await openLocated(page);
    await page.goto('/locator?all');
    await expect(page.locator('[data-child] h2')).toHaveText('Mia was located just now.');

    await page.locator('.loc-device-link').click();
    await page.waitForURL(/\/locator\/[^/]+\?device=/);
    await expect(page.locator('.loc-device-link[aria-current=true]')).toHaveCount(1);
    await press(page, 'locate');
    await expect(page.locator('[data-step=requested]')).toContainText('Requested');

    await page.getByRole('link', { name: 'Save as place' }).click();
    await page.waitForURL('**/locator/places/new?**');
    await page.locator('[name=name]').fill('Gym');
    await page.locator('label', { hasText: 'Sports' }).click();
    await press(page, 'place-save');
    await page.waitForURL('**/locator?places');
    await expect(page.locator('[data-child] h2')).toHaveText('Mia is at Gym.');

    await page.locator('.loc-places a').click();
    await press(page, 'place-delete');
    await expect(page.locator('.toast')).toContainText('Deleted.');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('.loc-places')).toContainText('Gym');

    await page.goto('/locator');
    await page.waitForURL(`**/locator/${child}`);
    await page.locator('main').getByRole('link', { name: 'History' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  });

  test('/locator shows everyone, and /locator/{child} one child (AUTH-033, LOC-002)', async ({ page }) => {
    const { child } = await openLocated(page);
    await page.goto('/locator?all');
    await expect(page).toHaveTitle(/Locator/);
    await expect(page.locator('#list-title')).toHaveText('Where everyone is');
    await page.goto(`/locator/${child}`);
    await expect(page).toHaveTitle(/Mia’s location/);
    await expect(page.locator('#list-title')).toHaveCount(0);
  });

  test('«Locate now» in the list leads to the child’s page (LOC-052)', async ({ page }) => {
    const { child } = await openLocated(page);
    await page.goto('/locator?all');
    await page
      .locator('[data-child]')
      .getByRole('button', { name: /^Locate now/ })
      .click();
    await page.waitForURL(`**/locator/${child}?device=*`);
    await expect(page.locator('[data-step=requested]')).toBeVisible();
  });

  test('on a phone the sheet rests at the most urgent problem, and opens over the map (LOC-058)', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    const { agent } = await openLocated(page);
    await agent.report('allowed', { events: [{ type: 'location_off', at: Date.now() }] });
    await page.goto('/locator?all');
    const list = page.locator('#list-rest');
    await expect(page.locator('[data-urgent=location_disabled]').first()).toContainText('Mia: location is off');
    await expect(list).toBeHidden();
    await page.locator('.loc-dock').getByRole('link', { name: 'List' }).click();
    await expect(list).toBeVisible();
    await page.locator('.loc-bar:visible').click();
    await expect(list).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

  // LOC-054: only the URL contains the choice, so a new login starts with the page's default.
  test('hidden children stay hidden while the page is used, until the parent logs out (LOC-056)', async ({ page }) => {
    const { child, credentials } = await openLocated(page);
    await addChildWithDevice(page, 'Ben');
    await page.goto('/locator?all');
    await expect(page.locator('[data-child]')).toHaveCount(2);
    await page.getByLabel('Ben', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.locator('[data-child] h2')).toHaveText(['Mia was located just now.']);
    await page.reload();
    await expect(page.locator('[data-child]')).toHaveCount(1);

    await page.goto(`/locator/${child}?hide=places`);
    await openMenu(page);
    await page.locator('#menu form[action="/logout"] button').click();
    await page.waitForURL(/view=login/);
    await logIn(page, credentials);
    await page.waitForURL(/\/manage\//);
    // The login opened a child, which is now the chosen one. Nothing else is chosen.
    await page.goto('/locator');
    await page.waitForURL(/\/locator\/[^/?#]+$/);
    await page.getByRole('link', { name: /^Everyone/ }).click();
    await expect(page.locator('[data-child]')).toHaveCount(2);
  });
}
