import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOrder } from './carry-out.ts';
import { run, UserError } from './progress.ts';

// `npm run restore`: the operator restores a family from a file of `npm run export`.
await run(async () => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean' }, settings: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UserError('Usage: npm run restore -- <file> [--replace] [--settings <file>]');
  const order = { do: 'restore', file: resolve(process.env.INIT_CWD ?? '.', file), replace: values.replace === true } as const;
  console.log(await runOrder(order, values.settings, true));
});
