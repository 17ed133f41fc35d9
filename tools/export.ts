import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOrder } from './carry-out.ts';
import { run, UserError } from './progress.ts';

// `npm run export`: the operator exports all data of a family to a file for `npm run restore`.
await run(async () => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' }, settings: { type: 'string' } }, allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) throw new UserError('Usage: npm run export -- <email> [--to <file>] [--settings <file>]');
  const name = `family-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.porchlight`;
  // Relative to the operator’s working directory, because npm changes to the folder of package.json.
  const file = resolve(process.env.INIT_CWD ?? '.', values.to ?? name);
  console.log(await runOrder({ do: 'export', email, file }, values.settings));
});
