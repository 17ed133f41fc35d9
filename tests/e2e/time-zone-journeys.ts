import { getAccount } from '#app/wire/account.ts';
import { updateUser } from '#app/wire/family.ts';
import { expect, test } from './browser.ts';
import { asParent, hasScript, press, signUp } from './parent-page.ts';

/** Defines the tests of the account's time zone. They run with and without script. */
export function timeZoneJourneys(): void {
  test('finds the account’s time zone by a city’s name, changes it, and restores it by Undo', async ({ page }) => {
    await signUp(page, '/account');
    const shown = page.getByTestId('time-zone');
    const before = (await shown.textContent()) ?? '';
    await page.getByRole('link', { name: 'Change time zone' }).click();
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Time zone' });
    await expect(field).toBeVisible();
    // An unknown time zone is refused and stays in the field.
    await field.fill('Atlantis');
    await press(page, 'time-zone');
    await expect(page.getByText('We don’t know this time zone.')).toBeVisible();
    await expect(field).toHaveValue('Atlantis');
    // The list suggests only current names of time zones.
    const offered = (name: string) => page.locator(`datalist option[value="${name}"]`);
    await expect(offered('Kolkata, India')).toHaveCount(1);
    await expect(offered('Kyiv, Ukraine')).toHaveCount(1);
    await expect(page.locator('datalist option[value*="Calcutta"]')).toHaveCount(0);
    await field.fill('kolkata');
    await press(page, 'time-zone');
    await expect(page.getByText('Your time zone is now Kolkata, India.')).toBeVisible();
    await expect(shown).toHaveText('Kolkata, India');
    await press(page, 'time-zone-back');
    await expect(shown).toHaveText(before);
  });

  test('reports someone else’s change when an outdated page saves the time zone, and saves on the second try', async ({ page }) => {
    const credentials = await signUp(page, '/account/time-zone');
    const parent = await asParent(credentials);
    const own = (await parent.call(getAccount)).users[0];
    const body = { user_id: own?.user_id, updated_ts: own?.updated_ts, time_zone: 'Asia/Tokyo' };
    await parent.call(updateUser, { body });
    const field = page.getByRole('combobox', { name: 'Time zone' });
    await field.fill('Yangon');
    await press(page, 'time-zone');
    await expect(page.locator('[data-notice]')).toBeVisible();
    await expect(field).toHaveValue('Yangon');
    expect((await parent.call(getAccount)).time_zone).toBe('Asia/Tokyo');
    await press(page, 'time-zone');
    await expect(page.getByTestId('time-zone')).toHaveText('Yangon, Myanmar (Burma)');
    expect((await parent.call(getAccount)).time_zone).toBe('Asia/Rangoon');
    if (hasScript()) await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}
