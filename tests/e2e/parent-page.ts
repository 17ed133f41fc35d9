import { randomBytes, scryptSync } from 'node:crypto';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { findAll, textOf } from '#tools/html.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { Agent } from '../clients/agent.ts';
import { Parent } from '../clients/parent.ts';
import { expect, type Locator, type Page, test, untilTakenOver } from './browser.ts';

const send = (request: Request) => fetch(request);
const apiUrl = () => process.env.API_URL ?? '';

export type Credentials = { email: string; password: string };

export function newCredentials(): Credentials {
  return { email: `e2e-${randomBytes(6).toString('hex')}@example.com`, password: `long enough ${randomBytes(4).toString('hex')}` };
}

/** Presses the button of a form that carries an intent, opening the menu it stands in. */
export async function press(page: Page, intent: string): Promise<void> {
  const button = page.locator(`button[name=intent][value="${intent}"]`).first();
  const menu = page.locator('details:not([open])').filter({ has: button }).locator('summary').first();
  if (hasScript()) await untilTakenOver(page);
  // What was opened just before may not stand yet: whether it is in a menu is known when one of them is there.
  await button.or(menu).first().waitFor();
  if (!(await button.isVisible())) await menu.click();
  // Meant, and no second tap of the one before it, which may have been in the same place a moment ago.
  if (hasScript()) await page.keyboard.press('Shift');
  await button.click();
}

/** Shows the menu where it is out of sight: on phones it slides in. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('#menu');
  await expect(menu).toBeAttached();
  if (!(await menu.isVisible())) await page.locator('.topbar [popovertarget=menu]').click();
  await expect(menu).toBeVisible();
}

/** Opens a page that needs a session, and waits until its socket has said hello. */
export async function openLive(page: Page, path: string): Promise<void> {
  // Leaves the page before, whose socket may just be opening.
  await page.goto('about:blank');
  const hello = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(path);
  await hello;
}

/** Waits until what was tapped is saved and its devices have yet to answer: what the page shows at once is only asked for. */
export async function expectAsked(page: Page): Promise<void> {
  await expect(page.getByTestId('now')).toHaveAttribute('data-view', 'pending');
  await expect(page.locator('[data-sending]')).toHaveCount(0);
}

/** Whether the pages of this project run their scripts. */
export function hasScript(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** Waits, where there is script, until it has taken an element over: taking over an input gives it back the value that the page was made with. */
export async function expectTakenOver(element: Locator): Promise<void> {
  if (!hasScript()) return;
  await untilTakenOver(element.page());
  await expect.poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber')))).toBe(true);
}

/** Signs up in the browser, from a network address of its own: more than sixty in an hour from one are refused. Ends on /connect. */
export async function signUpByHand(page: Page, credentials = newCredentials()): Promise<Credentials> {
  await page.setExtraHTTPHeaders(ownAddress());
  await page.goto('/?view=signup');
  await expectTakenOver(page.locator('[name=email]'));
  await page.locator('[name=email]').fill(credentials.email);
  await page.locator('[name=password]').fill(credentials.password);
  await press(page, 'signup');
  await page.waitForURL('**/connect');
  return credentials;
}

/** The same by its form alone, which takes a browser no time. Opens no page unless told one. */
export async function signUp(page: Page, path?: string, credentials = newCredentials()): Promise<Credentials> {
  const headers = ownAddress();
  await page.setExtraHTTPHeaders(headers);
  await byForms(
    page,
    async (forms) => {
      const connect = await forms.press(await forms.open('/?view=signup'), 'signup', credentials);
      expect(connect.url.pathname).toBe('/connect');
    },
    headers,
  );
  if (path !== undefined) await page.goto(path);
  return credentials;
}

function ownAddress(): Record<string, string> {
  return { 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` };
}

/** What is done in this browser's session by forms, without its pages. */
async function byForms(page: Page, work: (forms: PlainBrowser) => Promise<void>, headers: Record<string, string> = {}): Promise<void> {
  const url = process.env.WEB_URL ?? '';
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]));
  await work(new PlainBrowser(url, headers, cookies));
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: 'Lax' })));
}

export async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await press(page, 'login');
}

/** A zone in which it is noon or soon after, so that no Bedtime runs while a test does. */
export function noonZone(now = new Date()): string {
  const hourIn = (timeZone: string) => Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  return Intl.supportedValuesOf('timeZone').find((zone) => hourIn(zone) === 12) ?? 'UTC';
}

/** Adds a child and pairs a device that does what the test tells it, in the browser; `onPairing` runs while the code is shown. */
export async function addChildByHand(page: Page, name: string, onPairing: () => Promise<void> = async () => {}): Promise<Agent> {
  await page.goto('/connect');
  await page.locator('[name=name]').fill(name);
  await press(page, 'connect');
  await page.waitForURL('**/pair');
  await onPairing();
  const agent = await enrol((await page.locator('.code').textContent()) ?? '');
  await page.goto('/pair/confirm');
  await expect(page.getByTestId('paired')).toBeVisible();
  await openChild(page);
  return agent;
}

/** The same by forms alone. Ends on the child's page. `zone` where the time of day matters to the test. */
export async function addChildWithDevice(page: Page, name: string, zone?: string): Promise<Agent> {
  let code = '';
  await byForms(page, async (forms) => {
    const pair = await forms.press(await forms.open('/connect'), 'connect', { name, ...(zone === undefined ? {} : { time_zone: zone }) });
    const [shown] = findAll(pair.root, ({ attributes }) => attributes.class === 'code');
    code = shown === undefined ? '' : textOf(shown);
  });
  const agent = await enrol(code);
  await openChild(page);
  return agent;
}

async function enrol(code: string): Promise<Agent> {
  const agent = await Agent.enrol(send, { code }, undefined, apiUrl());
  await agent.report('allowed');
  return agent;
}

async function openChild(page: Page): Promise<void> {
  await page.goto('/manage');
  await page.waitForURL(/\/manage\/[^/]+\/schedule$/);
}

/** The same account as the API sees it. */
export async function asParent(credentials: Credentials): Promise<Parent> {
  return Parent.signIn(send, credentials.email, apiUrl(), await authKeyOf(credentials));
}

/** authKey, derived as the edge derives it. */
export function authKeyOf({ email, password }: Credentials): Promise<string> {
  return deriveAuthKey(email, password, (text, salt, { N, r, p, dkLen }) =>
    scryptSync(text, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }),
  );
}
