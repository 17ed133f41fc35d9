import { getAccount } from '#app/wire/account.ts';
import { createRule, listRules, updateRule } from '#app/wire/rule.ts';
import { expect, type Locator, type Page, test } from './browser.ts';
import {
  addChildByHand,
  addChildWithDevice,
  asParent,
  expectAsked,
  expectTakenOver,
  hasScript,
  logIn,
  newCredentials,
  noonZone,
  openMenu,
  press,
  signUp,
  signUpByHand,
} from './parent-page.ts';

/** Seconds between the two presses of a double click or tap. The page compares event timestamps, so a slow machine does not matter. */
const GAP_S = 0.15;

async function clickTwice(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const at = { ...(await middleOf(target)), button: 'left' } as const;
  const browser = await page.context().newCDPSession(page);
  const begun = Date.now() / 1000;
  for (const clickCount of [1, 2]) {
    const timestamp = begun + (clickCount - 1) * GAP_S;
    await browser.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', clickCount, timestamp });
    await browser.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', clickCount, timestamp: timestamp + 0.02 });
  }
  await browser.detach();
}

async function tapTwice(page: Page, target: Locator): Promise<void> {
  const touchPoints = [await middleOf(target)];
  const browser = await page.context().newCDPSession(page);
  const begun = Date.now() / 1000;
  for (const timestamp of [begun, begun + GAP_S]) {
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.02 });
  }
  await browser.detach();
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Defines the parent journeys. They run with and without script. */
export function journeys(): void {
  test('signs up, pairs, blocks, and shows what the device confirmed (MAN-006, 007, 011, 012, 023, 027, PAIR-001, 037, RT-038, SIGN-008)', async ({
    page,
  }) => {
    const credentials = await signUpByHand(page);
    const agent = await addChildByHand(page, 'Mia');
    const now = page.getByTestId('now');
    const receipt = page.getByTestId('receipt').locator('[data-receipt]');
    await expect(now).toHaveAttribute('data-view', 'allowed');

    await press(page, 'block-30m');
    await expectAsked(page);
    await expect(now.locator('h1')).toContainText('Mia can still use devices');
    await expect(receipt).toHaveAttribute('data-receipt', 'saved');

    const commands = await agent.commands();
    await page.reload();
    await expect(receipt).toHaveAttribute('data-receipt', 'sent');
    await agent.ack(commands, 'blocked');
    await page.reload();
    await expect(now).toHaveAttribute('data-view', 'blocked');
    await expect(now.locator('h1')).toContainText('Mia is blocked until');
    await expect(receipt).toHaveAttribute('data-receipt', 'confirmed');
    await expect(receipt).toContainText('after');
    await page.locator('.why summary').click();
    await expect(page.locator('.why')).toContainText('Applies now.');
    expect((await (await asParent(credentials)).call(getAccount)).block_count).toBe(1);

    await press(page, 'lift');
    await expectAsked(page);
    await agent.ack(await agent.commands(), 'allowed');
    await page.reload();
    await expect(now.locator('h1')).toContainText('Mia can use devices');
  });

  test('shows that a device failed, and keeps the reported state in the headline', async ({ page }) => {
    await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    await press(page, 'block-30m');
    await expectAsked(page);
    await agent.ack(await agent.commands(), 'allowed', 'error');
    await page.reload();
    await expect(page.getByTestId('receipt').locator('[data-receipt]')).toHaveAttribute('data-receipt', 'failed');
    await expect(page.getByTestId('now').locator('h1')).toContainText('can still use devices');
  });

  test('refuses the sixth block of the month, and keeps the state', async ({ page }) => {
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const parent = await asParent(credentials);
    const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const block = { query: { user_id: childId }, body: { type: 'override', ruledef_name: 'block', expiry: null } };
    for (let count = 0; count < 5; count++) await parent.call(createRule, block);
    await parent.call(createRule, { ...block, body: { ...block.body, ruledef_name: 'grant' } });
    await agent.ack(await agent.commands(), 'allowed');
    await page.reload();
    await press(page, 'block-1h');
    // With script the refusal is a dialog.
    const refusal = page.getByRole('alert').or(page.getByRole('dialog'));
    await expect(refusal).toContainText('all 5 blocks in your plan this month');
    await expect(refusal.getByRole('link', { name: /plan/i })).toBeVisible();
    await expect(page.getByTestId('now')).toHaveAttribute('data-view', 'allowed');
    expect((await parent.call(getAccount)).block_count).toBe(5);
  });

  test.describe('action buttons by touch and mouse', () => {
    test.use({ hasTouch: true });
    test('a double click, a double tap and a held Enter have one effect and keep the focus in the page', async ({ page }) => {
      const credentials = await signUp(page);
      await addChildWithDevice(page, 'Mia');
      const block = page.locator('button[name=intent][value=block-open]').first();
      await clickTwice(page, block);
      await expectAsked(page);
      expect((await (await asParent(credentials)).call(getAccount)).block_count).toBe(1);
      if (!hasScript()) return;

      const sent: Array<string | undefined> = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(/intent=([^&]*)/.exec(request.postData() ?? '')?.[1]);
      });
      const liftAfter = async (blockTwice: () => Promise<void>) => {
        await press(page, 'lift');
        await expect(block).toBeVisible();
        await expect(page.locator('[data-sending]')).toHaveCount(0);
        await blockTwice();
        await expect(block).toBeHidden();
      };
      await liftAfter(async () => {
        await tapTwice(page, block);
      });
      await liftAfter(async () => {
        await block.focus();
        for (let times = 0; times < 10; times++) {
          await page.keyboard.down('Enter');
        }
        await page.keyboard.up('Enter');
      });
      // A queued second block would be sent before this unblock.
      await press(page, 'lift');
      await expect(block).toBeVisible();
      await expect.poll(() => sent).toEqual(['lift', 'block-open', 'lift', 'block-open', 'lift']);

      // When the pressed button disappears, the focus moves to another control. The same happens when a message closes.
      await page.locator('button[name=intent][value=pause-open]').first().focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('button[name=intent][value=resume]').first()).toBeFocused();
      const undo = page.locator('.toast button[value=undo-pause]');
      await expect(undo).toBeVisible();
      await page.keyboard.press('F6');
      await expect(undo).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(undo).toBeHidden();
      await expect(block).toBeFocused();
    });
  });

  test('refuses a change from an outdated page, and changes nothing', async ({ page, context }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await press(page, 'block-30m');
    await expectAsked(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await press(other, 'block-1h');
    await expectAsked(other);
    // With script, the first tab learns of the second block. Replacing the rule ID makes its request as outdated as it is without script.
    await page.route('**/manage/**', (route) => {
      const form = route
        .request()
        .postData()
        ?.replace(/(?<=rule_id=)[^&]*/, 'one-that-is-gone');
      return route.continue(form === undefined ? {} : { postData: form });
    });
    await press(page, 'lift');
    await expect(page.getByRole('alert')).toContainText('Someone else changed this');
    await expect(page.getByTestId('now')).toHaveAttribute('data-asked', 'blocked');
  });

  test('pauses for half an hour, shows what the device confirmed, and resumes (MAN-027)', async ({ page }) => {
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const now = page.getByTestId('now');
    await press(page, 'pause-30m');
    await expectAsked(page);
    await expect(now.locator('h1')).toContainText('Mia can still use devices');
    await expect(now.locator('h1')).toContainText('Sent: pause until');
    await expect(page.getByTestId('receipt')).toContainText('Sent: pause.');
    const [child] = (await agent.policy()).policy.users;
    expect(child?.requested_state).toBe('pause');
    expect(Math.round(((child?.pause_until ?? 0) - Date.now()) / 60_000)).toBeGreaterThan(27);
    expect((await (await asParent(credentials)).call(getAccount)).block_count).toBe(1);

    await agent.ack(await agent.commands(), 'paused');
    await page.reload();
    await expect(now).toHaveAttribute('data-view', 'paused');
    await expect(now.locator('h1')).toContainText('Mia’s devices are paused until');
    await expect(page.locator('.why > p')).toContainText('Paused by you.');
    await expect(page.locator('.strip-force')).toHaveAttribute('data-state', 'paused');

    await press(page, 'resume');
    await expectAsked(page);
    await agent.ack(await agent.commands(), 'allowed');
    await page.reload();
    await expect(now.locator('h1')).toContainText('Mia can use devices');
    expect((await agent.policy()).policy.users[0]?.requested_state).toBe('play');
  });

  test('undoes a pause without an end, and restores the allow rule that the pause had ended', async ({ page }) => {
    await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    await press(page, 'allow-1h');
    await expect(page.locator('.toast')).toContainText('Allowing Mia until');
    await press(page, 'pause-open');
    await expect(page.locator('.toast')).toContainText('Pausing Mia…');
    expect((await agent.policy()).policy.users[0]).toMatchObject({ requested_state: 'pause', pause_until: null });
    await page.locator('.toast button[value=undo-pause]').click();
    await expect(page.getByTestId('now')).toHaveAttribute('data-asked', 'allowed');
    await expect(page.locator('.toast', { hasText: 'Undone.' })).toBeVisible();
    expect((await agent.policy()).policy.users[0]).toMatchObject({
      requested_state: 'play',
      rules: expect.arrayContaining([expect.objectContaining({ type: 'override', ruledef_name: 'grant' })]),
    });
  });

  test('turns Bedtime on, skips it today, and reports a conflict when two parents change it (RULE-023, RULE-025, RULE-037)', async ({
    page,
  }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const bedtime = page.getByTestId('window');
    const day = page.getByTestId('day');
    await expect(bedtime).toHaveAttribute('data-on', 'false');
    await press(page, 'schedule-on');
    await expect(bedtime).toHaveAttribute('data-on', 'true');
    // Shows that the change is saved, not only displayed optimistically.
    await expect(day).toContainText('Bedtime, scheduled 21:00–24:00.');
    await press(page, 'schedule-skip');
    await expect(bedtime).toContainText('Skipped today.');
    await expect(day).not.toContainText('scheduled 21:00');
    await press(page, 'schedule-unskip');
    await expect(day).toContainText('Bedtime, scheduled 21:00–24:00.');

    await bedtime.getByRole('link', { name: 'Edit Bedtime' }).click();
    const editor = page.getByRole('dialog');
    await expectTakenOver(editor.locator('[name=from]'));
    await expect(editor.locator('[name=name]')).toHaveValue('Bedtime');
    await expect(editor.locator('[name=from]')).toHaveValue('21:00');
    await expect(editor.locator('[name=to]')).toHaveValue('05:00');
    await editor.locator('[name=from]').fill('20:30');
    await editor.locator('[name=to]').fill('06:15');
    const parent = await asParent(credentials);
    const [rule] = await parent.call(listRules, { query: { user_id: childId } });
    const change = { rule_id: rule?.rule_id ?? '', updated_ts: rule?.updated_ts ?? 0, time_duration: '22:00PT60M' };
    await parent.call(updateRule, { query: { user_id: childId }, body: change });
    // A preview in between keeps the version that the editor read first.
    if (!hasScript()) await press(page, 'schedule-preview');
    await press(page, 'schedule-save');
    await expect(editor.getByRole('alert')).toContainText('Someone else changed this');
    await expect(page.getByTestId('saved-now')).toContainText('Bedtime, Every day, 22:00–23:00');
    await expect(page.getByTestId('saved-now')).toBeInViewport({ ratio: 1 });
    await expect(editor.locator('[name=from]')).toHaveValue('20:30');
    await press(page, 'schedule-save');
    await expect(page.getByTestId('window-times')).toHaveText('Every day, 20:30–06:15 next day');
    await expect(editor).toHaveCount(0);
    await expect(day).toContainText('Bedtime, scheduled 20:30–24:00.');
    const [saved] = await parent.call(listRules, { query: { user_id: childId } });
    expect(saved).toMatchObject({ rule_name: 'Bedtime', time_duration: '20:30PT585M', suspended: false, exceptions: [] });
  });

  test('creates, previews and deletes a schedule, and refuses to add or turn on a second one on the free plan (RULE-022, RULE-024, RULE-037)', async ({
    page,
  }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia', noonZone());
    const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
    await page.getByRole('link', { name: 'Add schedule' }).click();
    const editor = page.getByRole('dialog');
    await expectTakenOver(editor.locator('[name=from]'));
    await expect(editor.locator('[name=from]')).toHaveValue('21:00');
    await editor.locator('[name=name]').fill('N'.repeat(65));
    await editor.locator('[name=from]').fill('19:45');
    for (const box of await editor.locator('[name=days]').all()) await box.uncheck({ force: true });
    await press(page, 'schedule-save');
    await expect(editor.locator('.wrong')).toHaveText(['Use at most 64 characters.', /at least one day/]);
    await expect(editor.locator('[name=from]')).toHaveValue('19:45');
    await expect(editor.locator('[name=days]:checked')).toHaveCount(0);
    await expect(page.getByTestId('preview').locator('li').first()).toContainText('none');
    await editor.locator('[name=name]').fill('Evening');
    for (const box of await editor.locator('[name=days]').all()) await box.check({ force: true });
    await press(page, 'schedule-row-add');
    // The new row is far below the first field, so it must be focused and in view.
    await expect(editor.locator('[name=ex-1-date]')).toBeFocused();
    await expect(editor.locator('[name=ex-1-date]')).toBeInViewport();
    const tomorrow = await page.locator('#ask-on option').nth(1).getAttribute('value');
    await editor.locator('[name=ex-1-date]').fill(tomorrow ?? '');
    if (!hasScript()) await press(page, 'schedule-preview');
    const days = page.getByTestId('preview').locator('li');
    await expect(days.first()).toContainText('19:45–05:00');
    await expect(days.nth(1)).toContainText('none');
    await expect(page.getByTestId('preview')).toContainText('Evening is skipped (exception).');
    await press(page, 'schedule-save');
    const evening = page.getByTestId('window').filter({ hasText: 'Evening' });
    await expect(evening.getByTestId('window-times')).toHaveText('Every day, 19:45–05:00 next day');
    const parent = await asParent(credentials);
    await expect
      .poll(async () => (await parent.call(listRules, { query: { user_id: childId } }))[1])
      .toMatchObject({ rule_name: 'Evening', time_duration: '19:45PT555M', exceptions: [{ date: tomorrow, off: true }] });

    // The free plan has one schedule (RULE-030), so the dialog links to the plan.
    await page.getByRole('link', { name: 'Add schedule' }).click();
    await expect(editor.getByRole('link', { name: 'See your plan' })).toBeVisible();
    await editor.getByRole('link', { name: 'Cancel' }).click();
    await expect(editor).toHaveCount(0);
    // Bedtime can’t be turned on either. It stays off, and the schedule that uses the plan’s place stays on.
    const bedtime = page.getByTestId('window').filter({ hasText: 'Bedtime' });
    await press(page, 'schedule-on');
    const refusal = page.getByRole('alert').or(editor);
    await expect(refusal).toContainText('Your plan includes 1 schedule per child');
    await expect(refusal.getByRole('link', { name: 'See your plan' })).toHaveAttribute('href', '/subscription');
    await page.reload();
    await expect(bedtime).toHaveAttribute('data-on', 'false');
    await expect(evening).toHaveAttribute('data-on', 'true');
    expect((await parent.call(listRules, { query: { user_id: childId } })).map(({ suspended }) => suspended)).toEqual([true, false]);

    await page.locator('#ask-at').fill('22:00');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByTestId('foreseen')).toContainText('At 22:00: blocked.');
    await expect(page.getByTestId('foreseen')).toContainText('Evening, until 05:00. Applies now.');

    // One form turns off all schedules for three days, and its undo restores them.
    const readDates = async () => {
      const [, read] = await (await asParent(credentials)).call(listRules, { query: { user_id: childId } });
      return (read?.exceptions ?? []).map(({ date }) => date);
    };
    await page.getByRole('link', { name: 'Turn off for a few days' }).click();
    const inTwoDays = (await page.locator('#ask-on option').nth(2).getAttribute('value')) ?? '';
    await expectTakenOver(editor.locator('[name=ex-1-last]'));
    await editor.locator('[name=ex-1-last]').fill(inTwoDays);
    await press(page, 'schedules-off');
    await expect(page.getByRole('link', { name: /^All off through/ })).toBeVisible();
    await expect.poll(readDates).toHaveLength(3);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Turn off for a few days' })).toBeVisible();
    await expect.poll(readDates).toEqual([tomorrow]);

    await evening.getByRole('link', { name: 'Delete Evening' }).click();
    await expect(editor).toBeVisible();
    await press(page, 'schedule-remove');
    await expect(evening).toHaveCount(0);
    await expect(page.getByTestId('window')).toHaveCount(1);
  });

  test('shows the same page for a wrong password and an unknown address, and keeps the address', async ({ page }) => {
    const credentials = await signUp(page);
    await page.context().clearCookies();
    const seen: Array<string> = [];
    for (const email of [credentials.email, newCredentials().email]) {
      await page.goto('/?view=login');
      await logIn(page, { email, password: 'wrong but long' });
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expect(page.locator('[name=email]')).toHaveValue(email);
      seen.push(((await page.locator('main').textContent()) ?? '').replace(email, ''));
    }
    expect(seen[0]).toBe(seen[1]);
    expect((await page.context().cookies()).filter((cookie) => cookie.name.endsWith('session'))).toEqual([]);
  });

  test('reports bad input at its field and keeps it', async ({ page }) => {
    await page.goto('/?view=signup');
    await page.locator('[name=email]').fill('not an address');
    await page.locator('[name=password]').fill('short');
    await press(page, 'signup');
    await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[name=email]')).toHaveValue('not an address');
    await expect(page.locator('[name=password]')).toHaveAttribute('aria-invalid', 'true');
  });

  test('reports at sign-up that the address has an account, and keeps the form', async ({ page }) => {
    const credentials = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/?view=signup');
    await page.locator('[name=email]').fill(credentials.email);
    await page.locator('[name=password]').fill('another long one');
    await press(page, 'signup');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.locator('[name=email]')).toHaveValue(credentials.email);
  });

  for (const name of ['<script>alert(1)</script>', '<said>Mia</said> & "Co"', '🦊'.repeat(64)]) {
    test(`accepts the child’s name ${name.slice(0, 30)}`, async ({ page }) => {
      await signUp(page);
      await addChildWithDevice(page, name);
      await expect(page.getByTestId('now').locator('h1')).toContainText(name);
    });
  }

  test('refuses a name of 65 characters, and keeps it in the field', async ({ page }) => {
    await signUp(page, '/connect');
    await page.locator('[name=name]').fill('x'.repeat(65));
    await press(page, 'connect');
    await expect(page.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[name=name]')).toHaveValue('x'.repeat(65));
  });

  test('redirects home from another family’s child, and shows nothing of that child', async ({ page, browser }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Secret Mia');
    const foreign = new URL(page.url()).pathname;
    const other = await browser.newContext({ javaScriptEnabled: test.info().project.name === 'js' });
    const stranger = await other.newPage();
    await signUp(stranger);
    await addChildWithDevice(stranger, 'Ben');
    const own = new URL(stranger.url()).pathname;
    await stranger.goto(foreign);
    expect(new URL(stranger.url()).pathname).toBe(own);
    expect(await stranger.content()).not.toContain('Secret Mia');
    await other.close();
  });

  test('returns to the requested path after a login, but not to another site (AUTH-012, AUTH-015, AUTH-069)', async ({ page }) => {
    const credentials = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/subscription');
    expect(new URL(page.url()).search).toContain('view=login');
    await logIn(page, credentials);
    await page.waitForURL('**/subscription');
    for (const evil of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
      await page.context().clearCookies();
      await page.goto(`/?view=login&redirect=${encodeURIComponent(evil)}`);
      await logIn(page, credentials);
      await page.waitForURL('**/connect');
    }
  });

  test('ends the session at logout, even for a saved copy of its cookie (AUTH-037)', async ({ page }) => {
    await signUp(page, '/connect');
    const cookies = await page.context().cookies();
    await openMenu(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/\/(\?.*)?$/);
    await page.context().addCookies(cookies);
    await page.goto('/subscription');
    expect(new URL(page.url()).search).toContain('view=login');
  });

  test('uses the browser’s language, then the language that the user chooses, and keeps that choice (I18N-025, I18N-028)', async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: 'de-AT', javaScriptEnabled: test.info().project.name === 'js' });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.goto('/?view=login');
    const french = page.locator('button[value=fr]').first();
    if (!(await french.isVisible())) await page.locator('details').filter({ has: french }).locator('summary').first().click();
    await french.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await context.close();
  });

  test('redirects old addresses to their pages (AUTH-027 to AUTH-031, LAND-006)', async ({ page }) => {
    for (const [from, to] of [
      ['/add-child', '/connect'],
      ['/utility', '/connect'],
      ['/devices', '/my-family'],
      ['/my-family/anybody', '/my-family'],
      ['/no-such-page', '/'],
      ['/a/b/c', '/'],
      ['/login', '/?view=login'],
    ]) {
      const answer = await page.request.get(from ?? '', { maxRedirects: 0 });
      expect([from, answer.status() >= 300 && answer.status() < 400, answer.headers().location]).toEqual([from, true, to]);
    }
  });

  test('confirms the address by the emailed link', async ({ page }) => {
    const { email } = await signUp(page);
    await expect
      .poll(async () => {
        await page.goto('/mailbox');
        return page.locator('main').textContent();
      })
      .toContain(email);
    const link = await page
      .locator('main article, main li')
      .filter({ hasText: email })
      .locator('a[href*="/verify?"]')
      .first()
      .getAttribute('href');
    await page.goto(link ?? '');
    await expect(page.locator('h1')).toContainText('confirmed');
  });
}
