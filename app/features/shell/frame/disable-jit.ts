import { config } from 'zod/v4/core';

/** Stops zod from compiling schemas with `new Function`, which the Content-Security-Policy blocks. Loaded with the first check. */
export function disableZodJit(): void {
  config({ jitless: true });
}
