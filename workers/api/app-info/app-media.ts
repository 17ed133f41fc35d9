import { toLanguage } from '#app/domain/language';
import { isAppMediaName } from '#app/wire/apps';
import { type AppMedia, findAppMedia } from '../outside/app-media';
import type { MediaKind } from '../outside/media-bytes';
import { findKnownId } from './known-apps';
import { isKnownTag } from './known-tag';
import { isMediaType, type MediaEnv, storeMedia } from './media-store';

/** A page's request for a file of an app. `tags` is the If-None-Match header, `range` the Range header. */
export type AppMediaRequest = { bundleId: string; language: string; name: string; tags: string | null; range: string | null };

/** Prevents a file that is opened directly from running or loading anything, even if the browser assumes another type. */
const INERT_CSP = "default-src 'none'; sandbox";
const DAY_SECONDS = 86_400;
const FAILED_SECONDS = 60;
/** A GIF of one transparent pixel. */
const TRANSPARENT_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Responds with one file of an app from our own storage. Serves only files that the media service named for a known app, so nobody can make
 * us fetch other addresses. Returns 404 if the file is unavailable. For images, the 404 contains a transparent pixel, so that browsers draw
 * no broken-image icon.
 */
export async function answerAppMedia(
  env: MediaEnv,
  { bundleId, language: tag, name, tags, range }: AppMediaRequest,
  now: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const id = findKnownId(bundleId)?.id;
  const language = toLanguage(tag);
  if (id === undefined || language === null || language !== tag || !isAppMediaName(name)) return notFound(name);
  const media = await findAppMedia(env, id, language, now);
  const { kind, address } = find(media, name);
  if (address === null) return notFound(name);
  const stored = await storeMedia(env, { kind, address, now, waitUntil });
  return (stored === null ? null : await serve(env.FILES, stored, name, tags, range)) ?? notFound(name);
}

function find(media: AppMedia | null, name: string): { kind: MediaKind; address: string | null } {
  if (name === 'logo') return { kind: 'logo', address: media?.logo ?? null };
  const [kind, number] = name.split('-');
  const index = Number(number) - 1;
  if (kind === 'video') return { kind, address: media?.videos[index] ?? null };
  return { kind: 'screenshot', address: media?.screenshots[index] ?? null };
}

async function serve(
  bucket: R2Bucket,
  stored: R2Object,
  name: string,
  tags: string | null,
  rangeHeader: string | null,
): Promise<Response | null> {
  const contentType = stored.httpMetadata?.contentType;
  if (!isMediaType(contentType)) return null;
  const headers = new Headers({
    'Content-Type': contentType,
    'Content-Disposition': `inline; filename="${name}.${contentType.slice(contentType.indexOf('/') + 1)}"`,
    'Cache-Control': `private, max-age=${DAY_SECONDS}`,
    ETag: stored.httpEtag,
    ...INERT_HEADERS,
  });
  if (isKnownTag(tags, stored.httpEtag)) return new Response(null, { status: 304, headers });
  const isVideo = contentType.startsWith('video/');
  if (isVideo) headers.set('Accept-Ranges', 'bytes');
  const range = isVideo ? toRange(rangeHeader, stored.size) : null;
  const file = await bucket.get(stored.key, range === null ? {} : { range });
  if (file === null) return null;
  headers.set('Content-Length', String(range?.length ?? stored.size));
  if (range === null) return new Response(file.body, { headers });
  headers.set('Content-Range', `bytes ${range.offset}-${range.offset + range.length - 1}/${stored.size}`);
  return new Response(file.body, { status: 206, headers });
}

const INERT_HEADERS = {
  'Content-Security-Policy': INERT_CSP,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Returns the requested single range. Returns null for anything else, which means the whole file. */
function toRange(text: string | null, size: number): { offset: number; length: number } | null {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(text ?? '') ?? [];
  if (first === undefined) return null;
  const offset = Number(first);
  const end = last === undefined || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return offset > end ? null : { offset, length: end - offset + 1 };
}

function notFound(name: string): Response {
  const isVideo = name.startsWith('video-');
  const headers = {
    'Cache-Control': `private, max-age=${FAILED_SECONDS}`,
    ...INERT_HEADERS,
    ...(isVideo ? {} : { 'Content-Type': 'image/gif' }),
  };
  return new Response(isVideo ? null : Buffer.from(TRANSPARENT_GIF, 'base64'), { status: 404, headers });
}
