import * as z from 'zod';
import { checkNow, live, moveIn, settle } from '../household.ts';
import { checkClock, type Violation } from '../ledger.ts';
import { observe, order } from '../observe.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const answerSchema = z.object({ cuts: z.number(), differences: z.array(z.string()) });

export const oldData: Scenario = {
  name: 'old-data',
  fault: 'families as the first version left them, under the newest code',
  holds: ['I1', 'I2', 'I3', 'I4', 'I7'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    const families = size === 'short' ? 1 : 5;
    const violations: Array<Violation> = [];
    try {
      for (let count = 0; count < families; count += 1) {
        const household = await moveIn(server.apiUrl);
        const [lane] = household.lanes;
        if (lane === undefined) throw new Error('A household without a parent');
        const { accountId } = lane.parent;
        const grow = async (): Promise<void> => {
          const enough = household.ledger.taps.length + 12;
          await live(household, random, () => household.ledger.taps.length >= enough);
          await settle(household, random);
          violations.push(...(await checkNow(server.apiUrl, household, 'settled')));
        };
        await grow();
        await order(server.apiUrl, 'age', { accountId });
        await order(server.apiUrl, 'abort', { accountId }).catch(() => undefined);
        // Checked immediately, because any device call would set the alarm.
        violations.push(...checkClock(await observe(server.apiUrl, lane.parent)));
        violations.push(...(await checkNow(server.apiUrl, household, 'settled')));
        await grow();
      }
      return { times: families, violations };
    } finally {
      await server.close();
    }
  },
};

export const migrations: Scenario = {
  name: 'migrations',
  fault: 'a family’s migration cut off at each statement',
  holds: ['I1'],
  run: async ({ script }) => {
    const server = await startServer(script);
    try {
      const { cuts, differences } = answerSchema.parse(await order(server.apiUrl, 'migrations', {}));
      return { times: cuts, violations: differences.map((what) => ({ invariant: 'I1' as const, what })) };
    } finally {
      await server.close();
    }
  },
};
