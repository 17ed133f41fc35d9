import { createRule } from '#app/wire/rule.ts';
import type { Parent } from '../clients/parent.ts';
import { expect, type Page, test, type WebSocket } from './browser.ts';
import { addChildWithDevice, asParent, expectTakenOver, logIn, openLive, openMenu, press, signUp } from './parent-page.ts';

const MINUTE = 60_000;

/** Records the sockets, data loads and error reports of a page. */
function watch(page: Page) {
  const seen = { sockets: [] as Array<WebSocket>, loads: [] as Array<string>, reports: 0 };
  page.on('websocket', (socket) => seen.sockets.push(socket));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.endsWith('.data')) seen.loads.push(pathname + search);
    if (pathname === '/resources/report') seen.reports += 1;
  });
  return seen;
}

/** Changes the family's state through the API, not through a page of the test. */
async function change(parent: Parent, page: Page, effect: 'block' | 'grant'): Promise<void> {
  const childId = new URL(page.url()).pathname.split('/')[2] ?? '';
  await parent.call(createRule, { query: { user_id: childId }, body: { type: 'override', ruledef_name: effect, expiry: null } });
}

const asked = (page: Page) => expect(page.getByTestId('now'));

test.describe('real-time updates', () => {
  test('a tap in one browser, and the device’s report, show in the other without a reload (RT-004)', async ({ page, browser }) => {
    const credentials = await signUp(page);
    const agent = await addChildWithDevice(page, 'Mia');
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto('/?view=login');
    await logIn(other, credentials);
    await other.waitForURL(/schedule$/);
    await openLive(other, other.url());
    await press(page, 'block-30m');
    await asked(other).toHaveAttribute('data-asked', 'blocked');
    await agent.ack(await agent.commands(), 'blocked');
    await asked(other).toHaveAttribute('data-view', 'blocked');
    await asked(page).toHaveAttribute('data-view', 'blocked');
    await context.close();
  });

  test('makes one request per refresh', async ({ page }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const parent = await asParent(credentials);
    const { loads } = watch(page);
    await openLive(page, page.url());
    loads.length = 0;
    await change(parent, page, 'block');
    await asked(page).toHaveAttribute('data-asked', 'blocked');
    await change(parent, page, 'grant');
    await asked(page).toHaveAttribute('data-asked', 'allowed');
    expect(loads).toHaveLength(2);
    expect(loads[0]).toContain('_routes=routes%2F_app.manage');
  });

  test('tabs share one socket, another tab takes over when the first closes, and no socket stays open after a logout (RT-001, RT-002)', async ({
    page,
    context,
  }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const parent = await asParent(credentials);
    const address = page.url();
    // Sockets that the previous page still opens must not count.
    await page.goto('about:blank');
    const first = watch(page);
    await openLive(page, address);
    expect(first.sockets).toHaveLength(1);

    const second = await context.newPage();
    const secondSeen = watch(second);
    await second.goto(page.url());
    const third = await context.newPage();
    const thirdSeen = watch(third);
    await third.goto(page.url());
    await change(parent, page, 'block');
    for (const tab of [page, second, third]) await asked(tab).toHaveAttribute('data-asked', 'blocked');
    expect([secondSeen.sockets.length, thirdSeen.sockets.length]).toEqual([0, 0]);

    await page.close();
    await expect.poll(() => secondSeen.sockets.length + thirdSeen.sockets.length).toBe(1);
    await change(parent, second, 'grant');
    for (const tab of [second, third]) await asked(tab).toHaveAttribute('data-asked', 'allowed');
    expect(secondSeen.sockets.length + thirdSeen.sockets.length).toBe(1);

    const [holder, other] = secondSeen.sockets.length === 1 ? [second, third] : [third, second];
    await openMenu(other);
    await other.locator('form[action="/logout"] button').click();
    for (const tab of [other, holder]) await tab.waitForURL(/view=login/);
    // A tab may still open a socket while the other tab is leaving; the server refuses that socket.
    const sockets = () => [...secondSeen.sockets, ...thirdSeen.sockets];
    await expect.poll(() => sockets().every((socket) => socket.isClosed())).toBe(true);

    const before = sockets().length;
    await holder.goto('/');
    await holder.waitForFunction(() => '__remixRouter' in window);
    expect(sockets()).toHaveLength(before);
  });

  test('polls without the socket, but not in the background, and catches up on return', async ({ page }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const parent = await asParent(credentials);
    const { loads } = watch(page);
    const net = { isCut: false, cut: [] as Array<() => Promise<void>>, words: 0 };
    await page.routeWebSocket(/\/realtime/, (socket) => {
      if (net.isCut) return socket.close({ code: 1011 });
      const server = socket.connectToServer();
      server.onMessage((word) => {
        net.words += 1;
        socket.send(word);
      });
      net.cut.push(() => socket.close({ code: 1011 }));
    });
    await page.clock.install();
    await page.reload();
    // The socket is open once it has received a frame, so this change arrives by socket.
    await expect.poll(() => net.words).toBeGreaterThan(0);
    await change(parent, page, 'block');
    await asked(page).toHaveAttribute('data-asked', 'blocked');

    net.isCut = true;
    for (const cut of net.cut.splice(0)) await cut();
    await change(parent, page, 'grant');
    // Polling starts when the page notices that the socket is closed. Only time that passes after that triggers a poll.
    await expect(async () => {
      await page.clock.fastForward(MINUTE + 5000);
      await asked(page).toHaveAttribute('data-asked', 'allowed', { timeout: 10_000 });
    }).toPass();

    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await change(parent, page, 'block');
    const before = loads.length;
    for (let minute = 0; minute < 10; minute++) await page.clock.fastForward(MINUTE);
    await asked(page).toHaveAttribute('data-asked', 'allowed');
    expect(loads).toHaveLength(before);

    net.isCut = false;
    await page.clock.fastForward(2 * MINUTE);
    await asked(page).toHaveAttribute('data-asked', 'blocked');
    expect(loads).toHaveLength(before + 1);
  });

  test('retries after a server error and shows the user a message, then loads the page', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const { loads } = watch(page);
    await page.clock.install();
    await page.goto('/subscription');
    await expectTakenOver(page.locator('#menu a').first());
    await page.route(/\.data/, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await openMenu(page);
    await page.getByRole('link', { name: 'My family' }).click();
    await expect(page.getByTestId('retrying')).toBeVisible();
    await page.clock.fastForward(2000);
    await expect.poll(() => loads.length).toBe(2);
    await expect(page.getByTestId('retrying')).toBeVisible();
    await page.unroute(/\.data/);
    await page.clock.fastForward(MINUTE);
    await page.waitForURL('**/my-family');
    await expect(page.getByTestId('retrying')).toBeHidden();
  });

  test('leads to /error and reports once after eleven requests without a response (ANALYT-016, ERR-044, RT-029)', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    // Replacing the clock during hydration would make a text differ, which the page reports as an error.
    await page.goto('about:blank');
    const seen = watch(page);
    await page.clock.install();
    await page.goto('/subscription');
    await expectTakenOver(page.locator('#menu a').first());
    await page.route(/\.data/, (route) => route.abort());
    await openMenu(page);
    await page.getByRole('link', { name: 'My family' }).click();
    await expect(page.getByTestId('retrying')).toBeVisible();
    const often = { intervals: [100] };
    await expect
      .poll(async () => {
        // The last retry replaces the page with another document, so the call may fail.
        await page.clock.fastForward(MINUTE).catch(() => {});
        return page.url();
      }, often)
      .toMatch(/\/error\?ref=[\w-]+$/);
    expect(seen.loads).toHaveLength(11);
    expect(seen.reports).toBe(1);
  });

  test('keeps the message about a form without a response on its page, even after a refresh', async ({ page }) => {
    const credentials = await signUp(page);
    await addChildWithDevice(page, 'Mia');
    const parent = await asParent(credentials);
    await openLive(page, page.url());
    await page.route(/\.data/, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
    await press(page, 'block-30m');
    const notice = page.locator('[data-notice="error_strings.unknown_outcome"]');
    await expect(notice).toBeVisible();
    await asked(page).toHaveAttribute('data-asked', 'allowed');
    await change(parent, page, 'block');
    await asked(page).toHaveAttribute('data-asked', 'blocked');
    await expect(notice).toBeVisible();
  });

  test('shows a message once, even when the next page redirects', async ({ page }) => {
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    await page.goto('/my-family');
    await page.locator('a[href*="device="]').first().click();
    await page.locator('a[href*="confirm=remove"]').click();
    await page.locator('button[value="remove-device"]').click();
    // The last device is removed, so the list redirects to adding one.
    await page.waitForURL('**/connect');
    await expect(page.locator('.toast')).toHaveCount(1);
    // Going back moves by one history entry, although the previous pages redirect here again.
    const place = () => page.evaluate(() => navigation.currentEntry?.index ?? Number.NaN);
    const before = await place();
    await page.goBack();
    await page.waitForURL('**/connect');
    expect(await place()).toBe(before - 1);
  });
});
