import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleMetaSchema } from '#app/wire/samples.ts';
import { findAll, type HtmlElement, textOf } from '#tools/html.ts';
import type { Page } from '#tools/plain-browser.ts';
import { type GalleryFamily, openGalleryFamily, pairDevice, sendSample, turnOnAutomatic } from '../clients/gallery-family.ts';
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
    expect(heading(page)).toBe('4 screenshots in 14 days.');
    const [, hit] = find(page, 'data-tile');
    expect(textOf(byClass(hit ?? page.root, 'g-was')[0] ?? page.root)).toBe('Possible: violence (2) and profanity');
    expect(textOf(byClass(hit ?? page.root, 'g-dev')[0] ?? page.root)).toBe('Acme One');
    expect(byClass(page.root, 'g-sub').map(textOf)).toEqual(['With a possible hit: 2.']);
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
      expect(
        find(page, 'data-tile').filter(({ attributes }) => attributes['data-new'] !== undefined),
        visit,
      ).toHaveLength(5);
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
    expect(textOf((await open(family, '?before=0')).root)).toContain('There are no earlier screenshots.');
  });
});

describe('the filters without script', () => {
  test('show one device, or only possible hits, and keep one panel open (GAL-030, GAL-031, GAL-032)', async () => {
    const family = await openFilledFamily();
    const [first, violent, onTablet, yesterday] = family.ids;
    const [, tablet] = family.agents;
    const all = await open(family);
    expect(openPanels(all)).toEqual([]);
    const byDevice = await open(family, `?device=${tablet?.deviceId}&open=device`);
    expect(sampleIds(byDevice)).toEqual([onTablet]);
    expect(heading(byDevice)).toBe('1 of 4 screenshots');
    expect(openPanels(byDevice)).toEqual(['device']);
    const byCategory = await open(family, '?category=violence&open=category');
    expect(sampleIds(byCategory)).toEqual([violent]);
    expect(openPanels(byCategory)).toEqual(['category']);
    expect(sampleIds(await open(family, '?category=violence&category=substance_abuse'))).toEqual([violent, yesterday]);
    expect(sampleIds(await open(family, `?category=violence&device=${tablet?.deviceId}`))).toEqual([]);
    expect(sampleIds(await open(family, '?category=unknown&device=foreign'))).toEqual([first, violent, onTablet, yesterday]);
    // Every chip has its count, and every details is in the group of which the browser keeps one open.
    expect(find(all, 'data-panel').map(({ attributes }) => attributes.name)).toEqual(['filter', 'filter']);
    expect(chips(all)).toContain('Violence1');
    expect(chips(all)).toContain('Sexual content0');
  });
});

function openPanels(page: Page) {
  return find(page, 'data-panel').flatMap(({ attributes }) => (attributes.open === undefined ? [] : [attributes['data-panel']]));
}

function chips({ root }: Page): Array<string> {
  return byClass(root, 'g-chip').map((chip) => textOf(chip).replace(/\s+(?=\d)/, ''));
}

/** Posts a form with several values of one field, which `PlainBrowser` cannot. */
async function post({ cookies, childId }: GalleryFamily, { root }: Page, intent: string, ids: Array<string>): Promise<void> {
  const token = findAll(root, ({ attributes }) => attributes.name === 'form_token')[0]?.attributes.value ?? '';
  const body = new URLSearchParams([['form_token', token], ['intent', intent], ...ids.map((id) => ['delete', id])]);
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { Cookie, Origin: servers.webUrl, 'Accept-Language': 'en-GB' };
  const answer = await fetch(`${servers.webUrl}/gallery/${childId}`, { method: 'POST', headers, body, redirect: 'manual' });
  expect(answer.status).toBe(302);
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
    cookies.set(name, value);
  }
}

