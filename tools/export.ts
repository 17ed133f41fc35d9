import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { carryOut } from './carry-out.ts';
import { run, Sentence } from './progress.ts';

// The operator takes everything of one family out, into a file that `npm run restore` reads.
await run(async () => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' }, settings: { type: 'string' } }, allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) throw new Sentence('Usage: npm run export -- <email> [--to <file>] [--settings <file>]');
  const name = `family-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.porchlight`;
  // Where the operator stands: npm runs this in the folder of package.json.
  const file = resolve(process.env.INIT_CWD ?? '.', values.to ?? name);
  console.log(await carryOut({ do: 'export', email, file }, values.settings));
});
