import { rmSync } from 'node:fs';
import { requireNobodyElse } from './control.ts';
import { dataFolder } from './places.ts';
import { run } from './progress.ts';

// Forgets every family of this folder; the clone's secrets stay in .dev.vars.
await run(async () => {
  const data = dataFolder();
  await requireNobodyElse(data);
  rmSync(data, { recursive: true, force: true });
  console.log(`Forgot everything in ${data}.`);
});
