import { expect, test } from './browser.ts';
import { openSettings, readConfig, settingsJourneys } from './gallery-settings-journeys.ts';

test.setTimeout(120_000);

settingsJourneys();

test('changes within three seconds are one call with the last values (GAL-054, CONST-023)', async ({ page }) => {
  const opened = await openSettings(page);
  const sent: Array<string> = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/settings')) sent.push(request.postData() ?? '');
  });
  const violence = page.getByRole('switch', { name: 'Violence' });
  await violence.click();
  await expect(violence).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('Shift');
  await violence.click();
  await expect(violence).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('switch', { name: 'Profanity' }).click();
  await page.getByTestId('automatic').getByText('15 min').click();
  await expect(page.locator('[data-save=saved]')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await readConfig(opened)).toMatchObject({
    ocr: { categories: { violence: true, profanity: false } },
    automated: { interval_min: 15 },
  });
});

test('equal times show the reason, keep what was typed and send nothing', async ({ page }) => {
  const opened = await openSettings(page);
  const automatic = page.getByTestId('automatic');
  await automatic.getByRole('switch', { name: 'Quiet hours' }).check();
  await automatic.locator('[name=from]').fill('07:00');
  await expect(automatic.locator('.wrong')).toContainText('The two times are the same.');
  await automatic.locator('[name=to]').fill('08:30');
  await expect(automatic.locator('.wrong')).toHaveCount(0);
  await expect(page.locator('[data-save=saved]')).toBeVisible();
  expect((await readConfig(opened)).automated.quiet).toEqual({ from: '07:00', to: '08:30' });
});

test('changes that get no answer stay on the page, and are sent again with the next one', async ({ page }) => {
  const opened = await openSettings(page);
  await page.route('**/settings*', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.getByRole('switch', { name: 'Violence' }).click();
  const custom = page.getByTestId('terms-custom');
  await custom.getByLabel('Add a term').fill('skate park');
  await custom.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('[data-save=kept]')).toBeVisible();
  await expect(custom.locator('bdi')).toHaveText(['skate park']);
  await expect(page.getByRole('switch', { name: 'Violence' })).toHaveAttribute('aria-checked', 'false');
  await page.unroute('**/settings*');
  await page.getByRole('switch', { name: 'Profanity' }).click();
  await expect(page.locator('[data-save=saved]')).toBeVisible();
  expect((await readConfig(opened)).ocr).toMatchObject({ custom_terms: ['skate park'], categories: { violence: false, profanity: false } });
});

test('leaving the page at once loses no change', async ({ page }) => {
  const opened = await openSettings(page);
  await page.getByRole('switch', { name: 'Violence' }).click();
  await expect(page.locator('[data-save=saving]')).toBeVisible();
  await page.goto('/account');
  await expect.poll(async () => (await readConfig(opened)).ocr.categories.violence).toBe(false);
});
