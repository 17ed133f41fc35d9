import { expect, test } from './browser.ts';
import { drawAgain, openSampled, showsExactly } from './sampled-page.ts';

test.setTimeout(180_000);

test('a screenshot opens in the browser as the device drew it, and only sealed bytes are downloaded (GAL-047, GAL-048, KEYS-022)', async ({
  page,
}) => {
  const family = await openSampled(page);
  const sampleId = await family.capture();
  const { picture } = await drawAgain(family, sampleId);
  const bodies: Array<{ host: string; head: string }> = [];
  page.on('response', async (response) => {
    const { host, pathname } = new URL(response.url());
    if (!pathname.startsWith('/resources/sample-object/')) return;
    bodies.push({ host, head: (await response.body()).subarray(0, 4).toString() });
    expect(response.headers()['cache-control']).toBe('no-store');
  });
  await page.goto(`/gallery/${family.childId}/${sampleId}`);
  const shot = '[data-kind=screen-0]';
  await expect(page.locator(shot)).toHaveAttribute('data-picture', 'open');
  expect(await showsExactly(page, shot, picture.bytes)).toBe(true);
  expect(bodies).toEqual([{ host: new URL(page.url()).host, head: 'PLS1' }]);
});
