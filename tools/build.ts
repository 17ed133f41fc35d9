import { buildWorkers } from './build-workers.ts';
import { run } from './progress.ts';

// A build that a signal ends has failed too, and the exit code says so.
process.exitCode = 1;
await run(async () => {
  await buildWorkers();
  process.exitCode = 0;
});
