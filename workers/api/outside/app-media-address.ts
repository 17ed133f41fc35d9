import { isPrivateAddress } from '#app/domain/private-address';
import { isAppMediaAddress } from '#workers/app-media-settings';
import { isDemonstration } from '../bindings';

export type AppMediaSettings = {
  APP_ENV?: string;
  /** Base URL of a service with ratings and images of apps. If unset, there are none. */
  APP_MEDIA_URL?: string;
  /** Fetches public addresses only, checked after name resolution. Unset on Cloudflare, where `fetch` does the same. */
  OUTSIDE?: { fetch: (url: string, init: RequestInit) => Promise<Response> };
};

type FetchUrl = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Returns APP_MEDIA_URL.
 * @throws Error unless it is https or, in the demonstration, on this machine
 */
export function serviceAddress(env: AppMediaSettings): URL {
  const url = new URL(env.APP_MEDIA_URL ?? '');
  if (isAppMediaAddress(url, isDemonstration(env))) return url;
  throw new Error('APP_MEDIA_URL must be https');
}

/** Resolves a file address from the service, which may be relative. Returns null for an address that we must not fetch. */
export function toFileAddress(env: AppMediaSettings, named: string): string | null {
  const service = serviceAddress(env);
  if (!URL.canParse(named, service.href)) return null;
  const url = new URL(named, service);
  url.hash = '';
  return findAllowedFetch(env, url) === null ? null : url.href;
}

/**
 * Returns the function that fetches this address, or null if it must not be fetched.
 * The service's own origin is always allowed. Other hosts must be public and use https on the default port, so that the service cannot make
 * us call the operator's network.
 */
export function findAllowedFetch(env: AppMediaSettings, url: URL): FetchUrl | null {
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === serviceAddress(env).origin) return (address, init) => fetch(address, init);
  if (url.protocol !== 'https:' || url.port !== '' || isPrivateAddress(url.hostname)) return null;
  const { OUTSIDE } = env;
  return OUTSIDE === undefined ? (address, init) => fetch(address, init) : (address, init) => OUTSIDE.fetch(address.href, init);
}
