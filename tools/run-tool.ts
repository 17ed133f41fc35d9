import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { run, UserError } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

// `npm run test:file`, `test:page` and `format`: run the command of an npm package with the terminal’s input and output.
await run(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, { cwd: ROOT, stdio: 'inherit' });
  closeWhenStopped(() => child.kill());
  const [code] = await once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${name} could not be started (${error.code ?? error.message}). Run npm ci, then run the command again.`);
  });
  process.exitCode = code ?? 1;
});
