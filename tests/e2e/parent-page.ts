import { randomBytes, scryptSync } from 'node:crypto';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { sendOrder } from '#tools/control.ts';
import { findAll, textOf } from '#tools/html.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { Agent } from '../clients/agent.ts';
import { Parent } from '../clients/parent.ts';
import { expect, type Locator, type Page, test, waitForHydration } from './browser.ts';

const send = (request: Request) => fetch(request);
const apiUrl = () => process.env.API_URL ?? '';

export type Credentials = { email: string; password: string };

export function newCredentials(): Credentials {
  return { email: `e2e-${randomBytes(6).toString('hex')}@example.com`, password: `long enough ${randomBytes(4).toString('hex')}` };
}

/** Presses the button with this intent. If the button is in a closed menu, opens the menu first. */
export async function press(page: Page, intent: string): Promise<void> {
  const button = page.locator(`button[name=intent][value="${intent}"]`).first();
  const menu = page.locator('details:not([open])').filter({ has: button }).locator('summary').first();
  if (hasScript()) await waitForHydration(page);
  // A part that was just opened may not be rendered yet. Waits for the button or a menu with it.
  await button.or(menu).first().waitFor();
  if (!(await button.isVisible())) await menu.click();
  // Without a key press in between, a click in the same place could be ignored as a double tap.
  if (hasScript()) await page.keyboard.press('Shift');
  await button.click();
}

/** Opens the menu where it is hidden, as on phones. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('#menu');
  await expect(menu).toBeAttached();
  if (!(await menu.isVisible())) await page.locator('.topbar [popovertarget=menu]').click();
  await expect(menu).toBeVisible();
}

/** Opens a page that needs a session, and waits for the first frame of its socket. */
export async function openLive(page: Page, path: string): Promise<void> {
  // Leaves the previous page, whose socket may still be opening.
  await page.goto('about:blank');
  const hello = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(path);
  await hello;
}

/** Waits until the page shows the tap as saved and pending. An optimistic state is not enough. */
export async function expectAsked(page: Page): Promise<void> {
  await expect(page.getByTestId('now')).toHaveAttribute('data-view', 'pending');
  await expect(page.locator('[data-sending]')).toHaveCount(0);
}

/** True if the pages of this project run script. */
export function hasScript(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** Waits with script until React has hydrated an element. Hydrating an input resets it to the value the page was rendered with. */
export async function expectTakenOver(element: Locator): Promise<void> {
  if (!hasScript()) return;
  await waitForHydration(element.page());
  await expect.poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber')))).toBe(true);
}

/**
 * Signs up in the browser and ends on /connect. Uses a random network address, because more than sixty sign-ups per hour from one are
 * refused.
 */
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

/** Signs up by posting the form alone, which is faster. Opens no page unless `path` is given. */
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

/** Runs `work` with plain forms in this browser's session, without loading its pages. */
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

/** Returns a time zone where it is between 12:00 and 13:00, so that no Bedtime is active during a test. */
export function noonZone(now = new Date()): string {
  const hourIn = (timeZone: string) => Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  return Intl.supportedValuesOf('timeZone').find((zone) => hourIn(zone) === 12) ?? 'UTC';
}

/**
 * Adds a child in the browser and pairs a simulated device. Runs `onPairing` while the code is shown.
 * @returns the device
 */
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

/**
 * Adds a child and a device by forms alone. Ends on the child's page. Give a `zone` if the test depends on the time of day.
 * @returns the device
 */
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

/** Gives the account a plan, as an operator does. Only for accounts of the shared servers. */
export async function grant(email: string, sku: string): Promise<void> {
  expect(await sendOrder(process.env.TEST_DATA ?? '', { do: 'grant', email, sku })).toMatchObject({ ok: true });
}

/** Lets days pass in the payment sandbox of the account. */
export async function advance(email: string, days: number): Promise<void> {
  expect(await sendOrder(process.env.TEST_DATA ?? '', { do: 'advance-sandbox', email, days })).toMatchObject({ ok: true });
}

/** Logs in to the same account through the API. */
export async function asParent(credentials: Credentials): Promise<Parent> {
  return Parent.signIn(send, credentials.email, apiUrl(), await authKeyOf(credentials));
}

/** Derives the authKey as the edge does. */
export function authKeyOf({ email, password }: Credentials): Promise<string> {
  return deriveAuthKey(email, password, (text, salt, { N, r, p, dkLen }) =>
    scryptSync(text, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }),
  );
}
