import { putGranularity } from '#app/wire/granularity.ts';
import type { Agent } from '../clients/agent.ts';
import { expect, type Page, type Route, test } from './browser.ts';
import { collectFaults } from './page-faults.ts';
import { addChildWithDevice, asParent, expectTakenOver, grant, hasScript, logIn, press, signUp } from './parent-page.ts';

const app = (bundle_id: string, name: string) => ({ bundle_id, name, version: '1.0' });
const CHESS = 'com.example.chess';
const RACER = 'com.example.racer';
/** Bundle IDs that are also property names of every object. */
const ODD = [app('constructor', 'Zz one'), app('__proto__', 'Zz two')];

/** The same app with its IDs on two systems. */
const LEARNING = ['org.khanacademy.Khan-Academy', 'org.khanacademy.android'] as const;

const alerted = (page: Page) => page.getByRole('alert').first();

/** Pastes the text in one step. Playwright's `fill` types line by line, which takes Chromium a minute for 10,000 lines. */
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

/** Changes the body of the page's next POST request, once. Other requests pass unchanged. */
async function rewrite(page: Page, from: string, to: string): Promise<void> {
  let isChanged = false;
  await page.route('**/manage/**', (route) => {
    const form = route.request().postData();
    if (form === null || isChanged) return route.fallback();
    isChanged = true;
    return route.continue({ postData: form.replace(from, to) });
  });
}

/** Holds the forms that the page posts. `isSent` resolves when one is sent; `release` lets it continue. */
async function holdPost(page: Page) {
  let release = () => {};
  let send = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  let goesOn = Promise.resolve();
  const hold = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    send();
    await isReleased;
    goesOn = route.continue();
    return goesOn;
  };
  await page.route('**/manage/**', hold);
  return {
    isSent,
    release: async () => {
      release();
      // A request cannot continue after its route is removed, so this waits for it first.
      await isReleased;
      await goesOn;
      await page.unroute('**/manage/**', hold);
    },
  };
}

/** Saves the filter and waits until the stored version changes. The fields and the previous message would not show that it is saved. */
async function saveFilter(page: Page): Promise<void> {
  const version = page.locator('#main [name=version]');
  const before = await version.inputValue();
  await press(page, 'web-filter');
  await expect(version).not.toHaveValue(before);
}

async function granularityOf(agent: Agent) {
  return (await agent.policy()).policy.users[0]?.granularity;
}

