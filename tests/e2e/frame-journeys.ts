import { BREAKPOINTS, MOBILE_MENU_WIDTH, SIDE_MENU_WIDTHS } from '#app/components/ui/layout.ts';
import { expect, type Page, test } from './browser.ts';
import { addChildByHand, addChildWithDevice, expectTakenOver, logIn, openMenu, signUp } from './parent-page.ts';

const RESET = '/reset?email=mia%40example.com&token=x';
const menuOf = (page: Page) => page.locator('#menu');
const widthOf = (page: Page) => menuOf(page).evaluate((menu) => Math.round(menu.getBoundingClientRect().width));
const fold = (page: Page) => page.locator('button[name=menu]:visible');

/** Clicks a button and returns the Set-Cookie header of the response from `path`, or an empty string. */
async function choose(page: Page, button: string, path: string): Promise<string> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await page.locator(button).click();
  return (await (await answered).headerValue('set-cookie')) ?? '';
}

/** Defines the tests of the frame around every page. They run with and without script. */
export function frameJourneys(): void {
  test('the menu lists its items in order, and each link leads to a page (NAV-006 to NAV-013, DEMO-019, PREF-015)', async ({ page }) => {
    await signUp(page, '/connect');
    const items = menuOf(page).locator('.menu-item:visible');
    await expect(items).toHaveText([
      'Manage',
      'Locator',
      'Gallery',
      'Add device',
      'My family',
      'Account',
      'Subscription',
      'Demo',
      'Help',
      'Log out',
      'Expand menu',
    ]);
    const hrefs = await menuOf(page)
      .locator('a.menu-item:visible')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const own = ['/manage', '/locator', '/gallery', '/connect', '/my-family', '/account', '/subscription', '/demo'];
    expect(hrefs.slice(0, -1)).toEqual(own);
    await expect(menuOf(page).locator('form[action="/logout"] .menu-item')).toHaveText('Log out');
    const help = menuOf(page).getByRole('link', { name: 'Help' });
    const address = new URL((await help.getAttribute('href')) ?? '');
    expect(address.host).not.toBe(new URL(page.url()).host);
    await expect(help).toHaveAttribute('rel', /noopener/);
    for (const link of await menuOf(page).locator('a[href^="/"]').all()) {
      expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200);
    }
  });

  test('keeps the menu open or collapsed as each account left it (NAV-014 to NAV-018, NAV-062)', async ({ page }) => {
    const ann = await signUp(page, '/connect');
    await page.setViewportSize({ width: BREAKPOINTS.lg, height: 800 });
    await expectTakenOver(fold(page));
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.collapsed);
    expect(await choose(page, 'button[name=menu]:visible', '/resources/menu')).toMatch(/^menu=[0-9a-f]{10}; .*HttpOnly/);
    await expect(fold(page)).toHaveText('Collapse menu');
    expect(new URL(page.url()).pathname).toBe('/connect');
    await page.reload();
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.open);
    await page.setViewportSize({ width: BREAKPOINTS.xl - 1, height: 800 });
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.open);
    await page.setViewportSize({ width: BREAKPOINTS.xl, height: 800 });
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.openXl);
    await menuOf(page).getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/\?view=login/);

    // Without a choice the menu is open from xl up, and collapsed below (A92).
    await signUp(page, '/connect');
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.openXl);
    await expect(fold(page)).toHaveText('Collapse menu');
    await page.setViewportSize({ width: BREAKPOINTS.xl - 1, height: 800 });
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.collapsed);
    await expect(fold(page)).toHaveText('Expand menu');
    await page.setViewportSize({ width: BREAKPOINTS.xl, height: 800 });
    await menuOf(page).getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/\?view=login/);
    await logIn(page, ann);
    await page.waitForURL('**/connect');
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.openXl);
    await expectTakenOver(fold(page));
    await choose(page, 'button[name=menu]:visible', '/resources/menu');
    await expect(fold(page)).toHaveText('Expand menu');
    await page.goto('/subscription');
    await expect.poll(() => widthOf(page)).toBe(SIDE_MENU_WIDTHS.collapsed);
  });

  test('on a phone the menu slides in, and closes on a tap outside, Esc or a page change (NAV-003 to NAV-005)', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await signUp(page, '/connect');
    await expect(menuOf(page)).toBeHidden();
    await openMenu(page);
    await expect(menuOf(page)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => widthOf(page)).toBe(MOBILE_MENU_WIDTH);
    const [before, name] = [page.url(), page.locator('[name=name]')];
    // A tap outside the menu closes it, but does not reach the element below.
    await page.mouse.click(300, 350);
    await expect(menuOf(page)).toBeHidden();
    await expect(name).not.toBeFocused();
    expect(page.url()).toBe(before);
    await openMenu(page);
    await page.keyboard.press('Escape');
    await expect(menuOf(page)).toBeHidden();
    await openMenu(page);
    await menuOf(page).getByRole('button', { name: 'Close menu' }).click();
    await expect(menuOf(page)).toBeHidden();
    await openMenu(page);
    await menuOf(page).getByRole('link', { name: 'Subscription' }).click();
    await page.waitForURL('**/subscription');
    await expect(menuOf(page)).toBeHidden();
    await page.setViewportSize({ width: BREAKPOINTS.md, height: 700 });
    await expect(menuOf(page)).toBeVisible();
  });

  test('shows no menus when logged out, or while pairing or verifying (NAV-001, 002, 022, LAND-025 to LAND-031)', async ({ page }) => {
    const expectFrame = async (count: number) => {
      await expect(page.locator('.topbar')).toHaveCount(count);
      await expect(menuOf(page)).toHaveCount(count);
    };
    for (const path of ['/', '/?view=login', '/?view=signup', '/signup', '/forgot', RESET, '/demo', '/error', '/demo/buttons']) {
      await page.goto(path);
      await expectFrame(0);
    }
    await signUp(page, '/connect');
    await expectFrame(1);
    await page.goto('/demo');
    await expectFrame(1);
    await addChildByHand(page, 'Mia', async () => {
      await expectFrame(0);
    });
    await page.goto('/verify');
    await expectFrame(0);
    for (const [path, count] of [
      ['/manage', 1],
      ['/my-family', 0],
      ['/connect', 0],
      ['/subscription', 0],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('.topbar')).toBeVisible();
      expect([path, await page.locator('.switcher').count()]).toEqual([path, count]);
    }
  });

  test('«Add device» shows that the limit is reached, and opens the page that explains it (NAV-007)', async ({ page }) => {
    await signUp(page, '/connect');
    const add = menuOf(page).getByRole('link', { name: /Add device/ });
    await add.click();
    await expect(page.locator('button[name=intent][value=connect]')).toBeVisible();
    await expect(add).toHaveText('Add device');
    await addChildWithDevice(page, 'Mia');
    await expect(add).toHaveText('Add deviceLimit reached');
    await add.click();
    await page.waitForURL('**/connect');
    await expect(page.locator('[data-limit=max_devices]')).toBeVisible();
    await expect(page.locator('button[name=intent][value=connect]')).toHaveCount(0);
    // A dialog loads its script on demand. Once the network is idle, no dialog can appear.
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('reminds the parent to confirm the address, and resends the email from any page (NAV-061, RECO-018)', async ({ page }) => {
    const { email } = await signUp(page, '/subscription');
    await page.locator('.reminder button').click();
    await page.waitForURL('**/verify');
    await expect(page.locator('.toast')).toContainText(email);
    await expect
      .poll(async () => {
        await page.goto('/mailbox');
        return page.locator('main').textContent();
      })
      .toContain(email);
    const mail = page.locator('main article, main li').filter({ hasText: email });
    await page.goto((await mail.locator('a[href*="/verify?"]').first().getAttribute('href')) ?? '');
    await page.goto('/subscription');
    await expect(page.locator('.topbar')).toBeVisible();
    await expect(page.locator('.reminder')).toHaveCount(0);
  });

  test('shows the cookie notice until accepted, and keeps the acceptance for a year (NAV-059, 060, 062, PREF-016)', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await page.goto('/?view=login');
    const notice = page.getByRole('region', { name: 'Cookies' });
    await notice.locator('summary').click();
    const named = await notice.locator('code').allTextContents();
    // The notice covers nothing: the header begins below it.
    const end = await notice.evaluate((node) => node.getBoundingClientRect().bottom);
    expect(
      await page
        .locator('header')
        .first()
        .evaluate((node) => node.getBoundingClientRect().top),
    ).toBeGreaterThanOrEqual(end);
    await expectTakenOver(notice);
    const cookie = await choose(page, '.cookie-notice form button', '/resources/cookie-notice');
    expect(cookie).toMatch(/^cookieNoticeAccepted=true;/);
    expect(cookie).toContain('Max-Age=31536000');
    await expect(notice).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('?view=login');
    await signUp(page, '/connect');
    await page.setViewportSize({ width: BREAKPOINTS.lg, height: 800 });
    await expectTakenOver(fold(page));
    await choose(page, 'button[name=menu]:visible', '/resources/menu');
    await choose(page, 'button[value=dark]', '/resources/theme');
    await expect(notice).toHaveCount(0);
    // The notice names every cookie that is set.
    const set = (await page.context().cookies()).map(({ name: cookie }) => cookie.replace('__Host-', ''));
    expect(set).toContain('session');
    expect(set.filter((cookie) => !named.includes(cookie))).toEqual([]);
  });

  test('lets the user choose the light or dark theme, and keeps the choice', async ({ page }) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const bars = () => page.locator('meta[name=theme-color]').evaluateAll((all) => all.map((one) => one.getAttribute('content')));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/?view=login');
    const light = await ground();
    expect(await bars()).toEqual(['#FAF7F2', '#12141F']);
    await expectTakenOver(page.locator('button[value=dark]'));
    expect(await choose(page, 'button[value=dark]', '/resources/theme')).toMatch(/^theme=dark;/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('button[value=dark]')).toHaveAttribute('aria-pressed', 'true');
    expect(await ground()).not.toBe(light);
    expect(await bars()).toEqual(['#12141F', '#12141F']);
    await page.goto('/?view=signup');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectTakenOver(page.locator('button[value=system]'));
    await choose(page, 'button[value=system]', '/resources/theme');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await page.reload();
    expect(await ground()).toBe(light);
  });
}
