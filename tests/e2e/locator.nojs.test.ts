import { expect, test } from './browser.ts';
import { withOwnServers } from './own-servers.ts';
import { addChildWithDevice, press, signUp } from './parent-page.ts';

const own = withOwnServers();

test.setTimeout(40_000);

test('a parent without JavaScript sees where a child is, locates it, and keeps a place (LOC-063)', async ({ browser }) => {
  const page = await own.newPage(browser);
  const credentials = await signUp(page);
  const agent = await addChildWithDevice(page, 'Mia');
  await page.goto('/locator?all');
  await expect(page.getByTestId('locked')).toBeVisible();

  await own.grant(credentials.email, 'premium_annual');
  const at = Date.now() - 5000;
  await agent.report('allowed', {
    locations: [{ at, lat: 51.5, lng: -0.12, accuracy: 12 }],
    events: [{ type: 'location_on', at }],
  });
  await page.goto('/locator?all');
  await expect(page.locator('[data-child] h2')).toHaveText('Mia was located just now.');

  await page.locator('.loc-device-link').click();
  await page.waitForURL(/\/locator\/[^/]+\?device=/);
  await press(page, 'locate');
  await expect(page.locator('[data-step=requested]')).toContainText('Requested');

  await page.getByRole('link', { name: 'Save as place' }).click();
  await page.locator('[name=name]').fill('Gym');
  await page.locator('label', { hasText: 'Sports' }).click();
  // The first button of this name is the hidden one for Enter.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/locator?places');
  await expect(page.locator('[data-child] h2')).toHaveText('Mia is at Gym.');

  await page.locator('.loc-places a').click();
  await press(page, 'place-delete');
  await expect(page.locator('.toast')).toContainText('Deleted.');
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.loc-places')).toContainText('Gym');

  await page.goto('/locator');
  await page.waitForURL(/\/locator\/[^/?]+$/);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await page.close();
});
