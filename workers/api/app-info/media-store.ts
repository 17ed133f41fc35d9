import { sha256 } from '../family/core/secrets';
import { type AppMediaSettings, findAllowedFetch } from '../outside/app-media-address';
import { logWarning } from '../outside/log-warning';
import { type MediaKind, type MediaType, readMedia } from '../outside/media-bytes';
import { readLimitedBody } from '../outside/read-limited-body';

export type MediaEnv = AppMediaSettings & { FILES: R2Bucket };

/** Limits of one file: size in bytes, time of the whole fetch in ms, and accepted types. */
const LIMITS: Record<MediaKind, { bytes: number; ms: number; accept: string }> = {
  logo: { bytes: 512 * 1024, ms: 5_000, accept: 'image/webp, image/png, image/jpeg' },
  screenshot: { bytes: 2 * 1024 * 1024, ms: 5_000, accept: 'image/webp, image/png, image/jpeg' },
  video: { bytes: 16 * 1024 * 1024, ms: 20_000, accept: 'video/mp4, video/webm' },
};
const FOLDER = 'app-media/';
const DAY_MS = 24 * 60 * 60_000;
/** The maximum age of facts about an app (9.2.1). Older files are refetched, and served until the new one is stored. */
const FRESH_MS = 5 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;
/** Limits for all stored files of apps together. */
const BUCKET_LIMITS = { bytes: 256 * 1024 * 1024, files: 2_000 };
const FAILED_MS = 60_000;
/** Extra time in ms for storing a fetched file in the bucket. */
const SPARE_MS = 2_000;
const FAILED_MAX = 2_000;
/** Maximum number of parallel fetches per isolate, because the isolate holds their bytes in memory. */
const MAX_PARALLEL_FETCHES = 12;

/** A fetch in progress. After `endsAt` (epoch ms) it counts as lost, because the request that started it may have ended. */
type PendingFetch = { done: Promise<boolean>; endsAt: number };

const pendingFetches = new Map<string, PendingFetch>();
const failed = new Map<string, number>();

/** A requested file, and the function that keeps work running after the response. */
export type MediaRequest = { kind: MediaKind; address: string; now: number; waitUntil: (work: Promise<unknown>) => void };

/**
 * Makes sure that the file is in the bucket and returns its metadata, or null if the file is unavailable. Parallel calls share one fetch,
 * and a failed fetch is not retried for a minute. An old file is returned immediately and refetched in the background.
 */
export async function storeMedia(env: MediaEnv, request: MediaRequest): Promise<R2Object | null> {
  const { kind, address, now, waitUntil } = request;
  const key = `${FOLDER}${kind}/${sha256(address)}`;
  const stored = await env.FILES.head(key);
  if (stored !== null && now - timeOf(stored) < FRESH_MS) return stored;
  const pendingFetch = findPendingFetch(key, now) ?? startFetch(env, key, request);
  if (pendingFetch !== null) waitUntil(pendingFetch);
  if (pendingFetch === null || stored !== null) return stored;
  return (await Promise.race([pendingFetch, timeout(LIMITS[kind].ms + SPARE_MS)])) ? env.FILES.head(key) : null;
}

function findPendingFetch(key: string, now: number): Promise<boolean> | null {
  for (const [other, { endsAt }] of pendingFetches) if (now >= endsAt) pendingFetches.delete(other);
  return pendingFetches.get(key)?.done ?? null;
}

/** Starts a fetch. Returns null if too many are running or it failed within the last minute. */
function startFetch(env: MediaEnv, key: string, request: MediaRequest): Promise<boolean> | null {
  const { kind, now } = request;
  if (pendingFetches.size >= MAX_PARALLEL_FETCHES || now < (failed.get(key) ?? 0)) return null;
  const pending: PendingFetch = { done: Promise.resolve(false), endsAt: now + LIMITS[kind].ms + SPARE_MS };
  pendingFetches.set(key, pending);
  pending.done = fetchMedia(env, key, request).finally(() => {
    if (pendingFetches.get(key) === pending) pendingFetches.delete(key);
  });
  return pending.done;
}

async function fetchMedia(env: MediaEnv, key: string, { kind, address, now }: MediaRequest): Promise<boolean> {
  try {
    const url = new URL(address);
    const allowedFetch = findAllowedFetch(env, url);
    if (allowedFetch === null) throw new Error('This address is not allowed');
    const { bytes: maxBytes, ms, accept } = LIMITS[kind];
    const signal = AbortSignal.timeout(ms);
    // Sends only the address and the accepted types: no user, cookie or page.
    const response = await allowedFetch(url, { headers: { Accept: accept }, redirect: 'manual', signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`The server returned ${response.status}`);
    }
    const { contentType, bytes } = readMedia(kind, await readLimitedBody(response, maxBytes, signal));
    await evictOldMedia(env.FILES, key, bytes.byteLength, now);
    await env.FILES.put(key, bytes, { httpMetadata: { contentType }, customMetadata: { at: String(now) } });
    failed.delete(key);
    return true;
  } catch (error) {
    logWarning(`no ${kind} of an app`, error);
    if (failed.size >= FAILED_MAX) failed.clear();
    failed.set(key, now + FAILED_MS);
    return false;
  }
}

/** Deletes files that were not refetched for 30 days, then the oldest files, until the new file fits. */
export async function evictOldMedia(bucket: R2Bucket, key: string, bytes: number, now: number, limits = BUCKET_LIMITS): Promise<void> {
  const others: Array<R2Object> = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: FOLDER, include: ['customMetadata'], ...(cursor === undefined ? {} : { cursor }) });
    others.push(...page.objects.filter((object) => object.key !== key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  others.sort((a, b) => timeOf(b) - timeOf(a));
  let total = bytes;
  const gone = others.filter((object, index) => {
    total += object.size;
    return total > limits.bytes || index >= limits.files - 1 || now - timeOf(object) >= KEPT_MS;
  });
  for (let at = 0; at < gone.length; at += 1000) await bucket.delete(gone.slice(at, at + 1000).map((object) => object.key));
}

function timeOf({ customMetadata }: R2Object): number {
  return Number(customMetadata?.at ?? 0);
}

function timeout(ms: number): Promise<false> {
  return new Promise((done) => setTimeout(() => done(false), ms));
}

export function isMediaType(text: string | undefined): text is MediaType {
  return text !== undefined && ['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'].includes(text);
}
