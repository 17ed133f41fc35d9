import { listUsers, updateUser } from '#app/wire/family.ts';
import { getGranularity } from '#app/wire/granularity.ts';
import { getAttributes } from '#app/wire/identity.ts';
import { expect, test } from './browser.ts';
import { collectFaults } from './page-faults.ts';
import { addChildWithDevice, asParent, expectTakenOver, grant, hasScript, noonZone, press, signUp } from './parent-page.ts';

/** Defines the tests of a child's screen time. They run with and without script. */
export function allowanceJourneys(): void {
  test('sets, counts, extends, uses up and undoes screen time (ALLOW-014, 015, 019, 021 to 023, 026, 028)', async ({ page }) => {
    // This test loads many pages. On a busy machine that takes more than a minute.
    test.slow();
    const faults = await collectFaults(page);
    const credentials = await signUp(page);
    const zone = noonZone();
    const agent = await addChildWithDevice(page, 'Mia', zone);
    const parent = await asParent(credentials);
    const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const read = async () => {
      const child = await parent.call(listUsers, { query: { user_id: childId } });
      if (Array.isArray(child)) throw new Error('One child was asked for');
      return child;
    };
    const address = `/manage/${childId}/allowance`;

    // On the free plan the page explains screen time and links to the plans (ALLOW-022).
    await page.goto(address);
    await expect(page.getByTestId('allowance-locked').getByRole('link', { name: /plan/i })).toBeVisible();
    // An open screen time page would update for the new plan and use up its welcome, which appears only once.
    await page.goto('/account');
    await grant(credentials.email, 'premium_annual');

    // The welcome appears only once (ALLOW-026).
    await page.goto(address);
    await expect(page.getByTestId('allowance-welcome')).toBeVisible();
    if (hasScript()) await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
    await page.goto(address);
    const panel = page.getByTestId('allowance');
    await expect(panel).toHaveAttribute('data-on', 'false');
    await expect(page.getByTestId('allowance-welcome')).toHaveCount(0);
    expect((await parent.call(getAttributes)).webapp).toMatchObject({ wasAllowanceWelcomeModalShown: true });
    await press(page, 'allowance-on');
    await expect(panel).toHaveAttribute('data-on', 'true');
    await page.locator('.toast button[value=allowance-off]').click();
    await expect(panel).toHaveAttribute('data-on', 'false');
    await press(page, 'allowance-on');
    await expect(panel).toHaveAttribute('data-on', 'true');
    // The page updates optimistically, so the API shows whether the change is saved.
    await expect.poll(read).toMatchObject({ allowance_enabled: true, allowance: Array.from({ length: 7 }, () => 7200) });

    // Undoing «off» also restores daily limits of zero.
    const none = { allowance_enabled: true, allowance: [0, 0, 0, 0, 0, 0, 0] };
    await parent.call(updateUser, { body: { user_id: childId, updated_ts: (await read()).updated_ts, ...none } });
    await page.goto(address);
    await expect(panel).toContainText('No screen time on this day, until 00:00.');
    // Clicks the switch, because the Undo button of a message may still be shown.
    await panel.locator('button[value=allowance-off]').click();
    await expect(panel).toHaveAttribute('data-on', 'false');
    await expect(panel.locator('[name="allowance[1]"]')).toHaveValue('0');
    await page.locator('.toast button[value=allowance-on]').click();
    await expect(panel).toHaveAttribute('data-on', 'true');
    await expect.poll(read).toMatchObject(none);

    // An invalid number is reported at its field, and the other fields are kept.
    const save = panel.locator('.button[value=allowance-save]');
    const monday = panel.locator('[name="allowance[1]"]');
    const tuesday = panel.locator('[name="allowance[2]"]');
    await expectTakenOver(monday);
    await monday.fill('1500');
    await tuesday.fill('45');
    await save.click();
    await expect(panel.locator('.wrong')).toHaveCount(1);
    await expect(monday).toHaveAttribute('aria-invalid', 'true');
    await expect(monday).toHaveValue('1500');
    await expect(tuesday).toHaveValue('45');

    // Someone else changes the limits: the page reports it and keeps what was typed.
    const { updated_ts } = await read();
    const others = [600, 600, 600, 600, 600, 600, 600];
    await parent.call(updateUser, { body: { user_id: childId, updated_ts, allowance: others } });
    await monday.fill('60');
    await save.click();
    await expect(page.getByRole('alert').first()).toContainText('Someone else changed this');
    await expect(tuesday).toHaveValue('45');
    // Without a key press in between, the next click could be ignored as a double tap.
    if (hasScript()) await page.keyboard.press('Shift');
    await save.click();
    await expect(page.locator('.toast').first()).toContainText('Saved.');
    await expect.poll(async () => (await read()).allowance.slice(1, 3)).toEqual([3600, 2700]);
    await page.locator('.toast button[value=allowance-back]').click();
    await expect.poll(async () => (await read()).allowance).toEqual(others);
    await expect(monday).toHaveValue('10');

    // After 30 of 60 minutes the page shows the time left. After all 60 minutes, the child is blocked.
    await parent.call(updateUser, {
      body: { user_id: childId, updated_ts: (await read()).updated_ts, allowance: Array.from({ length: 7 }, () => 3600) },
    });
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
    const use = (seconds: number) => agent.report('allowed', { usage: [{ user_id: childId, date, seconds }], active_user_id: childId });
    await use(1800);
    await page.goto(address);
    await expect(page.getByTestId('time-left')).toContainText(/(29|30) min left today/);
    // The child is 30 minutes over the limit. Bonus time also covers this overrun, so all of the bonus time can be used.
    await use(5400);
    await page.reload();
    const now = page.getByTestId('now');
    await expect(now).toHaveAttribute('data-asked', 'blocked');
    await expect(panel).toContainText('Used up for today. Blocked until 00:00.');
    await expect(page.getByTestId('time-left')).toContainText('0 min left today');
    await press(page, 'extra-15m');
    await expect(page.locator('.toast').first()).toContainText('Mia gets 15 min more today.');
    await expect(panel).toContainText('45 min bonus time today');
    await expect(now).toHaveAttribute('data-asked', 'allowed');
    await expect.poll(async () => (await read()).allowance_extra).toEqual({ date, seconds: 2700 });
    await panel.locator('#own-extra').fill('25 h');
    await panel.locator('[value=extra-span]').click();
    await expect(panel.locator('#own-extra')).toHaveAttribute('aria-invalid', 'true');
    await expect(panel.locator('#own-extra')).toHaveValue('25 h');
    await panel.locator('[value=extra-back]').click();
    await expect(panel).not.toContainText('bonus time today');
    await expect.poll(async () => (await read()).allowance_extra).toBeNull();
    await expect(now).toHaveAttribute('data-asked', 'blocked');

    // Time in a learning app does not count.
    await agent.report('allowed', { apps: [{ bundle_id: 'com.example.reader', name: 'Reader', version: '1' }] });
    await page.goto(address);
    const learning = page.getByTestId('learning');
    await learning.locator('summary').click();
    await learning.getByLabel('Reader').check();
    await learning.locator('[value=learning-save]').click();
    await expect(page.getByTestId('learning-names')).toContainText('Reader');
    const readUncounted = async () => (await parent.call(getGranularity, { query: { user_id: childId } }))[0]?.uncounted_apps;
    await expect.poll(readUncounted).toEqual(['com.example.reader']);
    await page.locator('.toast button[value=learning-back]').click();
    await expect(page.getByTestId('learning-names')).not.toContainText('Reader');
    await expect.poll(readUncounted).toEqual([]);
    expect(faults).toEqual([]);
  });
}
