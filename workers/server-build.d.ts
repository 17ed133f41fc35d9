/** The output of `remix vite:build` in build/server. wrangler.toml defines this module name. */
declare module 'server-build' {
  import type { ServerBuild } from '@remix-run/cloudflare';

  export * from '@remix-run/dev/server-build';
  /** Includes the exports of app/entry.server.tsx that the front door uses. */
  export const entry: { module: ServerBuild['entry']['module'] & { findRealtimeAddress: import('./realtime').FindRealtimeAddress } };
}
