import { deleteSample, updateUserConfig } from '#app/wire/samples.ts';
import { expect, type Page, test } from './browser.ts';
import { complaints } from './complaints.ts';
import { logIn } from './parent-page.ts';
import { drawAgain, openSampled, type SampledPage, showsExactly } from './sampled-page.ts';

test.setTimeout(240_000);

const SHOT = '.big-shot [data-kind=screen-0]';

/** Waits until an element that shows a picture has it, or has the given state. */
async function expectPicture(page: Page, selector: string, state = 'open'): Promise<void> {
  await expect(page.locator(selector).first()).toHaveAttribute('data-picture', state);
}

/** What this browser stores: names of databases and their rows, caches, storages, and the number of rows with an unlocked key. */
async function stored(page: Page) {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const rows: Array<string> = [];
    for (const { name = '' } of databases) {
      const opening = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of db.objectStoreNames) {
        const asking = db.transaction(store).objectStore(store).count();
        const count = await new Promise<number>((resolve) => {
          asking.onsuccess = () => resolve(asking.result);
        });
        rows.push(`${name}.${store}: ${count}`);
      }
      db.close();
    }
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return {
      rows,
      cached: cached.flat().filter((url) => /sample|gallery/.test(url)),
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    };
  });
}

/** True if nothing of the screenshots is left in the page’s memory or the browser’s storage, apart from empty tables for keys. */
async function expectNothingLeft(page: Page, family: SampledPage, sampleIds: Array<string>): Promise<void> {
  await expect.poll(async () => (await stored(page)).rows).toEqual(expect.not.arrayContaining([expect.stringMatching(/: [1-9]/)]));
  const left = await stored(page);
  expect(left.cached).toEqual([]);
  for (const id of [...sampleIds, family.childId]) expect(left.storage).not.toContain(id);
  expect(await page.locator('canvas').count()).toBe(0);
}

test('a screenshot opens in the browser as the device drew it, and only sealed bytes are downloaded (GAL-047, GAL-048, GAL-051, GAL-060, KEYS-022)', async ({
  page,
}) => {
  const family = await openSampled(page);
  const sampleId = await family.capture();
  const { picture, thumb, screen } = await drawAgain(family, sampleId);
  expect(Math.max(picture.width, picture.height)).toBe(1024);
  const bodies: Array<{ host: string; head: string; caching: string }> = [];
  page.on('response', async (response) => {
    const { host, pathname } = new URL(response.url());
    if (!pathname.startsWith('/resources/sample-object/')) return;
    const caching = response.headers()['cache-control'] ?? '';
    bodies.push({ host, caching, head: (await response.body()).subarray(0, 4).toString() });
  });
  await page.goto(`/gallery/${family.childId}/${sampleId}`);
  await expectPicture(page, SHOT);
  expect(await showsExactly(page, SHOT, picture.bytes)).toBe(true);
  await expectPicture(page, '.filmstrip [data-kind=thumb]');
  expect(await showsExactly(page, '.filmstrip [data-kind=thumb]', thumb.bytes)).toBe(true);
  const host = new URL(page.url()).host;
  for (const body of bodies) expect(body).toEqual({ host, caching: 'no-store', head: 'PLS1' });
  expect(bodies.length).toBeGreaterThan(1);
  // The simulated screen has a possible hit at some times.
  const show = page.getByRole('button', { name: 'Show', exact: true });
  if (await show.isVisible()) await show.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.app.name);
  await expect(page.locator('.v-text p')).toHaveText(screen.lines);

  await page.getByRole('link', { name: 'What our server stores' }).click();
  await page.waitForURL('**/server');
  for (const kind of ['thumb', 'meta', 'screen-0']) {
    // «PLS1» and the algorithm.
    await expect(page.locator(`[data-object=${kind}] .v-hex`).nth(1)).toHaveText(/^504c5331 01/);
  }
  await expect(page.locator('[data-opened=open]')).toContainText(screen.title);
  await page.locator('[data-object=screen-0] .g-picture').scrollIntoViewIfNeeded();
  await expectPicture(page, '[data-object=screen-0] .g-picture');
  expect(await complaints(page)).toEqual([]);
});

