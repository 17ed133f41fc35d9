import { buildWorkers } from './build-workers.ts';
import { run } from './progress.ts';

// A build interrupted by a signal must exit with a failure.
process.exitCode = 1;
await run(async () => {
  await buildWorkers();
  process.exitCode = 0;
});
