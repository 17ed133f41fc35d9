import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { removeBuilds } from './build-workers.ts';
import { requireNobodyElse } from './control.ts';
import { dataFolder } from './places.ts';
import { run } from './progress.ts';

// Forgets every family of this folder; the clone's secrets stay in .dev.vars. With --build only the builds go, and the families stay.
await run(async () => {
  const { values } = parseArgs({ options: { build: { type: 'boolean' } } });
  const data = dataFolder();
  await requireNobodyElse(data);
  if (values.build) {
    removeBuilds();
    console.log('Removed every build. The next start builds again.');
    return;
  }
  rmSync(data, { recursive: true, force: true });
  console.log(`Forgot everything in ${data}.`);
});
