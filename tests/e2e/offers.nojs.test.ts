import { getAccount } from '#app/wire/account.ts';
import { listCoupons } from '#app/wire/offers.ts';
import { expect, type Page, test } from './browser.ts';
import { asParent, newCredentials, press } from './parent-page.ts';

/** Submits the sign-up form on the page. Returns the account's group and coupons. */
async function finish(page: Page): Promise<{ groupId: string | null; coupons: Array<string> }> {
  const credentials = newCredentials();
  await page.locator('[name=email]').fill(credentials.email);
  await page.locator('[name=password]').fill(credentials.password);
  await press(page, 'signup');
  await page.waitForURL('**/connect');
  const parent = await asParent(credentials);
  const coupons = await parent.call(listCoupons, { query: { query_type: 'account' } });
  return { groupId: (await parent.call(getAccount)).group_id, coupons: coupons.map(({ coupon }) => coupon) };
}

const offer = (page: Page) => page.getByRole('region', { name: 'Your offer' });

test.describe('offers without JavaScript', () => {
  test('shows a group’s offer with the form on a phone, and adds the account to the group (SIGN-002, LAND-008, LAND-013)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    expect((await page.goto('/signup/family-friends'))?.status()).toBe(200);
    await expect(offer(page)).toHaveText('30 free days when you choose a plan.');
    await expect(offer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[name=email]')).toBeInViewport({ ratio: 1 });
    expect(await finish(page)).toEqual({ groupId: 'family-friends', coupons: [] });
  });

  test('mentions no offer when there is none or the group is unknown (SIGN-001, SIGN-006, LAND-009)', async ({ page }) => {
    for (const path of ['/', '/signup', '/signup/nope', '/signup/newsletter']) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(offer(page), path).toHaveCount(0);
      await expect(page.locator('[data-offer-trouble]'), path).toHaveCount(0);
    }
  });

  test('keeps a coupon on the landing page and saves it in the account, then forgets it (SIGN-003, SIGN-016)', async ({ page }) => {
    await page.goto('/signup/newsletter?coupon=annual25&gclid=G');
    await page.goto('/');
    await expect(page.locator('button[name=intent]')).toHaveAttribute('value', 'signup');
    await expect(offer(page)).toHaveText('25% off annual plans.');
    expect(await finish(page)).toEqual({ groupId: 'family-friends', coupons: ['ANNUAL25'] });
    await page.context().clearCookies({ name: 'session' });
    await page.goto('/');
    await expect(offer(page)).toHaveCount(0);
  });

  test('a link to another group replaces the coupon (SIGN-017)', async ({ page }) => {
    await page.goto('/signup?coupon=LONGTRIAL');
    await expect(offer(page)).toHaveText('60 free days when you choose a plan.');
    await page.goto('/signup/family-friends');
    expect(await finish(page)).toEqual({ groupId: 'family-friends', coupons: [] });
  });

  test('reports a closed group, and creates the account without it (SIGN-007)', async ({ page }) => {
    await page.goto('/signup/school-2025');
    await expect(page.locator('[data-offer-trouble=closed]')).toContainText('This invitation has ended.');
    expect(await finish(page)).toEqual({ groupId: null, coupons: [] });
  });

  for (const [kind, coupon] of [
    ['an unknown', 'bad'],
    ['an expired', 'AUTUMN2025'],
  ]) {
    test(`reports ${kind} coupon once, promises nothing for it, and creates the account without it (SIGN-036)`, async ({ page }) => {
      await page.goto(`/signup?coupon=${coupon}`);
      await expect(page.locator('[data-offer-trouble=coupon]')).toContainText('invalid, already used or expired');
      await expect(offer(page)).toHaveCount(0);
      await page.goto('/signup');
      await expect(page.locator('[data-offer-trouble]')).toHaveCount(0);
      expect(await finish(page)).toEqual({ groupId: null, coupons: [] });
    });

    test(`keeps the group’s offer when its link has ${kind} coupon (SIGN-036)`, async ({ page }) => {
      await page.goto(`/signup/family-friends?coupon=${coupon}`);
      await expect(page.locator('[data-offer-trouble=coupon]')).toContainText('invalid, already used or expired');
      await expect(offer(page)).toHaveText('30 free days when you choose a plan.');
      expect(await finish(page)).toEqual({ groupId: 'family-friends', coupons: [] });
    });
  }

  test('rejects a single-use code on its second sign-up, and lets the user continue without the code', async ({ page, browser }) => {
    const path = '/signup?coupon=ONCE-4F7KQ2M9';
    const late = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    for (const each of [page, late]) {
      await each.goto(path);
      await expect(offer(each)).toHaveText('50% off your plan.');
    }
    expect(await finish(page)).toMatchObject({ coupons: ['ONCE-4F7KQ2M9'] });
    const { email, password } = newCredentials();
    await late.locator('[name=email]').fill(email);
    await late.locator('[name=password]').fill(password);
    await press(late, 'signup');
    await expect(late.getByRole('alert')).toContainText('invalid, already used or expired');
    await expect(late.locator('[name=email]')).toHaveValue(email);
    // The code had also set the group, so without the code the account gets neither group nor coupon.
    expect(await finish(late)).toEqual({ groupId: null, coupons: [] });
  });
});
