import { isPrivateAddress } from '../../../app/domain/private-address';
import { isAppMediaAddress } from '../../app-media-settings';
import { isDemonstration } from '../bindings';

export type AppMediaSettings = {
  APP_ENV?: string;
  /** Base address of a service that knows ratings and pictures of apps; without one there are none. */
  APP_MEDIA_URL?: string;
  /** Reaches public addresses only, decided after a name is resolved. Unset, as on Cloudflare: `fetch` does the same. */
  OUTSIDE?: { fetch: (url: string, init: RequestInit) => Promise<Response> };
};

type Ask = (url: URL, init: RequestInit) => Promise<Response>;

/** APP_MEDIA_URL. @throws Error where it is neither https nor, in the demonstration, on this machine */
export function serviceAddress(env: AppMediaSettings): URL {
  const url = new URL(env.APP_MEDIA_URL ?? '');
  if (isAppMediaAddress(url, isDemonstration(env))) return url;
  throw new Error('APP_MEDIA_URL must be https');
}

/** A file's address as the service named it, perhaps relative to its own; null where we do not ask for it. */
export function toFileAddress(env: AppMediaSettings, named: string): string | null {
  const service = serviceAddress(env);
  if (!URL.canParse(named, service.href)) return null;
  const url = new URL(named, service);
  url.hash = '';
  return findWay(env, url) === null ? null : url.href;
}

/**
 * How a file is asked for: on the service's own origin as the service is, on any other host only where that is public, by https and its usual
 * port, so that no answer of the service makes us ask something on the operator's network. Null: not at all.
 */
export function findWay(env: AppMediaSettings, url: URL): Ask | null {
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === serviceAddress(env).origin) return (address, init) => fetch(address, init);
  if (url.protocol !== 'https:' || url.port !== '' || isPrivateAddress(url.hostname)) return null;
  const { OUTSIDE } = env;
  return OUTSIDE === undefined ? (address, init) => fetch(address, init) : (address, init) => OUTSIDE.fetch(address.href, init);
}
