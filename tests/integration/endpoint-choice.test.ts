import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueEmail } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const PASSWORD = 'a long enough password';

let ours: TestServers;
let theirs: TestServers;

beforeAll(async () => {
  ours = await startTestServers();
  theirs = await startTestServers();
});

afterAll(async () => {
  await ours?.close();
  await theirs?.close();
});

/** Returns a browser without JavaScript that keeps cookies and follows no redirects. */
function openBrowser() {
  const cookies = new Map<string, string>();
  async function go(path: string, fields?: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(ours.webUrl + path, {
      method: fields === undefined ? 'GET' : 'POST',
      body: fields === undefined ? null : new URLSearchParams(fields),
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), Origin: ours.webUrl, 'Accept-Language': 'en', ...headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, to: response.headers.get('Location'), html: await response.text() };
  }
  return {
    cookies,
    go,
    choose: (address: string) => go('/demo/endpoint', { intent: 'address', address }),
    signUp: (email: string) => go('/signup', { intent: 'signup', email, password: PASSWORD, form_token: crypto.randomUUID() }),
    logIn: (email: string) => go('/?index&view=login', { intent: 'login', email, password: PASSWORD, form_token: crypto.randomUUID() }),
  };
}

describe('endpoint choice', () => {
  test('sends all calls to the chosen API without the old session, and lets the user switch back (DEMO-018, API-004)', async () => {
    const browser = openBrowser();
    const [atHome, abroad] = [uniqueEmail(), uniqueEmail()];
    expect((await browser.signUp(atHome)).status).toBe(302);
    expect((await browser.go('/connect')).html).not.toContain('endpoint-banner');
    const ownSession = browser.cookies.get('session') ?? '';
    expect(await browser.choose(`${theirs.apiUrl}/`)).toMatchObject({ status: 302, to: '/' });
    expect([...browser.cookies.keys()].includes('session')).toBe(false);

    // A session of the first API is not valid at the other one.
    browser.cookies.set('session', ownSession);
    expect(await browser.go('/connect')).toMatchObject({ status: 302, to: '/login' });
    browser.cookies.delete('session');

    expect((await browser.logIn(atHome)).status).toBe(400);
    expect((await browser.signUp(abroad)).status).toBe(302);
    const page = await browser.go('/connect');
    expect([page.status, page.html.includes('endpoint-banner'), page.html.includes(theirs.apiUrl)]).toEqual([200, true, true]);

    expect(await browser.go('/demo/endpoint', { intent: 'end' })).toMatchObject({ status: 302, to: '/' });
    expect(await browser.go('/connect')).toMatchObject({ status: 302, to: '/login' });
    expect((await browser.logIn(abroad)).status).toBe(400);
    expect((await browser.logIn(atHome)).status).toBe(302);
    expect((await browser.go('/connect')).html).not.toContain('endpoint-banner');
  });

  test('ends our own session in the family when another API is chosen', async () => {
    const browser = openBrowser();
    await browser.signUp(uniqueEmail());
    const session = browser.cookies.get('session') ?? '';
    await browser.choose(theirs.apiUrl);
    await browser.go('/demo/endpoint', { intent: 'end' });
    browser.cookies.set('session', session);
    expect(await browser.go('/connect')).toMatchObject({ status: 302, to: '/login?reason=auth_401' });
  });

  test('changes nothing when an address is refused, or when the form is posted from another site', async () => {
    const browser = openBrowser();
    await browser.signUp(uniqueEmail());
    const before = new Map(browser.cookies);
    for (const address of ['', 'nowhere', 'ftp://x.example', 'https://me:secret@x.example', `${theirs.apiUrl}?x=1`]) {
      const answer = await browser.choose(address);
      expect([answer.status, /aria-invalid="true"/.test(answer.html)], address).toEqual([400, true]);
    }
    expect((await browser.go('/demo/endpoint', { preset: 'qa' })).html).toContain('This server isn’t set up here.');
    const fields = { intent: 'address', address: theirs.apiUrl };
    expect((await browser.go('/demo/endpoint', fields, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await browser.go('/demo/endpoint', fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await browser.go(`/demo/endpoint?${new URLSearchParams(fields)}`)).status).toBe(200);
    expect(browser.cookies.get('session')).toBe(before.get('session'));
    expect(browser.cookies.has('endpoint')).toBe(false);
  });
});
