import { step } from '#device/device.ts';
import { checkNow, moveIn, settle, tap } from '../household.ts';
import type { Violation } from '../ledger.ts';
import { order } from '../observe.ts';
import { checkPage, openPage } from '../page.ts';
import { repeatUntilViolation } from '../repeat.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const DAY = 24 * 60 * 60_000;
const TAPS = 15;

export const offlineDay: Scenario = {
  name: 'offline-day',
  fault: 'a page and all devices without a network for a day',
  holds: ['I3', 'I4', 'I7'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    const days = size === 'short' ? 1 : 7;
    let now = Date.now();
    try {
      const household = await moveIn(server.apiUrl, { now: () => now });
      const [lane] = household.lanes;
      if (lane === undefined) throw new Error('A household without a parent');
      const { accountId } = lane.parent;
      const devices = household.lanes.flatMap((one) => one.devices);
      const page = await openPage(server.apiUrl, lane.parent);
      return await repeatUntilViolation(days, async () => {
        const violations: Array<Violation> = [];
        await page.connect();
        await page.hear(({ type }) => type === 'hello');
        page.close();
        for (const device of devices) device.store.update((state) => ({ ...state, offline: true }));
        for (let taps = 0; taps < TAPS; taps += 1) {
          now += DAY / TAPS;
          await order(server.apiUrl, 'clock', { accountId, at: now });
          for (const { parent } of household.lanes) parent.clock = now;
          await tap(household.ledger, random.pick(household.lanes), random);
          for (const device of devices) await step(device);
        }
        // No change may be confirmed while the devices are offline.
        violations.push(...(await checkNow(server.apiUrl, household, 'crashed')));
        for (const device of devices) {
          device.store.update((state) => ({ ...state, offline: false }));
          await step(device);
        }
        page.frames.length = 0;
        await page.connect();
        await page.hear(({ type }) => type === 'resync');
        await page.rest();
        const resyncs = page.frames.filter(({ type }) => type === 'resync').length;
        if (resyncs !== 1) violations.push({ invariant: 'I7', what: `${resyncs} resyncs after a day` });
        // One step of each device must be enough, so `settle` must not send anything more.
        const words = household.ledger.messages.length;
        violations.push(...(await checkPage(page, server.apiUrl)), ...(await checkNow(server.apiUrl, household, 'settled')));
        await settle(household, random);
        const more = household.ledger.messages.length - words;
        if (more > 0) violations.push({ invariant: 'I4', what: `a device still had ${more} things to say` });
        page.close();
        return violations;
      });
    } finally {
      await server.close();
    }
  },
};
