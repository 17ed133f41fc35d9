import { parseArgs } from 'node:util';
import { runOrder } from './carry-out.ts';
import { run, UserError } from './progress.ts';

// `npm run grant`: gives an account a plan (A123). Uses the running server, or else the stored data without opening a port.
await run(async () => {
  const { values, positionals } = parseArgs({ options: { settings: { type: 'string' } }, allowPositionals: true });
  const [email, sku, ...more] = positionals;
  if (email === undefined || sku === undefined || more.length > 0)
    throw new UserError('Usage: npm run grant -- <email> <sku> [--settings <file>]');
  console.log(await runOrder({ do: 'grant', email, sku }, values.settings));
});
