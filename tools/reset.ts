import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { removeBuilds } from './build-workers.ts';
import { lockData, removeData } from './data-lock.ts';
import { dataFolder } from './paths.ts';
import { run } from './progress.ts';

// `npm run reset`: deletes all families of this clone. Keeps its secrets in .dev.vars. `--build`: deletes only the builds.
await run(async () => {
  const { values } = parseArgs({ options: { build: { type: 'boolean' } } });
  const data = dataFolder();
  if (values.build) {
    const lock = existsSync(data) ? await lockData(data) : null;
    try {
      removeBuilds();
    } finally {
      lock?.release();
    }
    console.log('Deleted all builds. The next start builds again.');
    return;
  }
  await removeData(data);
  console.log(`Deleted all data in ${data}.`);
});