/** Defines the tests of a child's apps. They run with and without script. */
export function appsJourneys(): void {
  test('lists the apps of a device, sets their rules and limits them (APPS-001, APPS-031, APPS-037)', async ({ page, browser }) => {
    // Many page loads take more than a minute on a busy machine.
    test.slow();
    const faults = await collectFaults(page);
    const hears = async () => {
      // With script the page updates by itself.
      if (!hasScript()) await page.reload();
    };
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const home = new URL(page.url()).pathname.replace(/schedule$/, '');
    const rowOf = (bundleId: string) => page.locator(`[data-app="${bundleId}"]`);

    await grant(credentials.email, 'premium_annual');
    await page.goto(`${home}app-rules`);
    await expect(page.getByText('No apps yet')).toBeVisible();
    await press(page, 'ask-apps');
    await expect(page.locator('.toast')).toContainText('Updating the app list');
    expect((await agent.commands()).map(({ kind }) => kind)).toContain('app_list');
    const learning = LEARNING.map((bundleId) => app(bundleId, 'Khan Academy'));
    await agent.report('allowed', { apps: [app(CHESS, 'Chess'), app(RACER, 'Racer'), ...learning, ...ODD] });
    await hears();
    await expect(rowOf(RACER)).toContainText('Available now.');

    // Checks the rule that the device receives after a tap.
    await press(page, `app-NS-${RACER}`);
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'N');
    // The change is pending until the device confirms it.
    await expect(rowOf(RACER)).toContainText('Pending on');
    // The row updates immediately; the device gets the rule after it is saved.
    await expect.poll(async () => (await granularityOf(agent))?.app_directives).toEqual({ [RACER]: 'N' });
    // Undo in the message restores the previous rule.
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
    await expect(rowOf(RACER)).toContainText('Always blocked.');
    // The other parent changes the rule during this tap. The page reports it and shows the current rule, which the next tap changes.
    const other = await browser.newPage();
    await other.goto('/?view=login');
    await logIn(other, credentials);
    await other.waitForURL(/schedule$/);
    await other.goto(`${home}app-rules`);
    const held = await holdPost(page);
    const tapped = press(page, `app-AN-${RACER}`);
    await held.isSent;
    await press(other, `app-SN-${RACER}`);
    await expect(other.locator(`[data-app="${RACER}"]`)).toHaveAttribute('data-directive', 'S');
    await expect(other.locator('[data-sending]')).toHaveCount(0);
    await held.release();
    await tapped;
    await expect(alerted(page)).toContainText('Someone else changed Racer');
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'S');
    await expect(page.locator('[data-sending]')).toHaveCount(0);
    expect((await granularityOf(agent))?.app_directives).not.toHaveProperty([RACER]);
    await expect(other.getByRole('alert')).toHaveCount(0);
    await other.close();
    await press(page, `app-NS-${RACER}`);
    await expect(rowOf(RACER)).toHaveAttribute('data-directive', 'N');
    await expect(page.locator('[data-sending]')).toHaveCount(0);
    await rewrite(page, `app-AN-${RACER}`, 'app-AS-com.example.foreign');
    await press(page, `app-AN-${RACER}`);
    await expect(alerted(page)).toContainText('No device has this app');

    // Limits one app to one hour a day, in three taps from home.
    await page.goto(`${home}schedule`);
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await rowOf(CHESS).getByRole('link', { name: 'Limit' }).click();
    await page.locator('button[value=limit-3600]').click();
    await expect(rowOf(CHESS)).toContainText('Limit: 1 h a day.');
    await expect.poll(async () => (await granularityOf(agent))?.app_limits).toEqual({ [CHESS]: 3600 });

    // Creates a schedule for one app, checks it on the device and in the app's row, and deletes it (RULE-031).
    await page.goto(`${home}schedule?edit=new`);
    const whom = page.locator('[name=scope][value=apps]');
    await expectTakenOver(whom);
    // Checked first, because the apps are below the preview, which grows as fields are filled in.
    await whom.check();
    await page.locator(`[name=apps][value="${CHESS}"]`).check();
    await page.locator('#schedule-name').fill('Homework');
    await page.locator('#schedule-times-from').fill('00:00');
    await page.locator('#schedule-times-to').fill('00:00');
    await press(page, 'schedule-save');
    const schedule = page.getByTestId('window').filter({ hasText: 'Homework' });
    await expect(schedule).toContainText('Blocks only Chess.');
    const told = (await agent.policy()).policy.users[0];
    const ofApps = told?.rules.filter(({ scope }) => scope === 'apps').map((rule) => [rule.rule_id, rule.time_duration]) ?? [];
    expect(ofApps).toEqual([[expect.any(String), '00:00PT1440M']]);
    expect(told?.granularity?.app_schedules).toEqual({ [CHESS]: [ofApps[0]?.[0]] });
    await agent.ack(await agent.commands(), 'allowed');
    await page.goto(`${home}app-rules`);
    await expect(rowOf(CHESS)).toContainText('Blocked by Homework until');
    await expect(rowOf(CHESS)).toContainText('App schedules: Homework.');
    await expect(rowOf(RACER)).not.toContainText('Homework');
    await page.goto(`${home}schedule`);
    await schedule.getByRole('link', { name: 'Delete Homework' }).click();
    await page.getByRole('button', { name: 'Yes, delete' }).click();
    // The page removes the schedule optimistically; the device gets the change after it is saved.
    await expect(schedule).toHaveCount(0);
    await expect.poll(async () => (await granularityOf(agent))?.app_schedules).toEqual({});
    await page.goto(`${home}app-rules`);
    await expect(rowOf(CHESS)).toContainText('Limit: 1 h a day.');
    await expect(rowOf(CHESS)).not.toContainText('Homework');

    // Sorts and searches; the sort order is kept (A67).
    await page.locator('[name=sort]').selectOption('rule');
    if (!hasScript()) await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/sort=rule/);
    await page.goto(`${home}app-rules`);
    await expect(page.locator('.app-row').first()).toHaveAttribute('data-app', RACER);
    await page.locator('[name=q]').fill('chess');
    if (!hasScript()) await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.locator('.app-row')).toHaveCount(1);

    await page.goto(`${home}app-rules?app=${CHESS}`);
    await press(page, 'app-uncounted');
    await expect(page.locator('button[value=app-counted]')).toBeVisible();
    await expect.poll(async () => (await granularityOf(agent))?.uncounted_apps).toEqual([CHESS]);

    // Blocks an app on its details page. The same app on another system has its own rule, and the page says so.
    await page.goto(`${home}app-rules?app=${LEARNING[0]}`);
    const opened = page.getByRole('dialog');
    await opened.getByRole('button', { name: 'Never allowed' }).click();
    await expect(opened.getByRole('button', { name: 'Never allowed' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await granularityOf(agent))?.app_directives).toMatchObject({ [LEARNING[0]]: 'N' });
    await opened.getByRole('link', { name: 'Show that app' }).click();
    await expect(opened).toContainText(LEARNING[1]);
    await expect(opened.getByRole('button', { name: 'By schedule' })).toHaveAttribute('aria-pressed', 'true');
    await expect(opened).toContainText('this is a separate app with its own rule: Never allowed.');
    expect(faults).toEqual([]);
  });

  test('restricts the device and filters websites (APPS-032, APPS-037)', async ({ page }) => {
    // Many page loads take more than a minute on a busy machine.
    test.slow();
    const faults = await collectFaults(page);
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const home = new URL(page.url()).pathname.replace(/schedule$/, '');
    const childId = home.split('/')[2] ?? '';

    // Without the plan the settings are shown but locked (APPS-015).
    await page.goto(`${home}restrictions`);
    await expect(page.getByTestId('locked')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Airplane mode' })).toBeDisabled();
    await page.goto(`${home}web-filter`);
    await expect(page.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Not included in your plan');
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCSS('cursor', 'not-allowed');
    await grant(credentials.email, 'premium_annual');

    // Changes a restriction; the other parent's change shows too.
    await page.goto(`${home}restrictions`);
    const flight = page.locator('[data-restriction=allowAirplaneMode]');
    await press(page, 'restrict-off-allowAirplaneMode');
    await expect(flight).toHaveAttribute('data-value', 'N');
    await expect.poll(async () => (await granularityOf(agent))?.omnibus_directives).toEqual({ allowAirplaneMode: 'N' });
    // Undo in the message restores the restriction. A save that changes nothing offers no Undo, which would revert someone else's change.
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    const deny = page.locator('#filter-deny');
    if (hasScript()) {
      // The message stays after a page change. Undo keeps the text typed on the new page.
      await page.locator('.tabs a[href$="/web-filter"]').click();
      await deny.fill('www.example.com');
    }
    await undo.click();
    await expect(page.locator('.toast')).toContainText('Undone.');
    if (hasScript()) {
      await expect(deny).toHaveValue('www.example.com');
      await page.goto(`${home}restrictions`);
    }
    await expect(flight).toHaveAttribute('data-value', 'A');
    await rewrite(page, 'restrict-off', 'restrict-on');
    await press(page, 'restrict-off-allowAirplaneMode');
    await expect(page.locator('.toast')).toContainText('Saved for Airplane mode.');
    await expect(undo).toHaveCount(0);
    await press(page, 'restrict-off-allowAirplaneMode');
    await expect(flight).toHaveAttribute('data-value', 'N');
    const other = await asParent(credentials);
    await other.call(putGranularity, { body: { user_id: childId, patch: { omnibus_directives: { allowAirplaneMode: 'A' } } } });
    // With script the page updates by itself.
    if (!hasScript()) await page.reload();
    await expect(flight).toHaveAttribute('data-value', 'A');

    await page.goto(`${home}web-filter`);
    const allow = page.locator('#filter-allow');
    await page.locator('#filter-on').check();
    await page.locator('#filter-gambling').check();
    await deny.fill('https://www.example.com/some/page\nno host');
    await press(page, 'web-filter');
    await expect(page.locator('.wrong')).toContainText('This isn’t a website: no host');
    await expect(deny).toHaveValue('https://www.example.com/some/page\nno host');
    await expect(page.locator('#filter-on')).toBeChecked();
    await deny.fill('https://www.example.com/some/page\nmüller.de');
    await allow.fill('müller.de');
    await press(page, 'web-filter');
    await expect(page.locator('.wrong')).toContainText('on both lists: müller.de');
    await allow.fill('kids.example');
    await press(page, 'web-filter');
    await expect(page.locator('.toast')).toContainText('Saved.');
    await expect(deny).toHaveValue('www.example.com\nmüller.de');
    expect(await granularityOf(agent)).toMatchObject({
      omnibus_directives: { enableWebContentFilter: true },
      web_filter: { allow: ['kids.example'], deny: ['www.example.com', 'xn--mller-kva.de'], categories: ['gambling'] },
    });
    // Undo after removing entries restores the earlier list in its order.
    await deny.fill('müller.de\nnew.example');
    await page.locator('#filter-gambling').uncheck();
    await saveFilter(page);
    await expect(deny).toHaveValue('müller.de\nnew.example');
    await undo.click();
    await expect(page.locator('.toast')).toContainText('Undone.');
    await expect(deny).toHaveValue('www.example.com\nmüller.de');
    expect((await granularityOf(agent))?.web_filter).toMatchObject({
      deny: ['www.example.com', 'xn--mller-kva.de'],
      categories: ['gambling'],
    });
    // Undo does not overwrite a change that someone else made.
    await page.locator('#filter-gambling').uncheck();
    await saveFilter(page);
    await other.call(putGranularity, { body: { user_id: childId, patch: { web_filter: { deny: ['theirs.example'] } } } });
    await undo.click();
    await expect(alerted(page)).toContainText('Someone else changed this');
    await expect(deny).toHaveValue('theirs.example');
    const many = Array.from({ length: 10_000 }, (_, index) => `https://site${index}.example.com/page`).join('\n');
    await paste(page, '#filter-deny', many);
    await press(page, 'web-filter');
    await expect(page.locator('.wrong')).toContainText('That’s too many. A list can have up to 200 sites');
    expect(await deny.inputValue()).toBe(many);
    expect(faults).toEqual([]);
  });
}
