import { expect, test } from '@playwright/test';
import { BREAKPOINTS } from '../../app/components/ui/layout.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';

test('the answer and the actions are in reach on a phone, whatever else is said; the widest screen has a second column (NAV-054)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signUp(page);
  await addChildWithDevice(page, 'Maximiliane-Alexandra von und zu Schönberg-Hohenlohe');
  // Neither the notice about cookies nor the address to be confirmed has been dealt with.
  await expect(page.locator('.cookie-notice')).toBeVisible();
  const bottom = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottom('.sentence .said')).toBeLessThanOrEqual(300);
  for (const [width, height] of [
    [375, 812],
    [320, 480],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect([width, await bottom('.dock')]).toEqual([width, height]);
  }
  for (const { width, columns } of [
    { width: BREAKPOINTS.xxl - 1, columns: 1 },
    { width: BREAKPOINTS.xxl, columns: 2 },
  ]) {
    await page.setViewportSize({ width, height: 1000 });
    const tracks = await page.locator('.manage').evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
    expect([width, tracks]).toEqual([width, columns]);
  }
});
