/// <reference types="@remix-run/react/future/single-fetch" />
/// <reference types="vite/client" />
import '@remix-run/cloudflare';
import type { LoadContext } from './context.ts';

// An interface, because only interfaces merge with the framework's own.
declare module '@remix-run/cloudflare' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
