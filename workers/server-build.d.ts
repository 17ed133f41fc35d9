/** What `remix vite:build` leaves in build/server; wrangler.toml gives it this name. */
declare module 'server-build' {
  import type { ServerBuild } from '@remix-run/cloudflare';

  export * from '@remix-run/dev/server-build';
  /** With what app/entry.server.tsx exports for the front door. */
  export const entry: { module: ServerBuild['entry']['module'] & { findRealtimeAddress: import('./realtime').FindRealtimeAddress } };
}
