import { type Order, sendOrder } from './control.ts';
import { dataFolder } from './paths.ts';
import { run, UserError } from './progress.ts';

const ORDERS = { list: 'list-sessions', end: 'end-sessions' } as const;
const USAGE = 'Usage: npm run sessions -- list <email> | end <email>';

// `npm run sessions`: lists or ends the sessions of an account through the running server.
await run(async () => {
  const [what, email, ...more] = process.argv.slice(2);
  if ((what !== 'list' && what !== 'end') || email === undefined || more.length > 0) throw new UserError(USAGE);
  const order: Order = { do: ORDERS[what], email };
  const report = await sendOrder(dataFolder(), order);
  if (report === null) throw new UserError(`Porchlight is not running on the data in ${dataFolder()}. Start it, then try again.`);
  if (!report.ok) throw new UserError(report.said);
  console.log(report.said);
});
