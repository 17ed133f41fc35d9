import { DEFAULT_LANGUAGE, type Language, toLanguage } from '../../../app/domain/language';
import type { AppInfoWire } from '../../../app/wire/apps';
import { ERROR_CODES, Refusal, toErrorBody } from '../../../app/wire/errors';
import { sha256 } from '../family/secrets';
import { type AppMediaSettings, findAppMedia, NO_MEDIA } from '../outside/app-media';
import { type AppKey, findKnownApp, KNOWN_APPS } from './known-apps';
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
/** While the media service gives no answer, what is told without it is not kept for long. */
const HALF_SECONDS = 60;

/**
 * The answer about one app: its details in the language of `locale`, else in English, to be kept for a day; 304 where `known` (If-None-Match)
 * names it; 404 for an app that the catalogue does not have (S26, A55).
 */
export async function answerAppInfo(
  env: AppMediaSettings,
  { bundle_id, locale }: { bundle_id: string; locale: string },
  known: string | null,
  now: number,
): Promise<Response> {
  const key = findKnownApp(bundle_id);
  const cacheControl = `public, max-age=${DAY_SECONDS}`;
  if (key === null) {
    const refusal = new Refusal(ERROR_CODES.unknown, 404, 'No such app');
    return Response.json(toErrorBody(refusal, now), { status: refusal.status, headers: { 'Cache-Control': cacheControl } });
  }
  const language = toLanguage(locale) ?? DEFAULT_LANGUAGE;
  const media = await findAppMedia(env, bundle_id, language, now);
  const body = JSON.stringify({ ...describeApp(key, bundle_id, language), ...(media ?? NO_MEDIA) });
  const etag = `"${sha256(body).slice(0, 32)}"`;
  const headers = {
    'Cache-Control': media === null ? `public, max-age=${HALF_SECONDS}` : cacheControl,
    'Content-Language': language,
    'Content-Type': 'application/json',
    ETag: etag,
  };
  const isKnown = known?.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) ?? false;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

/** What the catalogue calls an app in a language; null where it has no such app. */
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
