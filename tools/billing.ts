import { parseArgs } from 'node:util';
import { runOrder } from './carry-out.ts';
import { run, UserError } from './progress.ts';

const USAGE = 'Usage: npm run billing [-- advance <email> <days>] [--settings <file>]';
const DAYS_MAX = 366;

// `npm run billing`: prints when the last webhook arrived and when the nightly check last ran. `advance` simulates days in the sandbox of
// an account.
await run(async () => {
  const { values, positionals } = parseArgs({ options: { settings: { type: 'string' } }, allowPositionals: true });
  const [order, email, days, ...more] = positionals;
  if (order === undefined) {
    console.log(await runOrder({ do: 'billing-health' }, values.settings));
    return;
  }
  const count = Number(days);
  if (order !== 'advance' || email === undefined || !Number.isInteger(count) || count < 1 || count > DAYS_MAX || more.length > 0)
    throw new UserError(USAGE);
  console.log(await runOrder({ do: 'advance-sandbox', email, days: count }, values.settings));
});