test('arrows, keys and swipes lead to the neighbors, and a screenshot with a hit is veiled until it is tapped (GAL-034)', async ({
  page,
}) => {
  const family = await openSampled(page);
  const older = await family.capture();
  // Each screen names its app.
  const config = { ocr: { custom_terms: ['Chat', 'Browser', 'Castle Raid', 'Video'] } };
  const request_args = { user_id: family.childId, config };
  await family.parent.call(updateUserConfig, { query: {}, body: { request_type: 'update_user_config', request_args } });
  const newer = await family.capture();
  await page.goto(`/gallery/${family.childId}/${newer}`);
  await expectPicture(page, SHOT);
  await expect(page).toHaveTitle(/^Screenshot of Mia, \d\d:\d\d ·/);
  await expect(page.locator('.filmstrip').getByRole('link', { name: /^\d+ \w+, \d\d:\d\d, .*Acme One/ })).toHaveCount(2);
  const stage = page.locator('.stage');
  await expect(stage).toBeFocused();
  await expect(page.locator(`${SHOT}.g-veiled`)).toHaveCount(1);
  await expect(page.locator('.v-hit')).toContainText(/Possible: .*your terms/);
  // Text and app are veiled with the picture.
  await expect(page.getByText('App and text appear when you show the screenshot.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Screenshot');
  await expect(page.locator('.v-text')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await expect(page.locator('.big-shot .g-veiled')).toHaveCount(0);
  await expect(stage).toBeFocused();
  await expect(page.locator('.v-text mark').first()).toBeVisible();

  await page.keyboard.press('+');
  await expect(page.locator('.stage-view')).toHaveAttribute('data-zoom', '1.5');
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(`**/${older}`);
  await expectPicture(page, SHOT);
  await expect(stage).toBeFocused();
  await page.getByRole('link', { name: 'Newer screenshot' }).click();
  await page.waitForURL(`**/${newer}`);
  const box = await page.locator('.stage-view').boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 100];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 120, y);
  await page.mouse.up();
  await page.waitForURL(`**/${older}`);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/gallery/${family.childId}`);

  await expect(page.locator('.g-virtual .g-tile')).toHaveCount(2);
  await expectPicture(page, `[data-sample="${older}"]`);
  await family.parent.call(deleteSample, { query: {}, body: { request_type: 'delete_sample', request_args: { sample_ids: [older] } } });
  // The hint about the deletion reaches the open page (GAL-034).
  await expect(page.locator('.g-virtual .g-tile')).toHaveCount(1);
});

test('each fault has its own words; a failed download can be tried again', async ({ page }) => {
  const family = await openSampled(page);
  const sampleId = await family.capture();
  const path = `/gallery/${family.childId}/${sampleId}`;
  const answerWith = async (status: number, body: Buffer | null = null) => {
    await page.unroute('**/resources/sample-object/*screen-0*');
    await page.route('**/resources/sample-object/*screen-0*', (route) => route.fulfill({ status, ...(body === null ? {} : { body }) }));
    await page.goto(path);
  };
  await answerWith(404);
  await expectPicture(page, SHOT, 'missing');
  await expect(page.locator(SHOT)).toContainText('Our server no longer has it.');
  await answerWith(200, Buffer.from(`PLS1${'x'.repeat(80)}`));
  await expectPicture(page, SHOT, 'altered');
  await expect(page.locator(SHOT)).toContainText('It’s not what the device encrypted');
  await answerWith(503);
  await expectPicture(page, SHOT, 'failed');
  await page.unroute('**/resources/sample-object/*screen-0*');
  await page.locator(SHOT).getByRole('button', { name: 'Try again' }).click();
  await expectPicture(page, SHOT);
});

test('a locked key asks for the password and offers every other way; unlocked, the pictures open (A51)', async ({ page, browser }) => {
  const family = await openSampled(page);
  const sampleId = await family.capture();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto('/?view=login');
  await logIn(other, family.credentials);
  await other.waitForURL(/\/manage/);
  await other.evaluate(() => indexedDB.deleteDatabase('keys'));
  await other.goto(`/gallery/${family.childId}`);
  await expect(other.locator('h1')).toHaveText('1 screenshot, locked.');
  await other.goto(`/gallery/${family.childId}/${sampleId}`);
  const dialog = other.getByRole('dialog', { name: 'Unlock your screenshots' });
  await expect(dialog).toBeVisible();
  await dialog.getByText('Other ways').click();
  await expect(dialog.getByRole('button', { name: 'Create a new key' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expectPicture(other, SHOT, 'sealed');
  await expect(other.getByRole('button', { name: 'Unlock' })).toBeFocused();
  // The filmstrip stays in the window below the cookie notice.
  await other.setViewportSize({ width: 1280, height: 900 });
  await expect(other.locator('.cookie-notice')).toBeVisible();
  const strip = await other.locator('.filmstrip').boundingBox();
  expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(900);
  await other.getByRole('button', { name: 'Unlock' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toContainText('That’s not your password.');
  await dialog.getByLabel('Password', { exact: true }).fill(family.credentials.password);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toBeHidden();
  await expectPicture(other, SHOT);
  await context.close();
});

test('a logout and the end of a session leave no screenshot, key, cache entry or page in the browser (GAL-035, GAL-036)', async ({
  page,
}) => {
  const family = await openSampled(page);
  const sampleId = await family.capture();
  const gallery = `/gallery/${family.childId}`;
  await page.goto(gallery);
  await expectPicture(page, '.g-virtual .g-picture');
  await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // By key, because the veil of a possible hit lies over the link.
  await page.locator('.g-open').first().press('Enter');
  await page.waitForURL(`**/${sampleId}`);
  await expectPicture(page, SHOT);
  expect((await stored(page)).rows).toContainEqual('keys.opened: 1');
  await page.goto('/logout');
  await page.waitForURL(/view=login/);
  await expectNothingLeft(page, family, [sampleId]);
  await page.goBack();
  await page.waitForURL(/view=login/);
  await expectNothingLeft(page, family, [sampleId]);

  await logIn(page, family.credentials);
  await page.waitForURL(/\/(manage|gallery)/);
  await page.goto(gallery);
  await expectPicture(page, '.g-virtual .g-picture');
  // The session ends elsewhere: the next answer to a script is a refusal.
  await page.context().clearCookies({ name: 'session' });
  // By key, because the veil of a possible hit lies over the link.
  await page.locator('.g-open').first().press('Enter');
  await page.waitForURL(/view=login/);
  await expectNothingLeft(page, family, [sampleId]);
});
