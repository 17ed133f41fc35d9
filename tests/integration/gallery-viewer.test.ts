import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDownloadUrls, getSampleMeta, getUserConfig } from '#app/wire/samples.ts';
import { findAll, type HtmlElement, textOf } from '#tools/html.ts';
import { type GalleryFamily, openGalleryFamily, sendSample, turnOnAutomatic } from '../clients/gallery-family.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const HOUR_MS = 60 * 60_000;

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers?.close());

/** A family with three screenshots of one device, newest first. The second has two possible hits. */
async function openFilledFamily(): Promise<GalleryFamily & { ids: [string, string, string] }> {
  const family = await openGalleryFamily(servers);
  const [phone] = family.agents;
  if (phone === undefined) throw new Error('No device');
  await turnOnAutomatic(family.parent, family.childId);
  const now = Date.now();
  const send = (hoursAgo: number, hits = {}) => sendSample(phone, family.childId, { at: now - hoursAgo * HOUR_MS, hits });
  return { ...family, ids: [await send(1), await send(2, { violence: 2 }), await send(3)] };
}

const byClass = (root: HtmlElement, name: string) =>
  findAll(root, ({ attributes }) => attributes.class?.split(' ').includes(name) ?? false);
const hrefs = (root: HtmlElement) => findAll(root, ({ tag }) => tag === 'a').map(({ attributes }) => attributes.href ?? '');

describe('the page of one screenshot without script', () => {
  test('shows time, device, categories and how it was taken, and links to its neighbors (GAL-061)', async () => {
    const { browser, childId, ids } = await openFilledFamily();
    const { root, status } = await browser.open(`/gallery/${childId}/${ids[1]}`);
    expect(status).toBe(200);
    expect(textOf(byClass(root, 'v-hit')[0] ?? root)).toContain('Possible: violence (2)');
    expect(textOf(byClass(root, 'facts')[0] ?? root)).toMatch(/Acme One.*Automatically/s);
    const links = hrefs(byClass(root, 'stage')[0] ?? root);
    for (const id of ids) expect(links).toContain(`/gallery/${childId}/${id}`);
    expect(links[0]).toBe(`/gallery/${childId}`);
    // No picture and no preview: only its sealed place (A68).
    expect(byClass(root, 'g-sealed').length).toBeGreaterThan(0);
    expect(textOf(root)).toContain('The screenshot opens only in a browser with JavaScript.');
  });

  test('stays within the filters of the list', async () => {
    const { browser, childId, ids, agents } = await openFilledFamily();
    const [phone] = agents;
    if (phone === undefined) throw new Error('No device');
    const old = await sendSample(phone, childId, { at: Date.now() - 5 * HOUR_MS, hits: { violence: 1 } });
    const search = '?category=violence';
    const { root } = await browser.open(`/gallery/${childId}/${ids[1]}${search}`);
    const [stage = root] = byClass(root, 'stage');
    expect(textOf(byClass(stage, 'stage-bar')[0] ?? root)).toContain('1 of 2');
    const [first, older, ...strip] = hrefs(stage);
    expect(first).toBe(`/gallery/${childId}${search}`);
    expect(older).toBe(`/gallery/${childId}/${old}${search}`);
    expect(strip).toEqual([ids[1], old].map((id) => `/gallery/${childId}/${id}${search}`));
    // A screenshot that the filters hide has the neighbors of the whole list.
    const other = await browser.open(`/gallery/${childId}/${ids[0]}${search}`);
    expect(textOf(byClass(other.root, 'stage-bar')[0] ?? root)).toContain('1 of 4');
    const list = await browser.press(await browser.open(`/gallery/${childId}/${old}${search}`), 'delete');
    expect(list.url.search).toBe(search);
  });

  test('ignores a found term by a form, back on the page, until the undo', async () => {
    const { browser, cookies, parent, childId, ids } = await openFilledFamily();
    const back = `/gallery/${childId}/${ids[1]}?category=violence`;
    const ignored = async () => {
      const body = { request_type: 'get_user_config', request_args: { user_id: childId } };
      return (await parent.call(getUserConfig, { body })).ocr.ignore_terms;
    };
    const { root } = await browser.open(back);
    const token = findAll(root, ({ attributes }) => attributes.name === 'form_token')[0]?.attributes.value ?? '';
    // Only script knows the term, so this posts what its form would.
    const body = new URLSearchParams({ form_token: token, intent: 'ignore', 'ignored-add': 'killer app', back });
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, Origin: servers.webUrl };
    const answer = await fetch(`${servers.webUrl}/gallery/${childId}/settings`, { method: 'POST', headers, body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, back]);
    expect(await ignored()).toEqual(['killer app']);
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const undone = await browser.press(await browser.open(back), 'ignore-undo');
    expect(undone.url.pathname).toBe(`/gallery/${childId}/${ids[1]}`);
    expect(await ignored()).toEqual([]);
  });

  test('deletes after a question, which needs no script (GAL-029, GAL-041)', async () => {
    const { browser, parent, childId, ids } = await openFilledFamily();
    const page = await browser.open(`/gallery/${childId}/${ids[1]}`);
    expect(textOf(byClass(page.root, 'v-ask')[0] ?? page.root)).toContain('Delete this screenshot?');
    const list = await browser.press(page, 'delete');
    expect(list.url.pathname).toBe(`/gallery/${childId}`);
    const body = { request_type: 'get_sample_meta', request_args: { user_id: childId } };
    const left = (await parent.call(getSampleMeta, { body })).filter(({ deleted }) => !deleted);
    expect(left.map(({ sample_id }) => sample_id).sort()).toEqual([ids[0], ids[2]].sort());
    const gone = await browser.open(`/gallery/${childId}/${ids[1]}`);
    expect(gone.url.pathname).toBe(`/gallery/${childId}`);
    expect(textOf(gone.root)).toContain('That screenshot no longer exists.');
  });

  test('shows the stored bytes with their size and hash', async () => {
    const { browser, parent, childId, ids } = await openFilledFamily();
    const { root } = await browser.open(`/gallery/${childId}/${ids[0]}/server`);
    const body = { request_type: 'get_download_urls', request_args: { sample_ids: [ids[0]], kinds: ['screens'] } };
    const [urls] = await parent.call(getDownloadUrls, { body });
    const bytes = Buffer.from(await (await fetch(urls?.screens[0]?.url ?? '')).arrayBuffer());
    const [screen] = findAll(root, ({ attributes }) => attributes['data-object'] === 'screen-0');
    const text = textOf(screen ?? root);
    expect(text).toContain(createHash('sha256').update(bytes).digest('hex'));
    expect(text).toContain(`${bytes.length} bytes`);
    expect(text.replaceAll(' ', '')).toContain(bytes.subarray(0, 64).toString('hex'));
    expect(findAll(root, ({ attributes }) => attributes['data-object'] !== undefined)).toHaveLength(3);
  });

  test('tells nothing about another family’s screenshot (GAL-002)', async () => {
    const [own, other] = [await openFilledFamily(), await openFilledFamily()];
    for (const path of [`${other.childId}/${other.ids[0]}`, `${own.childId}/${other.ids[0]}`, `${own.childId}/${other.ids[0]}/server`]) {
      const page = await own.browser.open(`/gallery/${path}`);
      expect(page.url.pathname, path).toBe(`/gallery/${own.childId}`);
      expect(textOf(page.root)).not.toContain(other.ids[0]);
    }
    const rows = await own.browser.open(`/resources/samples/${other.childId}`);
    expect(rows.status).toBe(404);
  });
});
