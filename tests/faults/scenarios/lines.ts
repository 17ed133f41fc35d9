import { checkNow, connectDevices, type Household, live, moveIn, settle, tap } from '../household.ts';
import { order } from '../observe.ts';
import { checkPage, openPage, type Page } from '../page.ts';
import { type Detour, startProxy } from '../proxy.ts';
import { repeatUntilViolation } from '../repeat.ts';
import type { Found, Scenario, World } from '../scenario.ts';
import { findPort, startServer } from '../server.ts';

type Home = { household: Household; page: Page; proxy: Detour; directUrl: string };

/** Runs `work` with a family whose requests and sockets go through a proxy, and with a page that observes it. */
async function behindProxy(world: World, work: (home: Home) => Promise<Found>): Promise<Found> {
  const port = await findPort();
  const server = await startServer(world.script, port);
  const proxy = await startProxy(port, Number(new URL(server.apiUrl).port));
  try {
    const apiUrl = `http://127.0.0.1:${port}`;
    const household = await moveIn(apiUrl, { directUrl: server.apiUrl });
    const [lane] = household.lanes;
    if (lane === undefined) throw new Error('A household without a parent');
    return await work({ household, page: await openPage(apiUrl, lane.parent), proxy, directUrl: server.apiUrl });
  } finally {
    proxy.close();
    await server.close();
  }
}

export const cut: Scenario = {
  name: 'cut',
  fault: 'all connections cut at once, in the middle of anything',
  holds: ['I1', 'I2', 'I3', 'I4', 'I7'],
  run: (world) =>
    behindProxy(world, async ({ household, page, proxy, directUrl }) => {
      const times = world.size === 'short' ? 5 : 100;
      return repeatUntilViolation(times, async () => {
        let isOver = false;
        const disconnect = connectDevices(household);
        await page.connect();
        const life = live(household, world.random, () => isOver);
        await new Promise((done) => setTimeout(done, world.random.int(150)));
        proxy.cut();
        isOver = true;
        await life;
        disconnect();
        await page.connect();
        await settle(household, world.random);
        const found = [...(await checkPage(page, directUrl)), ...(await checkNow(directUrl, household, 'settled'))];
        page.close();
        return found;
      });
    }),
};

export const blackHole: Scenario = {
  name: 'black-hole',
  fault: 'sockets that swallow everything and are never closed',
  holds: ['I1', 'I3', 'I4', 'I7'],
  run: (world) =>
    behindProxy(world, async ({ household, page, proxy, directUrl }) => {
      const times = world.size === 'short' ? 2 : 20;
      return repeatUntilViolation(times, async () => {
        const disconnect = connectDevices(household);
        await page.connect();
        await live(household, world.random, () => household.lanes.every(({ devices }) => devices[0]?.uplink?.isOpen() === true));
        proxy.swallow();
        for (let taps = 0; taps < 5; taps += 1) for (const lane of household.lanes) await tap(household.ledger, lane, world.random);
        // Nothing that the proxy discarded may count as done.
        const early = await checkNow(directUrl, household, 'crashed');
        // Reconnects as device/socket.ts does after an unanswered ping, and as partysocket does in the page.
        disconnect();
        page.close();
        await page.connect();
        await settle(household, world.random);
        const found = [...early, ...(await checkPage(page, directUrl)), ...(await checkNow(directUrl, household, 'settled'))];
        page.close();
        return found;
      });
    }),
};

export const slowReader: Scenario = {
  name: 'slow-reader',
  fault: 'a page that reads nothing for long, then everything',
  holds: ['I4', 'I7'],
  run: (world) =>
    behindProxy(world, async ({ household, page, proxy, directUrl }) => {
      const hints = world.size === 'short' ? 200 : 3000;
      await page.connect();
      await page.hear(({ type }) => type === 'hello');
      proxy.readNothing();
      const { email } = page.parent;
      // Sent directly to the family, because only its sockets are tested here, not requests.
      for (let count = 0; count < hints; count += 1) await order(directUrl, 'grant', { email, sku: 'premium_monthly' });
      for (const lane of household.lanes) await tap(household.ledger, lane, world.random);
      proxy.readOn();
      await settle(household, world.random);
      const violations = [...(await checkPage(page, directUrl)), ...(await checkNow(directUrl, household, 'settled'))];
      const subscriptionFrames = page.frames.filter(({ type }) => type === 'subscription').length;
      if (page.closedWith === null && subscriptionFrames < hints)
        violations.push({ invariant: 'I7', what: `of ${hints} hints ${subscriptionFrames} were heard` });
      page.close();
      return { times: hints, violations };
    }),
};
