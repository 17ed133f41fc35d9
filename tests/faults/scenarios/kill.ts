import { checkNow, connectDevices, type Household, live, moveIn, settle } from '../household.ts';
import type { Moment, Violation } from '../ledger.ts';
import { checkPage, openPage, type Page } from '../page.ts';
import { repeatUntilViolation } from '../repeat.ts';
import type { Scenario, World } from '../scenario.ts';
import { type Killed, type Server, startServer } from '../server.ts';

/** Number of families at the same time. */
const FAMILIES = 2;
/** Number of kills after which new families replace them. */
const KILLS_EACH = 40;
/**
 * Every `STARTER_EVERY` kills, the starter is killed instead of workerd. Alternates between the starter alone, which leaves workerd
 * running, and its whole process group.
 */
const STARTER_EVERY = 5;
const LONGEST_LIFE_MS = 250;

export const kill: Scenario = {
  name: 'kill',
  fault: 'kill -9 at random instants under load',
  holds: ['I1', 'I2', 'I3', 'I4', 'I7'],
  run: async (world) => {
    const server = await startServer(world.script);
    let homes: Array<Home> = [];
    try {
      return await repeatUntilViolation(world.kills, async (count) => {
        if (count % KILLS_EACH === 0) homes = await Promise.all(Array.from({ length: FAMILIES }, () => furnish(server.apiUrl)));
        const found = await killOnce(world, server, homes, whatToKill(count));
        if (count % 25 === 24) world.say(`${count + 1} kills`);
        return found;
      });
    } finally {
      await server.close();
    }
  },
};

function whatToKill(count: number): Killed {
  if (count % STARTER_EVERY !== STARTER_EVERY - 1) return 'workerd';
  return count % (2 * STARTER_EVERY) === STARTER_EVERY - 1 ? 'node' : 'group';
}

/** A family with a page that observes it. */
type Home = { household: Household; page: Page };

async function furnish(apiUrl: string): Promise<Home> {
  const household = await moveIn(apiUrl);
  const [lane] = household.lanes;
  if (lane === undefined) throw new Error('A household without a parent');
  return { household, page: await openPage(apiUrl, lane.parent) };
}

async function killOnce({ random }: World, server: Server, homes: Array<Home>, what: Killed): Promise<Array<Violation>> {
  let isOver = false;
  const disconnect = homes.map(({ household }) => connectDevices(household));
  for (const { page } of homes) await page.connect();
  const lives = homes.map(({ household }) => live(household, random, () => isOver));
  await new Promise((done) => setTimeout(done, random.int(LONGEST_LIFE_MS)));
  isOver = true;
  await server.kill(what);
  for (const end of disconnect) end();
  await Promise.all(lives);
  for (const { page } of homes) await page.rest();
  await server.wake();
  const crashed = await checkAll(server, homes, 'crashed');
  if (crashed.length > 0) return crashed;
  for (const { page } of homes) await page.connect();
  for (const { household } of homes) await settle(household, random);
  const stale = await Promise.all(homes.map(({ page }) => checkPage(page, server.apiUrl)));
  for (const { page } of homes) page.close();
  return [...(await checkAll(server, homes, 'settled')), ...stale.flat()];
}

async function checkAll(server: Server, homes: Array<Home>, moment: Moment): Promise<Array<Violation>> {
  const found: Array<Violation> = [];
  for (const { household } of homes) found.push(...(await checkNow(server.apiUrl, household, moment)));
  return found;
}
