import { expect, type Page, test } from '@playwright/test';
import { putGranularity } from '../../app/wire/granularity.ts';
import type { Agent } from '../clients/agent.ts';
import { startTestServers, type TestServers } from '../servers.ts';
import { listen } from './page-faults.ts';
import { addChildWithDevice, asParent, press, signUp } from './parent-page.ts';

const app = (bundle_id: string, name: string) => ({ bundle_id, name, version: '1.0' });
const CHESS = 'com.example.chess';
const RACER = 'com.example.racer';
/** Ids that a device may tell, and that an object has of its own. */
const ODD = [app('constructor', 'Zz one'), app('__proto__', 'Zz two')];

const alerted = (page: Page) => page.getByRole('alert').first();

/** Pastes as a hand does: whole. Playwright's `fill` types line by line, which takes Chromium a minute for ten thousand. */
async function paste(page: Page, field: string, text: string): Promise<void> {
  await page.evaluate((value) => {
    const source = document.body.appendChild(document.createElement('textarea'));
    source.value = value;
    source.select();
    document.execCommand('copy');
    source.remove();
  }, text);
  await page.locator(field).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

/** Changes what the page posts next, once. The page may read meanwhile: that is no post. */
async function rewrite(page: Page, from: string, to: string): Promise<void> {
  let isChanged = false;
  await page.route('**/manage/**', (route) => {
    const form = route.request().postData();
    if (form === null || isChanged) return route.fallback();
    isChanged = true;
    return route.continue({ postData: form.replace(from, to) });
  });
}

async function granularityOf(agent: Agent) {
  return (await agent.policy()).policy.users[0]?.granularity;
}

/** What a parent sets for a child's apps, with and without script: the same journey in both. */
export function appsJourneys(): void {
  // Servers of its own: the plan is given by the operator's hand, which stands in this process.
  let servers: TestServers;
  const before = { WEB_URL: process.env.WEB_URL, API_URL: process.env.API_URL };
  test.beforeAll(async () => {
    servers = await startTestServers();
    Object.assign(process.env, { WEB_URL: servers.webUrl, API_URL: servers.apiUrl });
  });
  test.afterAll(async () => {
    Object.assign(process.env, before);
    await servers.close();
  });

  test('apps are told, ruled and limited', async ({ browser }) => {
    const javaScriptEnabled = test.info().project.use.javaScriptEnabled !== false;
    const page = await browser.newPage({ baseURL: servers.webUrl, javaScriptEnabled, serviceWorkers: 'block' });
    const heard = await listen(page);
    const hears = async () => {
      // With script the page hears of it by itself.
      if (!javaScriptEnabled) await page.reload();
    };
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const home = new URL(page.url()).pathname.replace(/schedule$/, '');
    const rowOf = (bundleId: string) => page.locator(`[data-app="${bundleId}"]`);

    await (await servers.webEnv()).INTERNAL.grant(credentials.email, 'premium_annual');
    await page.goto(`${home}app-rules`);
    await expect(page.getByText('No apps yet')).toBeVisible();
    await press(page, 'ask-apps');
    await expect(page.locator('.toast')).toContainText('asked for their apps');
    expect((await agent.commands()).map(({ kind }) => kind)).toContain('app_list');
    await agent.report('allowed', { apps: [app(CHESS, 'Chess'), app(RACER, 'Racer'), ...ODD] });
    await hears();
    await expect(rowOf(RACER)).toContainText('Usable now.');

    // A tap, as the device is told of it.
    await press(page, `app-NS-${RACER}`);
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'N');
    // No fact before the device has said so.
    await expect(rowOf(RACER)).toContainText('Asked for, not yet on');
    expect((await granularityOf(agent))?.app_directives).toEqual({ [RACER]: 'N' });
    // Taken back by its message, what stood before is there again.
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'S');
    await expect(page.locator('.toast')).toContainText('Undone.');
    expect((await granularityOf(agent))?.app_directives).toEqual({});
    await press(page, `app-NS-${RACER}`);
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'N');
    await press(page, 'app-NS-__proto__');
    await expect(rowOf('__proto__')).toHaveAttribute('data-directive', 'N');
    await expect(page.locator('[data-sending]')).toHaveCount(0);
    expect(Object.keys((await granularityOf(agent))?.app_directives ?? {})).toEqual([RACER, '__proto__']);
    await agent.ack(await agent.commands(), 'allowed');
    await hears();
    await expect(rowOf(RACER)).toContainText('Never usable.');
    // Somebody else had changed it meanwhile: what the form was read with is not there any more.
    await rewrite(page, `app-AN-${RACER}`, `app-AS-${RACER}`);
    await press(page, `app-AN-${RACER}`);
    await expect(alerted(page)).toContainText('changed this in the meantime');
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'N');
    await rewrite(page, `app-AN-${RACER}`, 'app-AS-com.example.foreign');
    await press(page, `app-AN-${RACER}`);
    await expect(alerted(page)).toContainText('None of the devices has this app');

    // One app, one hour a day: three taps from home.
    await page.goto(`${home}schedule`);
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await rowOf(CHESS).getByRole('link', { name: 'Limit' }).click();
    await page.locator('button[value=limit-3600]').click();
    await expect(rowOf(CHESS)).toContainText('At most 1 h a day.');
    expect((await granularityOf(agent))?.app_limits).toEqual({ [CHESS]: 3600 });

    // Order and search; the order is kept (A67).
    await page.locator('[name=sort]').selectOption('rule');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/sort=rule/);
    await page.goto(`${home}app-rules`);
    await expect(page.locator('.app-row').first()).toHaveAttribute('data-app', RACER);
    await page.locator('[name=q]').fill('chess');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.locator('.app-row')).toHaveCount(1);

    await page.goto(`${home}app-rules?app=${CHESS}`);
    await press(page, 'app-uncounted');
    await expect(page.locator('button[value=app-counted]')).toBeVisible();
    expect((await granularityOf(agent))?.uncounted_apps).toEqual([CHESS]);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('the device is restricted, and websites are filtered', async ({ browser }) => {
    const javaScriptEnabled = test.info().project.use.javaScriptEnabled !== false;
    const page = await browser.newPage({ baseURL: servers.webUrl, javaScriptEnabled, serviceWorkers: 'block' });
    const heard = await listen(page);
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const home = new URL(page.url()).pathname.replace(/schedule$/, '');
    const childId = home.split('/')[2] ?? '';

    // Without the plan: shown, and locked (APPS-015).
    await page.goto(`${home}restrictions`);
    await expect(page.getByTestId('locked')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Flight mode' })).toBeDisabled();
    await (await servers.webEnv()).INTERNAL.grant(credentials.email, 'premium_annual');

    // What the device may do; the other parent's change is seen.
    await page.goto(`${home}restrictions`);
    const flight = page.locator('[data-restriction=allowAirplaneMode]');
    await press(page, 'restrict-off-allowAirplaneMode');
    await expect(flight).toHaveAttribute('data-value', 'N');
    expect((await granularityOf(agent))?.omnibus_directives).toEqual({ allowAirplaneMode: 'N' });
    const other = await asParent(credentials);
    await other.call(putGranularity, { body: { user_id: childId, patch: { omnibus_directives: { allowAirplaneMode: 'A' } } } });
    // With script the page hears of it by itself.
    if (!javaScriptEnabled) await page.reload();
    await expect(flight).toHaveAttribute('data-value', 'A');

    await page.goto(`${home}web-filter`);
    const deny = page.locator('[name=deny]');
    const allow = page.locator('[name=allow]');
    await page.locator('[name=on]').check();
    await page.locator('[value=gambling]').check();
    await deny.fill('https://www.example.com/some/page\nno host');
    await press(page, 'web-filter');
    await expect(page.locator('.wrong')).toContainText('This is not a website: no host');
    await expect(deny).toHaveValue('https://www.example.com/some/page\nno host');
    await expect(page.locator('[name=on]')).toBeChecked();
    await deny.fill('https://www.example.com/some/page\nmüller.de');
    await allow.fill('müller.de');
    await press(page, 'web-filter');
    await expect(page.locator('.wrong')).toContainText('also among the allowed ones: müller.de');
    await allow.fill('kids.example');
    await press(page, 'web-filter');
    await expect(page.locator('.toast')).toContainText('Saved.');
    await expect(deny).toHaveValue('www.example.com\nmüller.de');
    expect(await granularityOf(agent)).toMatchObject({
      omnibus_directives: { enableWebContentFilter: true },
      web_filter: { allow: ['kids.example'], deny: ['www.example.com', 'xn--mller-kva.de'], categories: ['gambling'] },
    });
    const many = Array.from({ length: 10_000 }, (_, index) => `https://site${index}.example.com/page`).join('\n');
    await paste(page, '[name=deny]', many);
    await press(page, 'web-filter');
    await expect(page.locator('.wrong')).toContainText('That is too much at once: a list takes 200 sites');
    expect(await deny.inputValue()).toBe(many);
    expect(heard).toEqual([]);
    await page.close();
  });
}