describe('deleting without script', () => {
  test('asks, deletes several for good or until the undo, and can stop asking (GAL-029, GAL-041, GAL-061)', async () => {
    const family = await openFilledFamily();
    const [first, second, third, fourth] = family.ids;
    const { browser, parent, childId } = family;
    const question = await open(family, `?delete=${first}&delete=${second}&delete=foreign`);
    expect(textOf(findAll(question.root, ({ tag }) => tag === 'dialog')[0] ?? question.root)).toContain('Delete 2 screenshots?');
    const dialog = findAll(question.root, ({ attributes }) => attributes.id === 'gallery-delete')[0];
    expect(
      findAll(dialog ?? question.root, ({ attributes }) => attributes.name === 'delete').map(({ attributes }) => attributes.value),
    ).toEqual([first, second]);
    await post(family, question, 'delete', [first, second]);
    const done = await open(family);
    expect(sampleIds(done)).toEqual([third, fourth]);
    expect(textOf(done.root)).toContain('Deleted.');
    const undone = await browser.press(done, 'delete-undo');
    expect(sampleIds(undone)).toEqual(family.ids);

    await browser.press(await open(family, `?delete=${fourth}`), 'delete', { dont_ask: '1' });
    const next = await open(family);
    expect(sampleIds(next)).toEqual([first, second, third]);
    // No question any more: the form of the selection deletes at once.
    const gone = await browser.press(next, 'delete', { delete: third });
    expect(sampleIds(gone)).toEqual([first, second]);
    const asks = await browser.press(gone, 'delete-ask');
    expect(findAll(asks.root, ({ attributes }) => attributes.id === 'gallery-selection')[0]?.attributes.method).toBe('get');

    const meta = await parent.raw('POST', '/vew_request', { request_type: 'get_sample_meta', request_args: { user_id: childId } });
    const deleted = sampleMetaSchema
      .array()
      .parse(meta.body)
      .filter((one) => one.deleted);
    expect(deleted.map(({ sample_id }) => sample_id).sort()).toEqual([third, fourth].sort());
  });

  test('has one effect when the form is posted twice, and says so when nothing is selected', async () => {
    const family = await openFilledFamily();
    const question = await open(family, `?delete=${family.ids[0]}`);
    const first = await family.browser.press(question, 'delete');
    await family.browser.press(first, 'delete-undo');
    const again = await family.browser.press(question, 'delete');
    expect(sampleIds(again), 'the repeated form deletes nothing').toEqual(family.ids);
    const empty = await family.browser.press(question, 'delete', { delete: '' });
    expect(empty.status).toBe(400);
    expect(textOf(empty.root)).toContain('Select at least one screenshot.');
  });
});

