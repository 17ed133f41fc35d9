import { DEFAULT_LANGUAGE, type Language, toLanguage } from '#app/domain/language';
import { type AppInfoWire, appMediaPath } from '#app/wire/apps';
import { ERROR_CODES, Refusal, toErrorBody } from '#app/wire/errors';
import { sha256 } from '../family/core/secrets';
import { type AppMedia, findAppMedia, NO_MEDIA } from '../outside/app-media';
import type { AppMediaSettings } from '../outside/app-media-address';
import { type AppKey, findKnownApp, findKnownId, KNOWN_APPS } from './known-apps';
import { isKnownTag } from './known-tag';
import type { AppTexts } from './texts/app-texts';
import { DE } from './texts/de';
import { EN } from './texts/en';
import { ES } from './texts/es';
import { FR } from './texts/fr';
import { NL } from './texts/nl';
import { PT_BR } from './texts/pt-br';
import { ZH_CN } from './texts/zh-cn';
import { ZH_TW } from './texts/zh-tw';

export const APP_TEXTS: Record<Language, AppTexts> = {
  de: DE,
  en: EN,
  es: ES,
  fr: FR,
  nl: NL,
  'pt-br': PT_BR,
  'zh-cn': ZH_CN,
  'zh-tw': ZH_TW,
};

const DAY_SECONDS = 86_400;
/** Seconds to cache the response when the media service does not respond. */
const INCOMPLETE_CACHE_SECONDS = 60;

/**
 * Responds with one app in the language of `locale`, or in English, cacheable for a day (S26, A55). Returns 304 if `tags` (If-None-Match)
 * matches, and 404 for an app outside the catalog.
 */
export async function answerAppInfo(
  env: AppMediaSettings,
  { bundle_id, locale }: { bundle_id: string; locale: string },
  tags: string | null,
  now: number,
): Promise<Response> {
  const known = findKnownId(bundle_id);
  const cacheControl = `public, max-age=${DAY_SECONDS}`;
  if (known === null) {
    const refusal = new Refusal(ERROR_CODES.unknown, 404, 'Unknown app id');
    return Response.json(toErrorBody(refusal, now), { status: refusal.status, headers: { 'Cache-Control': cacheControl } });
  }
  const language = toLanguage(locale) ?? DEFAULT_LANGUAGE;
  const media = await findAppMedia(env, known.id, language, now);
  const body = JSON.stringify({ ...describeApp(known.key, bundle_id, language), ...toPaths(media ?? NO_MEDIA, known.id, language) });
  const etag = `"${sha256(body).slice(0, 32)}"`;
  const headers = {
    'Cache-Control': media === null ? `public, max-age=${INCOMPLETE_CACHE_SECONDS}` : cacheControl,
    'Content-Language': language,
    'Content-Type': 'application/json',
    ETag: etag,
  };
  return isKnownTag(tags, etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

/** Replaces media addresses with our own paths, so that pages never load from other hosts. */
function toPaths({ rating, logo, screenshots, videos }: AppMedia, id: string, language: Language): AppMedia {
  return {
    rating,
    logo: logo === null ? null : appMediaPath(id, language, 'logo'),
    screenshots: screenshots.map((_, index) => appMediaPath(id, language, `screenshot-${index + 1}`)),
    videos: videos.map((_, index) => appMediaPath(id, language, `video-${index + 1}`)),
  };
}

/** Returns the title of an app in a language, or null if the catalog does not have the app. */
export function findAppTitle(bundleId: string, language: Language): string | null {
  const key = findKnownApp(bundleId);
  return key === null ? null : titleOf(key, language);
}

function titleOf(key: AppKey, language: Language): string {
  return APP_TEXTS[language].titles[key] ?? KNOWN_APPS[key].title;
}

function describeApp(key: AppKey, bundleId: string, language: Language): AppInfoWire {
  const { ids, genres, advisories, age } = KNOWN_APPS[key];
  const texts = APP_TEXTS[language];
  return {
    bundle_id: bundleId,
    other_ids: ids.filter((id) => id.toLowerCase() !== bundleId.toLowerCase()),
    title: titleOf(key, language),
    description: texts.descriptions[key],
    ...NO_MEDIA,
    content_rating: age === null ? null : `${age}+`,
    advisories: advisories.map((advisory) => texts.advisories[advisory]),
    genres: genres.map((genre) => texts.genres[genre]),
  };
}
