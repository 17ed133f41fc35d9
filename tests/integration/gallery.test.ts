import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAll, type HtmlElement, textOf } from '#tools/html.ts';
import type { Page } from '#tools/plain-browser.ts';
import { type GalleryFamily, openGalleryFamily, sendSample, turnOnAutomatic } from '../clients/gallery-family.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers?.close());

/** A family with four screenshots: an hour ago, with a hit two hours ago, from the second device three hours ago, and yesterday. */
async function openFilledFamily(): Promise<GalleryFamily & { ids: [string, string, string, string] }> {
  const family = await openGalleryFamily(servers, { devices: 2 });
  const { parent, childId, agents } = family;
  const [phone, tablet] = agents;
  if (phone === undefined || tablet === undefined) throw new Error('No devices');
  await turnOnAutomatic(parent, childId);
  const now = Date.now();
  return {
    ...family,
    ids: [
      await sendSample(phone, childId, { at: now - HOUR_MS }),
      await sendSample(phone, childId, { at: now - 2 * HOUR_MS, hits: { violence: 2, profanity: 1 } }),
      await sendSample(tablet, childId, { at: now - 3 * HOUR_MS }),
      await sendSample(phone, childId, { at: now - DAY_MS - HOUR_MS, hits: { substance_abuse: 1 } }),
    ],
  };
}

const open = ({ browser, childId }: GalleryFamily, search = '') => browser.open(`/gallery/${childId}${search}`);
const find = ({ root }: Pick<Page, 'root'>, name: string) => findAll(root, ({ attributes }) => attributes[name] !== undefined);
const sampleIds = (page: Page) => find(page, 'data-tile').map(({ attributes }) => attributes['data-tile']);
const byClass = (root: HtmlElement, name: string) =>
  findAll(root, ({ attributes }) => attributes.class?.split(' ').includes(name) ?? false);
const heading = ({ root }: Page) => textOf(findAll(root, ({ tag }) => tag === 'h1')[0] ?? root);
const hrefs = (page: Page) => findAll(page.root, ({ tag }) => tag === 'a').map(({ attributes }) => attributes.href ?? '');

describe('the list of screenshots without script', () => {
  test('shows time, device, categories and counts, newest first, and links to each screenshot (GAL-001, GAL-050, GAL-061, NAV-019)', async () => {
    const family = await openFilledFamily();
    const page = await open(family);
    expect(page.status).toBe(200);
    expect(sampleIds(page)).toEqual(family.ids);
    expect(heading(page)).toBe('4 screenshots');
    const [, hit] = find(page, 'data-tile');
    expect(textOf(byClass(hit ?? page.root, 'g-was')[0] ?? page.root)).toBe('Possible: violence (2) and profanity');
    expect(textOf(byClass(hit ?? page.root, 'g-dev')[0] ?? page.root)).toBe('Acme One');
    expect(textOf(page.root)).toContain('4 screenshots in 14 days, 2 with a possible hit.');
    expect(hrefs(page)).toContain(`/gallery/${family.childId}/${family.ids[0]}`);
    expect(byClass(page.root, 'switcher')).toHaveLength(1);
    // The sentence that says where the pictures open (A68).
    expect(textOf(byClass(page.root, 'g-noscript')[0] ?? page.root)).toContain('open only in a browser with JavaScript');
  });

  test('/gallery leads to the gallery of the active child', async () => {
    const { browser, childId } = await openGalleryFamily(servers);
    expect((await browser.open('/gallery')).url.pathname).toBe(`/gallery/${childId}`);
  });

  test('counts what arrived since the last look as new, also after a reload (A200)', async () => {
    const family = await openFilledFamily();
    await open(family);
    // Lets the look end half an hour ago, as if the parent had come back.
    const before = Date.now() - 31 * 60_000;
    await family.parent.raw('PUT', '/account_attributes', { webapp: { galleryLooks: { [family.childId]: [null, before] } } });
    await sendSample(family.agents[0] as (typeof family.agents)[number], family.childId);
    for (const visit of ['first', 'reload']) {
      const page = await open(family);
      expect(heading(page), visit).toBe('5 new since your last look.');
      expect(find(page, 'data-new'), visit).toHaveLength(5);
    }
  });

  test('redirects from a foreign and from an unknown child alike, without data (GAL-002)', async () => {
    const [own, other] = [await openGalleryFamily(servers), await openFilledFamily()];
    const [foreign, unknown] = [await own.browser.open(`/gallery/${other.childId}`), await own.browser.open('/gallery/unknown')];
    for (const page of [foreign, unknown]) {
      expect(page.url.pathname).toBe(`/gallery/${own.childId}`);
      expect(sampleIds(page)).toEqual([]);
      expect(textOf(page.root)).toContain('That child was removed.');
    }
  });

  test('has pages of 60 screenshots (GAL-061)', async () => {
    const family = await openGalleryFamily(servers);
    await turnOnAutomatic(family.parent, family.childId);
    const [agent] = family.agents;
    if (agent === undefined) throw new Error('No device');
    const now = Date.now();
    const ids: Array<string> = [];
    for (let index = 0; index < 63; index += 1) ids.push(await sendSample(agent, family.childId, { at: now - index * 30 * 60_000 }));
    const first = await open(family);
    expect(sampleIds(first)).toEqual(ids.slice(0, 60));
    const older = hrefs(first).find((href) => href.includes('before='));
    const second = await open(family, older?.slice(older.indexOf('?')));
    expect(sampleIds(second)).toEqual(ids.slice(60));
    expect(hrefs(second).some((href) => href.includes('before='))).toBe(false);
  });
});
