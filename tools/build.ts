import { buildWorkers } from './build-workers.ts';
import { run } from './progress.ts';

await run(buildWorkers);
