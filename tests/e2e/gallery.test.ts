import { sendOrder } from '#tools/control.ts';
import { type GalleryFamily, openGalleryFamily, sendSample, turnOnAutomatic } from '../clients/gallery-family.ts';
import { expect, type Page, test } from './browser.ts';
import { complaints } from './complaints.ts';
import { collectFaults, layoutFaults } from './page-faults.ts';
import { press } from './parent-page.ts';

// High enough for all tiles of these tests. Only visible ones are in the document.
test.use({ viewport: { width: 1280, height: 1600 } });

const HOUR_MS = 60 * 60_000;

/** Opens the session of a new family in this browser. */
async function logInTo(page: Page, devices = 2): Promise<GalleryFamily> {
  const url = process.env.WEB_URL ?? '';
  const grant = (email: string, sku: string) => sendOrder(process.env.TEST_DATA ?? '', { do: 'grant', email, sku });
  const servers = { webUrl: url, apiUrl: process.env.API_URL ?? '', webEnv: async () => ({ INTERNAL: { grant } }) };
  const family = await openGalleryFamily(servers, { devices });
  const cookies = [...family.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: 'Lax' as const }));
  await page.context().addCookies(cookies);
  return family;
}

/** Opens a gallery with three screenshots, the second with a possible hit. The instructions were shown before. */
async function openGallery(page: Page): Promise<GalleryFamily & { ids: Array<string> }> {
  const family = await logInTo(page);
  const [phone, tablet] = family.agents;
  if (phone === undefined || tablet === undefined) throw new Error('No devices');
  await turnOnAutomatic(family.parent, family.childId);
  const now = Date.now();
  const ids = [
    await sendSample(phone, family.childId, { at: now - 60_000 }),
    await sendSample(phone, family.childId, { at: now - 2 * 60_000, hits: { violence: 2 } }),
    await sendSample(tablet, family.childId, { at: now - 25 * HOUR_MS }),
  ];
  await family.browser.open(`/gallery/${family.childId}`);
  await page.goto(`/gallery/${family.childId}`);
  await expect(page.locator('[data-tile]').first()).toBeVisible();
  await closeKeyDialog(page);
  // This browser never has the key, so each later document asks again.
  await page.addLocatorHandler(page.locator('[data-guard=gallery]'), () => page.keyboard.press('Escape'));
  return { ...family, ids };
}

/** Waits for the question for the key, which comes with each document, and closes it. Returns the accessibility faults of its dialog. */
async function complaintsAboutKeyDialog(page: Page): Promise<Array<string>> {
  await expect(page.locator('[data-guard=gallery]')).toBeVisible();
  const list = await complaints(page);
  await closeKeyDialog(page);
  return list;
}

async function closeKeyDialog(page: Page): Promise<void> {
  const dialog = page.locator('[data-guard=gallery]');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

const idsOf = (page: Page) => page.locator('[data-tile]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-tile')));

test('a filter applies at once, stays in the address, and only one panel is open (GAL-030, GAL-031, GAL-032)', async ({ page }) => {
  const { ids } = await openGallery(page);
  await page.locator('[data-panel=device] summary').click();
  await page.locator('[data-panel=category] summary').click();
  await expect(page.locator('details[data-panel][open]')).toHaveCount(1);
  await page.getByRole('checkbox', { name: /^Violence/ }).check();
  await expect.poll(() => idsOf(page)).toEqual([ids[1]]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 3 screenshots');
  expect(new URL(page.url()).searchParams.getAll('category')).toEqual(['violence']);
  await page.reload();
  await expect.poll(() => idsOf(page)).toEqual([ids[1]]);
  await page.locator('[data-panel=category]').getByRole('link', { name: 'Clear' }).click();
  await expect.poll(() => idsOf(page)).toEqual(ids);
});

test('selected screenshots are deleted after a question, and come back with Undo (GAL-029, A201)', async ({ page }) => {
  const { ids } = await openGallery(page);
  await page.locator('.g-select').click();
  await page.locator(`[data-tile="${ids[0]}"] .g-check`).check();
  // The choice stays when its tile is scrolled out of the document.
  await page.setViewportSize({ width: 375, height: 300 });
  await page.locator('.foot').scrollIntoViewIfNeeded();
  await expect(page.locator(`[data-tile="${ids[0]}"]`)).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 1600 });
  await expect(page.locator(`[data-tile="${ids[0]}"] .g-check`)).toBeChecked();
  await page.locator(`[data-tile="${ids[2]}"] .g-check`).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect(page.getByRole('dialog')).toContainText('Delete 2 screenshots?');
  await press(page, 'delete');
  await expect.poll(() => idsOf(page)).toEqual([ids[1]]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => idsOf(page)).toEqual(ids);
});

test('a requested screenshot appears without a reload, after each of its steps (GAL-042)', async ({ page }) => {
  const { agents, childId, ids } = await openGallery(page);
  const [agent] = agents;
  if (agent === undefined) throw new Error('No device');
  await page.locator('.g-actions summary').click();
  await page.locator('.pop button').first().click();
  await expect(page.locator('[data-step=requested][data-at]')).toHaveCount(1);
  const answered = await Promise.all(agents.map(async (one) => ({ one, commands: await one.commands() })));
  const asked = answered.find(({ commands }) => commands.some(({ kind }) => kind === 'on_demand'));
  await expect(page.locator('[data-step=delivered][data-at]')).toHaveCount(1);
  await expect(page.locator('[data-step=captured][data-at]')).toHaveCount(0);
  const command = asked?.commands.find(({ kind }) => kind === 'on_demand');
  const id = await sendSample(asked?.one ?? agent, childId, { cause: 'on_demand', command_id: command?.id });
  await expect(page.locator('[data-outcome=here]')).toBeVisible();
  await expect.poll(() => idsOf(page)).toEqual([id, ...ids]);
  await expect(page.locator('[data-awaited]')).toHaveCount(0);
});

test('the instructions are a dialog at the first visit only (GAL-057)', async ({ page }) => {
  const { childId } = await logInTo(page, 1);
  await page.goto(`/gallery/${childId}`);
  await expect(page.getByRole('dialog')).toContainText('Mia sees it');
  await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No screenshots yet.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const { name, ...look } of [
  { name: 'small and German', locale: 'de', colorScheme: 'light', width: 320 },
  { name: 'wide and dark', locale: 'en', colorScheme: 'dark', width: 1280 },
] as const) {
  test(`the gallery has no accessibility or layout faults: ${name}`, async ({ browser }) => {
    const { locale, colorScheme, width } = look;
    const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 640 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults = await collectFaults(page);
    const { childId, parent, agents } = await openGallery(page);
    const request_args = { user_id: childId, device_id: agents[0]?.deviceId };
    await parent.raw('POST', '/vew_request', { request_type: 'on_demand', request_args });
    await page.removeLocatorHandler(page.locator('[data-guard=gallery]'));
    const found: Record<string, Array<string>> = {};
    for (const search of ['', '?open=category&category=violence', `?delete=${(await idsOf(page))[0]}`]) {
      await page.goto(`/gallery/${childId}${search}`);
      if (!search.startsWith('?delete')) found[`${search} asking for the key`] = await complaintsAboutKeyDialog(page);
      const list = [...(await complaints(page)), ...(await layoutFaults(page, {}))];
      if (list.length > 0) found[search] = list;
    }
    await page.goto(`/gallery/${childId}`);
    await complaintsAboutKeyDialog(page);
    await page.locator('.g-select').click();
    const selecting = await complaints(page);
    if (selecting.length > 0) found.selecting = selecting;
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
}
