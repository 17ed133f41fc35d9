import type { Language } from '#app/domain/language';
import type { Coordinates } from '#app/domain/position';
import { type GeocoderSettings, type OutsideGeocoder, readOutsideGeocoder } from '#workers/geocoder-settings';
import { isDemonstration } from '../bindings';
import { toAddresses } from './geocoder-answers';
import { logWarning } from './log-warning';
import { readLimitedBody } from './read-limited-body';

export type OutsideGeocoderEnv = GeocoderSettings & {
  APP_ENV?: string;
  PUBLIC_URL: string;
  /** Fetches only public addresses, checked after name resolution. Unset on Cloudflare, where `fetch` already does this. */
  OUTSIDE?: { fetch: (url: string, init: RequestInit) => Promise<Response> };
};

/** An address from the service. */
export type OutsideAddress = Coordinates & { text: string };

/** Waits for permission to send one request. Returns false if no permission is left before the deadline. */
export type TakeTurn = (kind: OutsideGeocoder) => Promise<boolean>;

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 256 * 1024;
/** Time for which a response is reused. */
const CACHE_MS = 7 * 24 * 60 * 60_000;
/** Time without a new request after a failure. */
const FAILED_MS = 60_000;
const CACHED_MAX = 5_000;
const SEARCH_MAX = 5;

/** Responses by request, the oldest first. In memory only, because it shows where children are. */
const cache = new Map<string, { until: number; found: ReadonlyArray<OutsideAddress> }>();
/** Instants, by address, from which a failed service may be requested again. */
const failedUntil = new Map<string, number>();

/** The credit that both services' data requires. */
export const OUTSIDE_ATTRIBUTION = '© OpenStreetMap contributors';

/** Returns the configured service, or null if there is none. */
export function findOutsideGeocoder(env: OutsideGeocoderEnv): OutsideGeocoder | null {
  return readOutsideGeocoder(env, isDemonstration(env))?.kind ?? null;
}

/** Returns the cached address of a position. Null: the service found none. Undefined: the cache has no response. */
export function findCachedAddress(
  env: OutsideGeocoderEnv,
  point: Coordinates,
  language: Language,
  now: number,
): OutsideAddress | null | undefined {
  const found = readCache(keyOf(env, reverseQuery(point), language), now);
  return found === undefined ? undefined : (found[0] ?? null);
}

/**
 * Asks the service for one position and caches the response. Returns false if the service fails or failed within the last minute, or if no
 * turn is left.
 */
export async function askForAddress(
  env: OutsideGeocoderEnv,
  point: Coordinates,
  language: Language,
  now: number,
  takeTurn: TakeTurn,
): Promise<boolean> {
  return (await ask(env, 'reverse', reverseQuery(point), language, now, takeTurn)) !== null;
}

/** Returns up to five places for a text, or null if the service fails or may not be asked now. */
export function searchOutside(
  env: OutsideGeocoderEnv,
  text: string,
  language: Language,
  now: number,
  takeTurn: TakeTurn,
): Promise<ReadonlyArray<OutsideAddress> | null> {
  return ask(env, 'search', { q: text, limit: String(SEARCH_MAX) }, language, now, takeTurn);
}

/** Rounds to about 11 m. Addresses need no more precision, the service learns no more, and nearby positions share a response. */
function reverseQuery({ lat, lon }: Coordinates): Record<string, string> {
  return { lat: lat.toFixed(4), lon: lon.toFixed(4) };
}

function keyOf(env: OutsideGeocoderEnv, query: Record<string, string>, language: Language): string {
  return [env.GEOCODER, env.GEOCODER_URL, language, ...Object.entries(query).flat()].join(' ');
}

function readCache(key: string, now: number): ReadonlyArray<OutsideAddress> | undefined {
  const entry = cache.get(key);
  return entry === undefined || entry.until <= now ? undefined : entry.found;
}

async function ask(
  env: OutsideGeocoderEnv,
  what: 'reverse' | 'search',
  query: Record<string, string>,
  language: Language,
  now: number,
  takeTurn: TakeTurn,
): Promise<ReadonlyArray<OutsideAddress> | null> {
  const service = readOutsideGeocoder(env, isDemonstration(env));
  if (service === null) return null;
  const key = keyOf(env, query, language);
  const cached = readCache(key, now);
  if (cached !== undefined) return cached;
  if (now < (failedUntil.get(service.url.href) ?? 0) || !(await takeTurn(service.kind))) return null;
  try {
    const found = await request(env, service, what, query, language);
    keep(key, { until: now + CACHE_MS, found });
    return found;
  } catch (error) {
    failedUntil.set(service.url.href, now + FAILED_MS);
    logWarning('no response of the geocoder', error);
    return null;
  }
}

function keep(key: string, entry: { until: number; found: ReadonlyArray<OutsideAddress> }): void {
  cache.delete(key);
  cache.set(key, entry);
  const [oldest] = cache.keys();
  if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest);
}

const PATHS: Record<OutsideGeocoder, { reverse: string; search: string }> = {
  photon: { reverse: 'reverse', search: 'api' },
  nominatim: { reverse: 'reverse', search: 'search' },
};

/**
 * Sends one request and returns the addresses in the response.
 * @throws Error for an error status, an unexpected shape or a redirect, which could lead into the operator's network
 */
async function request(
  env: OutsideGeocoderEnv,
  { kind, url: base }: { kind: OutsideGeocoder; url: URL },
  what: 'reverse' | 'search',
  query: Record<string, string>,
  language: Language,
): Promise<Array<OutsideAddress>> {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${PATHS[kind][what]}`;
  const shape =
    kind === 'nominatim' ? { format: 'jsonv2', addressdetails: '1', 'accept-language': language } : { lang: photonLanguage(language) };
  for (const [name, value] of Object.entries({ ...query, ...shape })) url.searchParams.set(name, value);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const init = {
    headers: { Accept: 'application/json', 'User-Agent': `Porchlight (${env.PUBLIC_URL})` },
    redirect: 'manual',
    signal,
  } as const;
  const { OUTSIDE } = env;
  const response = await (OUTSIDE === undefined || url.protocol === 'http:' ? fetch(url, init) : OUTSIDE.fetch(url.href, init));
  if (response.status !== 200) {
    await response.body?.cancel();
    // Photon and Nominatim return 200 without results for the open sea; some installations return 404.
    if (response.status === 404 && what === 'reverse') return [];
    throw new Error(`The server returned ${response.status}`);
  }
  const text = new TextDecoder().decode(await readLimitedBody(response, MAX_BYTES, signal));
  return toAddresses(kind, JSON.parse(text)).slice(0, SEARCH_MAX);
}

/** Returns the language for Photon, which refuses languages that its data does not have. `default` is the local language. */
function photonLanguage(language: Language): string {
  return language === 'en' || language === 'de' || language === 'fr' ? language : 'default';
}
