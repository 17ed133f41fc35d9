import { config } from 'zod/v4/core';

/** zod would compile its checks with `new Function`, which the page's Content-Security-Policy refuses. Fetched with the first check. */
export function checkWithoutEval(): void {
  config({ jitless: true });
}
