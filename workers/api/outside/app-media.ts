import * as z from 'zod';
import type { Language } from '../../../app/domain/language';
import { scrub } from '../../../app/domain/scrub';
import { isDemonstration } from '../bindings';

export type AppMediaSettings = {
  APP_ENV?: string;
  /** Base address of a service that knows ratings and pictures of apps; without one there are none. */
  APP_MEDIA_URL?: string;
};

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;
/** So long what it said is believed, and so long it is left alone after it gave no answer. */
const KNOWN_MS = 60 * 60_000;
const FAILED_MS = 60_000;
const KEPT_MAX = 2_000;

const addressSchema = z.string().max(2048);
const mediaSchema = z.object({
  rating: z.number().min(0).max(5).nullish(),
  logo: addressSchema.nullish(),
  screenshots: z.array(addressSchema).max(10).nullish(),
  videos: z.array(addressSchema).max(10).nullish(),
});

/** What only stores know of an app. `rating` 0 to 5; the others are addresses, absolute or paths of the web application. */
export type AppMedia = { rating: number | null; logo: string | null; screenshots: Array<string>; videos: Array<string> };

export const NO_MEDIA: AppMedia = { rating: null, logo: null, screenshots: [], videos: [] };

const answers = new Map<string, { until: number; media: AppMedia | null }>();

/**
 * Asks the media service about one app: `GET {APP_MEDIA_URL}?bundle_id&locale`, a JSON object with any of `rating`, `logo`, `screenshots`,
 * `videos`; 404 for none. Null where it gave no good answer within two seconds: the log says why, and nobody waits for it for a minute.
 */
export async function findAppMedia(env: AppMediaSettings, bundleId: string, language: Language, now: number): Promise<AppMedia | null> {
  if (!env.APP_MEDIA_URL) return NO_MEDIA;
  const url = new URL(env.APP_MEDIA_URL);
  url.searchParams.set('bundle_id', bundleId);
  url.searchParams.set('locale', language);
  const known = answers.get(url.href);
  if (known !== undefined && now < known.until) return known.media;
  const media = await ask(env, url);
  if (answers.size >= KEPT_MAX) answers.clear();
  answers.set(url.href, { until: now + (media === null ? FAILED_MS : KNOWN_MS), media });
  return media;
}

async function ask(env: AppMediaSettings, url: URL): Promise<AppMedia | null> {
  try {
    if (url.protocol !== 'https:' && !isDemonstration(env)) throw new Error('APP_MEDIA_URL must be https');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers: { Accept: 'application/json' }, redirect: 'manual', signal });
    if (response.status === 404) {
      await response.body?.cancel();
      return NO_MEDIA;
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`The answer is ${response.status}`);
    }
    return toMedia(mediaSchema.parse(JSON.parse(await readText(response))));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    console.warn(JSON.stringify({ level: 'warn', message: 'no media of an app', cause: scrub(cause).slice(0, 300) }));
    return null;
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('The answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function toMedia(wire: z.infer<typeof mediaSchema>): AppMedia {
  return {
    rating: wire.rating ?? null,
    logo: [wire.logo ?? ''].find(isShowable) ?? null,
    screenshots: (wire.screenshots ?? []).filter(isShowable),
    videos: (wire.videos ?? []).filter(isShowable),
  };
}

/** https, or a path of the web application: nothing that a page would run or that is read on the way. */
function isShowable(address: string): boolean {
  return /^\/(?![/\\])/.test(address) || (URL.canParse(address) && new URL(address).protocol === 'https:');
}
