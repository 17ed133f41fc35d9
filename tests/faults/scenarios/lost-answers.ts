import { checkNow, type Line, live, moveIn, plainLine, settle } from '../household.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const LOSS = 0.08;
const REMEMBERED = 40;

export const lostAnswers: Scenario = {
  name: 'lost-answers',
  fault: 'requests and answers lost, sent tenfold, and again long after',
  holds: ['I1', 'I2', 'I3', 'I4'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    try {
      const household = await moveIn(server.apiUrl);
      const line = lossyLine(random);
      household.travelBy(line.travel);
      const wanted = size === 'short' ? 60 : 600;
      await live(household, random, () => household.ledger.taps.length >= wanted);
      household.travelBy(plainLine);
      await settle(household, random);
      return { times: line.faults(), violations: await checkNow(server.apiUrl, household, 'settled') };
    } finally {
      await server.close();
    }
  },
};

/** Returns a function that copies the request any number of times. A body can be read only once. */
async function copiesOf(request: Request): Promise<() => Request> {
  const { url, method, headers } = request;
  const body = await request.text();
  return () => new Request(url, { method, headers, ...(body === '' ? {} : { body }) });
}

/** Returns a line that loses requests and answers, repeats requests, and sends old ones again long after they were answered. */
function lossyLine(random: Random): { travel: Line; faults: () => number } {
  const past: Array<() => Request> = [];
  let faults = 0;
  const strikes = (): boolean => {
    const isStruck = random.chance(LOSS);
    if (isStruck) faults += 1;
    return isStruck;
  };
  const swallow = async (copy: () => Request): Promise<void> => {
    await (await plainLine(copy())).arrayBuffer();
  };
  const travel: Line = async (request) => {
    if (strikes()) throw new TypeError('the request was lost');
    const copy = await copiesOf(request);
    past.push(copy);
    if (past.length > REMEMBERED) past.shift();
    if (strikes()) await Promise.all(Array.from({ length: 10 }, () => swallow(copy)));
    if (strikes()) await swallow(random.pick(past));
    const answer = await plainLine(copy());
    if (!strikes()) return answer;
    await answer.arrayBuffer();
    throw new TypeError('the answer was lost');
  };
  return { travel, faults: () => faults };
}
