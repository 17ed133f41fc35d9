/** What `remix vite:build` leaves in build/server; wrangler.toml gives it this name. */
declare module 'server-build' {
  export * from '@remix-run/dev/server-build';
}
