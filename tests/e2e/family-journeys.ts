import { createUser, listUsers, removeUser, updateUser } from '#app/wire/family.ts';
import type { Parent } from '../clients/parent.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, asParent, expectTakenOver, hasScript, press, signUp } from './parent-page.ts';

const card = (page: Page, name: string) => page.locator('.child').filter({ has: page.getByRole('heading', { name }) });

async function openFace(page: Page, name: string): Promise<void> {
  await card(page, name).locator('a[href*="edit=1"]').click();
  await page.locator('a[href*="face=1"]').click();
  await expectTakenOver(page.locator('[name=photo]'));
}

async function choosePhoto(page: Page, buffer: Buffer): Promise<void> {
  await page.locator('[name=photo]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer });
}

async function sendPhoto(page: Page, buffer: Buffer): Promise<void> {
  await choosePhoto(page, buffer);
  await page.locator('button[value=face]').click();
}

/** Expects an error at the name field when the name is empty; the field stays empty. */
async function expectEmptiedName(page: Page): Promise<void> {
  await card(page, 'Leo').locator('a[href*="edit=1"]').click();
  const name = page.locator('[name=name]');
  await expectTakenOver(name);
  await name.fill('');
  await page.locator('[name=birthday]').focus();
  await press(page, 'edit-child');
  await expect(page.locator('.wrong')).toHaveText('Enter a name.');
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
  await page.locator('a[data-way-out]').click();
  if (!hasScript()) return;
  // The page asks before it discards typed text, however the user leaves.
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await page.goBack();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('dialog')).toHaveCount(0);
}

/** Expects an error message for a form with an unknown intent, and everything typed to be kept. */
async function expectForged(page: Page): Promise<void> {
  await page.goto('/my-family?new=1');
  const name = page.locator('[name=name]');
  await expectTakenOver(name);
  await name.fill('Zoe');
  await page.locator('button[value=new-child]').evaluate((button) => button.setAttribute('value', 'forged'));
  await page.locator('button[value=forged]').click();
  await expect(page.locator('[data-notice="error_strings.unknown"]')).toBeVisible();
  await expect(name).toHaveValue('Zoe');
}

/**
 * Expects a save to be refused when the other parent has changed the same child (S29). The page names that change and keeps what was chosen
 * here. A second save succeeds.
 */
async function expectConflict(page: Page, parent: Parent): Promise<void> {
  const find = async () => [await parent.call(listUsers, { query: {} })].flat().find(({ user_name }) => user_name === 'Leo');
  const { user_id = '', updated_ts = 0 } = (await find()) ?? {};
  await card(page, 'Leo').locator('a[href*="edit=1"]').click();
  await expectTakenOver(page.locator('[name=gender]'));
  await page.locator('[name=gender]').selectOption('male');
  await parent.call(updateUser, { body: { user_id, updated_ts, time_zone: 'Asia/Tokyo' } });
  // The page updates, but the open form does not.
  if (test.info().project.name === 'js') await expect(page.locator(`[data-child="${user_id}"]`)).toContainText('Japan');
  await press(page, 'edit-child');
  await expect(page.locator('[data-notice]')).toContainText('Time zone: Tokyo, Japan');
  await expect(page.locator('[name=gender]')).toHaveValue('male');
  await expect(page.locator('[name=time_zone]')).toHaveValue('Tokyo, Japan');
  await press(page, 'edit-child');
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(await find()).toMatchObject({ time_zone: 'Asia/Tokyo', gender: 'male' });
}

/** Expects a save to be refused when the other parent has changed Leo's profile picture. A second save overwrites that change. */
async function expectFaceConflict(page: Page, parent: Parent): Promise<void> {
  const find = async () => [await parent.call(listUsers, { query: {} })].flat().find(({ user_name }) => user_name === 'Leo');
  const { user_id = '', updated_ts = 0 } = (await find()) ?? {};
  await parent.call(updateUser, { body: { user_id, updated_ts, settings: { slot: 3, avatar_idx: 5 } } });
  // Leo's photo hides color and avatar changes, so the changed time zone shows that the page has updated.
  const { updated_ts: again = 0 } = (await find()) ?? {};
  await parent.call(updateUser, { body: { user_id, updated_ts: again, time_zone: 'Asia/Seoul' } });
  if (test.info().project.name === 'js') await expect(page.locator(`[data-child="${user_id}"]`)).toContainText('Korea');
  await press(page, 'face');
  await expect(page.locator('[data-notice="error_strings.stale_kept"]')).toBeVisible();
  await expect(page.locator('[name=slot]:checked')).toHaveValue('7');
  expect((await find())?.settings).toEqual({ slot: 3, avatar_idx: 5 });
  await press(page, 'face');
}

/** Expects a message that another client removed the child: on removal, and on every page of that child (FAM-035, MAN-004). */
async function expectGone(page: Page, parent: Parent): Promise<void> {
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Kim', time_zone: 'UTC' } } });
  await page.goto(`/my-family?child=${user_id}&confirm=remove`);
  await expect(page.locator('a[data-way-out]')).toHaveText('Don’t remove');
  await parent.call(removeUser, { query: { user_id } });
  // With script the page updates immediately.
  if (test.info().project.name === 'nojs') await press(page, 'remove-child');
  for (const path of ['/my-family', `/manage/${user_id}`, '/manage/nobody/devices']) {
    if (path !== '/my-family') await page.goto(path);
    await expect(page.locator('.toast')).toContainText('That child was removed.');
  }
}

