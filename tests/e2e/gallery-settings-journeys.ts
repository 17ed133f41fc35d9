import { getUserConfig, updateUserConfig } from '#app/wire/samples.ts';
import type { Agent } from '../clients/agent.ts';
import type { Parent } from '../clients/parent.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, asParent, grant, signUp } from './parent-page.ts';

type Opened = { agent: Agent; child: string; parent: Parent; email: string };

/** Opens the settings of a new family’s child. */
export async function openSettings(page: Page, plan: string | null = 'premium_plus_annual'): Promise<Opened> {
  const credentials = await signUp(page);
  const agent = await addChildWithDevice(page, 'Mia');
  const child = new URL(page.url()).pathname.split('/')[2] ?? '';
  if (plan !== null) await grant(credentials.email, plan);
  const parent = await asParent(credentials);
  await page.goto(`/gallery/${child}/settings`);
  return { agent, child, parent, email: credentials.email };
}

export async function readConfig({ parent, child }: Opened) {
  return parent.call(getUserConfig, { body: { request_type: 'get_user_config', request_args: { user_id: child } } });
}

/** Another window of the same parent changes settings. */
export async function changeElsewhere({ parent, child }: Opened, config: object): Promise<void> {
  await parent.call(updateUserConfig, { body: { request_type: 'update_user_config', request_args: { user_id: child, config } } });
}

/** What works with and without script. */
export function settingsJourneys(): void {
  test('a parent sets what is captured and searched; the page after a reload shows it (GAL-053, GAL-055, GAL-056, GAL-061)', async ({
    page,
  }) => {
    const opened = await openSettings(page);
    await expect(page).toHaveTitle(/Screenshot settings for Mia/);
    await page.getByRole('switch', { name: 'Automatic screenshots' }).click();
    await page.getByRole('switch', { name: 'Profanity' }).click();
    const custom = page.getByTestId('terms-custom');
    for (const term of ['skate park', '明天见']) {
      await custom.getByLabel('Add a term').fill(term);
      await custom.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(custom.locator('bdi', { hasText: term })).toBeVisible();
    }
    await custom.getByRole('button', { name: 'Remove skate park' }).click();
    await expect(custom.locator('bdi')).toHaveText(['明天见']);
    const ignored = page.getByTestId('terms-ignored');
    await ignored.locator('summary').click();
    await ignored.getByLabel('One per line').fill('headshot\nقاتل\n\nheadshot');
    await ignored.getByRole('button', { name: 'Save list' }).click();
    await expect(ignored.locator('bdi')).toHaveText(['headshot', 'قاتل']);
    await expect
      .poll(() => readConfig(opened))
      .toMatchObject({
        automated: { enabled: true },
        ocr: { custom_terms: ['明天见'], ignore_terms: ['headshot', 'قاتل'], categories: { profanity: false, violence: true } },
      });
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Profanity' })).toHaveAttribute('aria-checked', 'false');
    await expect(page.getByRole('switch', { name: 'Automatic screenshots' })).toHaveAttribute('aria-checked', 'true');
    await expect(custom.locator('bdi')).toHaveText(['明天见']);
  });

  test('invalid terms keep what was typed, with the reason (GAL-055)', async ({ page }) => {
    const opened = await openSettings(page);
    const custom = page.getByTestId('terms-custom');
    await custom.getByLabel('Add a term').fill('x'.repeat(61));
    await custom.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(custom.locator('.wrong')).toContainText('Use at most 60 characters.');
    await expect(custom.getByLabel('Add a term')).toHaveValue('x'.repeat(61));
    const many = Array.from({ length: 201 }, (_, index) => `term ${index}`).join('\n');
    const ignored = page.getByTestId('terms-ignored');
    await ignored.locator('summary').click();
    await ignored.getByLabel('One per line').fill(many);
    await ignored.getByRole('button', { name: 'Save list' }).click();
    await expect(ignored.locator('.wrong')).toContainText('That would be 201 terms.');
    await expect(ignored.getByLabel('One per line')).toHaveValue(many);
    expect((await readConfig(opened)).ocr).toMatchObject({ custom_terms: [], ignore_terms: [] });
  });

  test('a list saved in two windows keeps the terms of both (S29)', async ({ page }) => {
    const opened = await openSettings(page);
    await changeElsewhere(opened, { ocr: { custom_terms: ['first'] } });
    await page.reload();
    const custom = page.getByTestId('terms-custom');
    await custom.locator('summary').click();
    await custom.getByLabel('One per line').fill('first\nmine');
    await changeElsewhere(opened, { ocr: { custom_terms: ['first', 'theirs'] } });
    await custom.getByRole('button', { name: 'Save list' }).click();
    await expect(custom.locator('bdi')).toHaveText(['first', 'theirs', 'mine']);
  });

  test('Premium has no automatic screenshots; the page says which plan has them (GAL-046)', async ({ page }) => {
    await openSettings(page, 'premium_annual');
    await expect(page.getByTestId('locked')).toContainText('Automatic screenshots and possible hits need Premium+');
    await expect(page.getByRole('switch', { name: 'Automatic screenshots' })).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Screenshots', exact: true })).toBeEnabled();
    await expect(page.getByTestId('locked').getByRole('link')).toHaveAttribute('href', '/subscription');
  });

  test('each device says whether it makes screenshots, and what it needs (GAL-052, GAL-058, GAL-059, DEV-036)', async ({ page }) => {
    const { agent } = await openSettings(page);
    const row = page.getByTestId('vew-status');
    await expect(row).toHaveAttribute('data-why', 'key');
    await agent.report('allowed', { versions: { os_version: '6.9', app_version: '9' } });
    await page.reload();
    await expect(row).toHaveAttribute('data-vew', 'inactive');
    await expect(row).toContainText('Needs version 7 of its operating system or newer.');
    await agent.report('allowed', { versions: { os_version: '14', app_version: '5.9' } });
    await page.reload();
    await expect(row).toContainText('Needs version 6 of the child app or newer.');
  });

  test('adding a device mentions screenshots while no device makes any (DEV-077, A44)', async ({ page }) => {
    await openSettings(page);
    await page.goto('/connect');
    await expect(page.getByText('Your plan includes screenshots. You can turn them on after pairing.')).toBeVisible();
    await expect(page.locator('button[name=intent][value=connect]')).toBeVisible();
  });

  test('the settings of an unknown child lead away (A112)', async ({ page }) => {
    await openSettings(page);
    await page.goto('/gallery/nobody/settings');
    await page.waitForURL(/\/manage\//);
    await expect(page.locator('.toast')).toBeVisible();
  });
}
