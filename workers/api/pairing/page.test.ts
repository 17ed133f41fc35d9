import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language';
import { getAccount } from '#app/wire/account';
import { createPairing, listUsers, updateUser } from '#app/wire/family';
import { Agent } from '#tests/clients/agent';
import { API, type Parent } from '#tests/clients/parent';
import { bindings, newChild, newFamily, send, stopClock } from '#tests/clients/worker';
import { pairingPage } from './page';
import { PAIRING_TEXTS } from './texts';

async function openPairing(name = 'Mia') {
  const { parent } = await newFamily();
  const child = await newChild(parent, name);
  const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  return { parent, pairing };
}

function linkOf(parent: Parent, pairId: string, more: Record<string, string> = {}): string {
  return `${API}/pairing?${new URLSearchParams({ email: parent.email, pair_id: pairId, token: parent.token, ...more })}`;
}

async function page(link: string, language = 'en') {
  const response = await send(new Request(link, { headers: { 'Accept-Language': language } }));
  return { status: response.status, headers: response.headers, html: await response.text() };
}

function fieldsOf(html: string): Record<string, string> {
  return Object.fromEntries([...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

function submit(fields: Record<string, string>): Promise<Response> {
  return send(new Request(`${API}/pairing`, { method: 'POST', body: new URLSearchParams(fields) }));
}

describe('pairing page', () => {
  test('shows the child’s current name, regardless of the name in the link (API-086)', async () => {
    const { parent, pairing } = await openPairing();
    const { status, html } = await page(linkOf(parent, pairing.pair_id, { child_name: 'Mallory' }));
    expect(status).toBe(200);
    expect(html).toContain('Set up this device for Mia');
    expect(html).not.toContain('Mallory');
    const [child] = [await parent.call(listUsers, { query: { user_id: pairing.user_id } })].flat();
    await parent.call(updateUser, { body: { user_id: pairing.user_id, updated_ts: child?.updated_ts, user_name: 'Milla' } });
    expect((await page(linkOf(parent, pairing.pair_id))).html).toContain('Set up this device for Milla');
  });

  test('escapes names and does not interpret replacement patterns in them', async () => {
    const names: Array<[string, string]> = [
      ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
      [`"><img src=x onerror='x'>`, '&quot;&gt;&lt;img src=x onerror=&#39;x&#39;&gt;'],
      ['$& $` $1 $$', '$&amp; $` $1 $$'],
      ['{{name}}', '{{name}}'],
    ];
    for (const [name, shown] of names) {
      const { parent, pairing } = await openPairing(name);
      const { html } = await page(linkOf(parent, pairing.pair_id));
      expect(html, name).toContain(`<h1>Set up this device for ${shown}</h1>`);
      expect(html, name).not.toMatch(/<script|<img/);
    }
  });

  test('uses one of eight languages, chosen by Accept-Language', async () => {
    const { parent, pairing } = await openPairing();
    expect(Object.keys(PAIRING_TEXTS).sort()).toEqual([...LANGUAGES].sort());
    for (const language of LANGUAGES) {
      const { html } = await page(linkOf(parent, pairing.pair_id), `xx,${language};q=0.9,en;q=0.1`);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(PAIRING_TEXTS[language].download);
    }
    expect((await page(linkOf(parent, pairing.pair_id), 'tlh')).html).toContain('<html lang="en">');
  });

  test('links to the child app if its addresses are set, and otherwise says how to get it', async () => {
    const described = { childName: 'Mia', isPaired: false, isOver: false };
    const link = { pairId: 'p', token: 't' };
    const shown = (more: object) => pairingPage({ ...bindings, APP_ENV: undefined, ...more } as never, 'en', described, link, 0).text();
    expect(await shown({})).toContain(PAIRING_TEXTS.en.appAsk);
    expect(await shown({ APP_ENV: 'demonstration' })).toContain('npm run device');
    const html = await shown({ CHILD_APP_URL_IOS: 'https://a.example/?a=1&b=2', CHILD_APP_URL_OTHER: 'javascript:alert(1)' });
    expect([...html.matchAll(/<a href="([^"]*)">([^<]*)/g)].map(([, address, name]) => [address, name])).toEqual([
      ['https://a.example/?a=1&amp;b=2', 'iPhone or iPad'],
    ]);
    expect(html).not.toContain(PAIRING_TEXTS.en.appAsk);
  });

  test('is not cached or framed, sends no referrer and runs no script', async () => {
    const { parent, pairing } = await openPairing();
    const good = await page(linkOf(parent, pairing.pair_id));
    const bad = await page(`${API}/pairing`);
    const file = await submit(fieldsOf(good.html));
    for (const headers of [good.headers, bad.headers, file.headers]) {
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    }
    for (const { headers } of [good, bad]) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('offers the enrollment file only after the page of the same link, and a device enrolls with the file', async () => {
    const { parent, pairing } = await openPairing();
    const fields = fieldsOf((await page(linkOf(parent, pairing.pair_id))).html);
    expect(Object.keys(fields).sort()).toEqual(['page_token', 'pair_id', 'token']);
    const response = await submit(fields);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const file = await response.json<{ api: string; pair_id: string; token: string }>();
    expect(file).toEqual({ api: 'http://127.0.0.1:8788', pair_id: pairing.pair_id, token: parent.token });
    const changes = [
      ['page_token', ''],
      ['page_token', 'x'],
      ['pair_id', 'other'],
      ['token', 'other'],
    ] as const;
    for (const [name, value] of changes) {
      const refused = await submit({ ...fields, [name]: value });
      expect(refused.status, `${name} ${value}`).toBe(400);
      expect(await refused.text()).toContain(PAIRING_TEXTS.en.badLink);
    }
    expect((await submit({})).status).toBe(400);
    expect((await Agent.postEnrolment(send, { pair_id: file.pair_id, token: file.token })).status).toBe(200);
  });

  test('treats an unreadable form as a bad link', async () => {
    const bodies: Array<[string, string]> = [
      ['multipart/form-data; boundary=x', 'no boundary here'],
      ['multipart/form-data', 'x'],
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', '%zz=%zz&&&=&page_token'],
    ];
    for (const [type, body] of bodies) {
      const response = await send(new Request(`${API}/pairing`, { method: 'POST', body, headers: { 'content-type': type } }));
      expect(response.status, type).toBe(400);
      await response.text();
    }
  });

  test('explains a bad, used or expired link and offers no enrollment', async () => {
    const { parent, pairing } = await openPairing();
    for (const link of [
      `${API}/pairing`,
      linkOf(parent, pairing.pair_id, { token: 'x' }),
      linkOf(parent, pairing.pair_id, { email: 'x@y.de' }),
    ]) {
      const { status, html } = await page(link);
      expect(status).toBe(400);
      expect(html).toContain(PAIRING_TEXTS.en.badLink);
      expect(html).not.toMatch(/<form|Mia/);
    }
    expect((await page(linkOf(parent, 'unknown'))).html).toContain(PAIRING_TEXTS.en.expired);
    await Agent.enrol(send, { code: pairing.code });
    const used = await page(linkOf(parent, pairing.pair_id));
    expect(used.html).toContain(PAIRING_TEXTS.en.paired);
    expect(used.html).not.toContain('<form');
    const other = await openPairing();
    await stopClock(other.pairing.expires_ts, other.parent);
    const late = linkOf(other.parent, other.pairing.pair_id, { token: (await other.parent.call(getAccount)).token });
    expect((await page(late)).html).not.toContain('<form');
  });
});