/** Expects distinct labels for two children with the same name, and a message to the parent. */
async function expectNamesakes(page: Page): Promise<void> {
  await page.goto('/my-family?new=1');
  await page.locator('[name=name]').fill('leo');
  await press(page, 'new-child');
  await expect(page.locator('.toast')).toContainText('they appear as Leo and leo (2)');
  await card(page, 'leo (2)').locator('a[href*="edit=1"]').click();
  await expect(page.locator('[name=name]')).toHaveValue('leo');
  await expect(page.locator('dialog .hint').first()).toContainText('appears as leo (2)');
  await page.locator('a[href*="confirm=remove"]').click();
  // The child's Bedtime was never turned on, so the question lists no rule that would be lost.
  await expect(page.locator('.losses')).not.toContainText('rule');
  await press(page, 'remove-child');
  await expect(page.locator('.toast')).toContainText('leo (2) was removed.');
}

/** Signs up with five children, and opens the page of the one with a device. */
export async function openFamilyOfFive(page: Page): Promise<void> {
  const parent = await asParent(await signUp(page));
  await addChildWithDevice(page, 'Mia');
  for (const name of ['Annika', 'Ben', 'Charlotte', 'Dario'])
    await parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: 'UTC' } } });
  await page.reload();
  await expect(page.locator('.switcher a').first()).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.switcher a')).toHaveCount(5);
}

/** Defines the tests of children and profile pictures. They run with and without script. `cut` is the size of the saved photo in px. */
export function familyJourneys(cut: { width: number; height: number }): void {
  test('adds, changes and removes a child and its profile picture, and each response says what happened (FAM-001, FAM-047)', async ({
    page,
  }) => {
    // Many page loads take more than a minute on a busy machine.
    test.slow();
    const parent = await asParent(await signUp(page));
    await addChildWithDevice(page, 'Mia');
    await page.goto('/my-family');

    await page.getByRole('link', { name: 'Add a child' }).click();
    await page.locator('[name=name]').fill('Leo');
    await page.locator('[name=birthday]').fill('2999-01-01');
    await press(page, 'new-child');
    await expect(page.locator('.wrong')).toHaveText('This date is in the future.');
    await expect(page.locator('[name=name]')).toHaveValue('Leo');
    await page.locator('[name=birthday]').fill('2015-05-14');
    await page.locator('[name=name]').press('Enter');
    await expect(card(page, 'Leo')).toContainText(/\d\d years/);
    await expectEmptiedName(page);
    await expectConflict(page, parent);
    await expectGone(page, parent);
    await expectForged(page);
    await page.goto('/my-family');

    await openFace(page, 'Leo');
    await sendPhoto(page, Buffer.alloc(0));
    await expect(page.locator('[data-notice]')).toContainText('Invalid empty avatar');
    // One button saves both color and photo.
    await page.locator('label:has([name=slot][value="4"])').click();
    const photo = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 300, height: 200 } });
    if (hasScript()) {
      // With script, the page refuses an unreadable file before the server could refuse its size.
      await sendPhoto(page, Buffer.alloc(3_000_000));
      await expect(page.locator('.photo-form .wrong')).toContainText('We can’t read this file');
      // Submits before the preview is drawn; the photo is still cropped to a square.
      await page.evaluate(() => {
        document.addEventListener('change', () => document.querySelector<HTMLElement>('button[value=face]')?.click(), { once: true });
      });
      await choosePhoto(page, photo);
    } else await sendPhoto(page, photo);
    await expect(page.locator('.toast')).toContainText('Saved.');
    const src = (await card(page, 'Leo').locator('img.photo').getAttribute('src')) ?? '';
    const answer = await page.request.get(src);
    expect(answer.headers()).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    expect(answer.headers()['cache-control']).toContain('private');
    expect(sizeOf(await answer.body())).toEqual(cut);

    await openFace(page, 'Leo');
    await expect(page.locator('[name=slot]:checked')).toHaveValue('4');
    await page.locator('label:has([name=slot][value="7"])').click();
    await page.locator('label:has([name=avatar_idx][value="2"])').click();
    await expectFaceConflict(page, parent);
    await expect(page.locator('.toast')).toContainText('Saved.');
    await openFace(page, 'Leo');
    await press(page, 'remove-photo');
    await expect(card(page, 'Leo').locator('.face-7 use')).toHaveAttribute('href', /#fox$/);
    await expect(card(page, 'Leo').locator('img.photo')).toHaveCount(0);

    await expectNamesakes(page);
    await card(page, 'Mia').locator('a[href*="edit=1"]').click();
    await page.locator('a[href*="confirm=remove"]').click();
    await expect(page.locator('.losses')).toContainText('Management of');
    await press(page, 'remove-child');
    // The only device was removed with Mia, so the next page is for adding one.
    await page.waitForURL('**/connect');
    await expect(page.locator('.toast')).toContainText(/Mia was removed, along with 1 device/);
    await expect(page.locator('[name=child]').first()).toBeAttached();
    expect(await page.locator('body').textContent()).toContain('Leo');
  });
}

/** Returns width and height from the frame header of a JPEG. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return { width: 0, height: 0 };
}
