import * as z from 'zod';
import type { Language } from '#app/domain/language';
import { type AppMediaSettings, serviceAddress, toFileAddress } from './app-media-address';
import { logWarning } from './log-warning';
import { readLimitedBody } from './read-limited-body';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;
/** Time for which a response is reused, and time without a new request after a failure. */
const CACHE_MS = 60 * 60_000;
const FAILED_MS = 60_000;
const KEPT_MAX = 2_000;

const addressSchema = z.string().max(2048);
const mediaSchema = z.object({
  rating: z.number().min(0).max(5).nullish(),
  logo: addressSchema.nullish(),
  screenshots: z.array(addressSchema).max(10).nullish(),
  videos: z.array(addressSchema).max(10).nullish(),
});

/**
 * Facts about an app that only app stores have. `rating` is 0 to 5. All other fields are addresses that we may fetch and never pass to
 * pages.
 */
export type AppMedia = { rating: number | null; logo: string | null; screenshots: Array<string>; videos: Array<string> };

export const NO_MEDIA: AppMedia = { rating: null, logo: null, screenshots: [], videos: [] };

const cache = new Map<string, { until: number; media: AppMedia | null }>();

/**
 * Returns the media service's facts about an app, or null if it has none: `GET {APP_MEDIA_URL}?bundle_id&locale`. The service returns JSON
 * with any of `rating`, `logo`, `screenshots` and `videos`, or 404. If the request fails or takes over two seconds, logs the reason and
 * returns the last known result or null. Does not retry for a minute. `bundleId` must have the catalog's spelling, because each spelling is
 * a separate request.
 */
export async function findAppMedia(env: AppMediaSettings, bundleId: string, language: Language, now: number): Promise<AppMedia | null> {
  if (!env.APP_MEDIA_URL) return NO_MEDIA;
  const key = [env.APP_MEDIA_URL, bundleId, language].join(' ');
  const known = cache.get(key);
  if (known !== undefined && now < known.until) return known.media;
  const media = await fetchMedia(env, bundleId, language);
  if (cache.size >= KEPT_MAX && known === undefined) cache.clear();
  const current = media ?? known?.media ?? null;
  cache.set(key, { until: now + (media === null ? FAILED_MS : CACHE_MS), media: current });
  return current;
}

async function fetchMedia(env: AppMediaSettings, bundleId: string, language: Language): Promise<AppMedia | null> {
  try {
    const url = serviceAddress(env);
    url.searchParams.set('bundle_id', bundleId);
    url.searchParams.set('locale', language);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers: { Accept: 'application/json' }, redirect: 'manual', signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      if (response.status === 404) return NO_MEDIA;
      throw new Error(`The server returned ${response.status}`);
    }
    const text = new TextDecoder().decode(await readLimitedBody(response, MAX_BYTES, signal));
    return toMedia(env, mediaSchema.parse(JSON.parse(text)));
  } catch (error) {
    logWarning('no media of an app', error);
    return null;
  }
}

function toMedia(env: AppMediaSettings, wire: z.infer<typeof mediaSchema>): AppMedia {
  const allowedAddresses = (addresses: ReadonlyArray<string> | null | undefined) =>
    (addresses ?? []).flatMap((address) => toFileAddress(env, address) ?? []);
  return {
    rating: wire.rating ?? null,
    logo: allowedAddresses(wire.logo == null ? [] : [wire.logo])[0] ?? null,
    screenshots: allowedAddresses(wire.screenshots),
    videos: allowedAddresses(wire.videos),
  };
}
