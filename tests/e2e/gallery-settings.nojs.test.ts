import { expect, test } from './browser.ts';
import { changeElsewhere, openSettings, readConfig, settingsJourneys } from './gallery-settings-journeys.ts';

test.setTimeout(120_000);

settingsJourneys();

test('the hours have a Save button; equal times are refused and kept; hours of another window are not replaced unasked', async ({
  page,
}) => {
  const opened = await openSettings(page);
  const automatic = page.getByTestId('automatic');
  const save = () => automatic.getByRole('button', { name: 'Save' }).click();
  await automatic.getByText('15 min').click();
  await automatic.getByRole('switch', { name: 'Quiet hours' }).check();
  await automatic.locator('[name=from]').fill('22:30');
  await automatic.locator('[name=to]').fill('22:30');
  await save();
  await expect(automatic.locator('.wrong')).toContainText('The two times are the same.');
  await expect(automatic.locator('[name=from]')).toHaveValue('22:30');
  await expect(automatic.locator('[value="15"]')).toBeChecked();
  await automatic.locator('[name=to]').fill('06:00');
  await save();
  await expect(automatic).toContainText('No automatic screenshots from 22:30 to 06:00.');
  expect((await readConfig(opened)).automated).toMatchObject({ interval_min: 15, quiet: { from: '22:30', to: '06:00' } });

  await changeElsewhere(opened, { automated: { interval_min: 120 } });
  await automatic.locator('[name=to]').fill('05:00');
  await save();
  await expect(page.locator('[data-notice="error_strings.stale_kept"]')).toBeVisible();
  await expect(automatic.locator('[name=to]')).toHaveValue('05:00');
  expect((await readConfig(opened)).automated.quiet).toEqual({ from: '22:30', to: '06:00' });
  await save();
  await expect(page.locator('[data-notice]')).toHaveCount(0);
  expect((await readConfig(opened)).automated).toMatchObject({ interval_min: 15, quiet: { from: '22:30', to: '05:00' } });
});