describe('a screenshot on demand without script', () => {
  test('shows each step with its time, and the screenshot once it is stored (GAL-042, GAL-052, GAL-059)', async () => {
    const family = await openGalleryFamily(servers);
    const { browser, childId, agents } = family;
    const [agent] = agents;
    if (agent === undefined) throw new Error('No device');
    const start = await open(family);
    expect(heading(start)).toBe('No screenshots yet.');
    expect(find(start, 'data-vew').map(({ attributes }) => attributes['data-vew'])).toEqual(['active']);
    const numbers = [await seqOf(family)];
    const asked = await browser.press(start, 'capture');
    expect(stepsOf(asked)).toEqual(['requested']);
    expect(find(asked, 'data-awaited')).toHaveLength(1);
    numbers.push(await seqOf(family));
    const [command] = (await agent.commands()).filter(({ kind }) => kind === 'on_demand');
    expect(stepsOf(await open(family))).toEqual(['requested', 'delivered']);
    numbers.push(await seqOf(family));
    const id = await sendSample(agent, childId, { cause: 'on_demand', command_id: command?.id });
    const here = await open(family);
    expect(stepsOf(here)).toEqual(['requested', 'delivered', 'captured', 'here']);
    expect(sampleIds(here)).toEqual([id]);
    expect(textOf(here.root)).toContain('The screenshot is here.');
    numbers.push(await seqOf(family));
    // By this number, a polling page knows that a step happened.
    expect(new Set(numbers).size, `${numbers}`).toBe(4);
    expect(await seqOf(family)).toBe(numbers.at(-1));
  });

  test('can be canceled, and is requested once when the form is posted twice', async () => {
    const family = await openGalleryFamily(servers, { sku: 'premium_monthly' });
    const start = await open(family);
    expect(quotaLeft(start)).toBe('30');
    await family.browser.press(start, 'capture');
    const asked = await family.browser.press(start, 'capture');
    expect(quotaLeft(asked)).toBe('29');
    const canceled = await family.browser.press(asked, 'capture-cancel');
    expect(textOf(canceled.root)).toContain('You canceled this.');
    expect(quotaLeft(canceled)).toBe('30');
  });

  test.each([
    ['an old app', { versions: { os_version: '14', app_version: '5.9' } }, 'needs_app', 'Update the child app on the device to version 6.'],
    ['an old system', { versions: { os_version: '6.0', app_version: '8.1' } }, 'needs_os', 'Update the device’s system to version 7.'],
    ['no trusted key', { components: { account_key: 'unproven' } }, 'key', 'doesn’t trust your key'],
  ])('is not offered for a device with %s, with the reason (GAL-058, GAL-059)', async (_name, report, why, text) => {
    const family = await openGalleryFamily(servers, { devices: 0 });
    await pairDevice(family.parent, family.childId, servers.apiUrl, { components: { account_key: 'pinned' }, ...report });
    const page = await open(family);
    const [row] = find(page, 'data-vew');
    expect(row?.attributes).toMatchObject({ 'data-vew': 'inactive', 'data-why': why });
    expect(textOf(page.root)).toContain(text);
    expect(findAll(page.root, ({ attributes }) => attributes.value === 'capture')).toEqual([]);
  });
});

async function seqOf({ cookies }: GalleryFamily): Promise<number> {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${servers.webUrl}/resources/family-seq`, { headers: { Cookie }, redirect: 'manual' });
  const { seq } = (await answer.json()) as { seq: number };
  return seq;
}

function stepsOf(page: Page) {
  return find(page, 'data-step').flatMap(({ attributes }) => (attributes['data-at'] === undefined ? [] : [attributes['data-step']]));
}

function quotaLeft(page: Page) {
  return find(page, 'data-left')[0]?.attributes['data-left'];
}

describe('plans', () => {
  test('the free plan shows what screenshots would be and which plans have them (GAL-043)', async () => {
    const family = await openGalleryFamily(servers, { sku: null });
    const page = await open(family);
    expect(find(page, 'data-testid').map(({ attributes }) => attributes['data-testid'])).toContain('locked');
    expect(textOf(page.root)).toContain('30 captures a month');
    expect(hrefs(page)).toContain('/subscription');
    expect(findAll(page.root, ({ attributes }) => attributes.value === 'capture')).toEqual([]);
  });

  test.each([
    ['premium_monthly', true],
    ['premium_plus_monthly', false],
  ])('%s has captures; automatic ones need Premium+ (GAL-044, GAL-045, GAL-046)', async (sku, isLimited) => {
    const page = await open(await openGalleryFamily(servers, { sku }));
    expect(findAll(page.root, ({ attributes }) => attributes.value === 'capture')).toHaveLength(1);
    const ids = find(page, 'data-testid').map(({ attributes }) => attributes['data-testid']);
    expect(ids.includes('no-monitoring')).toBe(isLimited);
  });

  test('the instructions are shown at the first visit only (GAL-057)', async () => {
    const family = await openGalleryFamily(servers);
    const isShown = (page: Page) => find(page, 'data-testid').some(({ attributes }) => attributes['data-testid'] === 'instructions');
    expect([isShown(await open(family)), isShown(await open(family))]).toEqual([true, false]);
  });
});
