import { isPrivateAddress } from '#app/domain/private-address';
import { isAppMediaAddress } from '#workers/app-media-settings';
import { isDemonstration } from '../bindings';

export type AppMediaSettings = {
  APP_ENV?: string;
  /** Base URL of a service with ratings and images of apps. If unset, pages show none. */
  APP_MEDIA_URL?: string;
  /** Fetches only public addresses, checked after name resolution. Unset on Cloudflare, where `fetch` already does this. */
  OUTSIDE?: { fetch: (url: string, init: RequestInit) => Promise<Response> };
};

type FetchUrl = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Returns APP_MEDIA_URL as a URL.
 * @throws Error unless it is https or, in the demonstration, on this machine
 */
export function serviceAddress(env: AppMediaSettings): URL {
  const url = new URL(env.APP_MEDIA_URL ?? '');
  if (isAppMediaAddress(url, isDemonstration(env))) return url;
  throw new Error('APP_MEDIA_URL must be https');
}

/** Returns the absolute URL of a file that the service named, perhaps relatively. Returns null for an address that we must not fetch. */
export function toFileAddress(env: AppMediaSettings, named: string): string | null {
  const service = serviceAddress(env);
  if (!URL.canParse(named, service.href)) return null;
  const url = new URL(named, service);
  url.hash = '';
  return findAllowedFetch(env, url) === null ? null : url.href;
}

/**
 * Returns the function that may fetch this address, or null if it must not be fetched. The service's own origin is always allowed. Other
 * hosts must be public and use https on the default port. Otherwise the service could make us call the operator's network.
 */
export function findAllowedFetch(env: AppMediaSettings, url: URL): FetchUrl | null {
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === serviceAddress(env).origin) return (address, init) => fetch(address, init);
  if (url.protocol !== 'https:' || url.port !== '' || isPrivateAddress(url.hostname)) return null;
  const { OUTSIDE } = env;
  return OUTSIDE === undefined ? (address, init) => fetch(address, init) : (address, init) => OUTSIDE.fetch(address.href, init);
}
