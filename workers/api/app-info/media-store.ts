import { sha256 } from '../family/core/secrets';
import { warnOf } from '../outside/app-media';
import { type AppMediaSettings, findWay } from '../outside/app-media-address';
import { type MediaKind, type MediaType, readMedia } from '../outside/media-bytes';
import { readAnswer } from '../outside/read-answer';

export type MediaEnv = AppMediaSettings & { FILES: R2Bucket };

/** What one file may take: bytes, ms from the question to the last byte, and which types are asked for. */
const LIMITS: Record<MediaKind, { bytes: number; ms: number; accept: string }> = {
  logo: { bytes: 512 * 1024, ms: 5_000, accept: 'image/webp, image/png, image/jpeg' },
  screenshot: { bytes: 2 * 1024 * 1024, ms: 5_000, accept: 'image/webp, image/png, image/jpeg' },
  video: { bytes: 16 * 1024 * 1024, ms: 20_000, accept: 'video/mp4, video/webm' },
};
const FOLDER = 'app-media/';
const DAY_MS = 24 * 60 * 60_000;
/** As old as facts about an app may be (9.2.1): asked for again, and shown as it is until the new one is there. */
const FRESH_MS = 5 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;
/** What all of them may take in the bucket. */
const ROOM = { bytes: 256 * 1024 * 1024, files: 2_000 };
const FAILED_MS = 60_000;
/** To put what came into the bucket. */
const SPARE_MS = 2_000;
const FAILED_MAX = 2_000;
/** So many are fetched at once in this isolate: their bytes lie in its memory. */
const FLIGHTS_MAX = 12;

/** A fetch under way, and when it must have ended: the request that began it may be gone by then, and its work with it. */
type Flight = { done: Promise<boolean>; endsAt: number };

const flights = new Map<string, Flight>();
const failed = new Map<string, number>();

/** A file that is to be had, and how to keep work going after the answer. */
export type Wanted = { kind: MediaKind; address: string; now: number; waitUntil: (work: Promise<unknown>) => void };

/**
 * Makes sure that a file is in the bucket, and says what is known of it there; null where it cannot be had. One fetch serves all who wait for it, and
 * what failed is left alone for a minute. What has grown old is given, and fetched anew behind the answer.
 */
export async function storeMedia(env: MediaEnv, wanted: Wanted): Promise<R2Object | null> {
  const { kind, address, now, waitUntil } = wanted;
  const key = `${FOLDER}${kind}/${sha256(address)}`;
  const stored = await env.FILES.head(key);
  if (stored !== null && now - timeOf(stored) < FRESH_MS) return stored;
  const done = findFlight(key, now) ?? takeOff(env, key, wanted);
  if (done !== null) waitUntil(done);
  if (done === null || stored !== null) return stored;
  return (await Promise.race([done, timeOver(LIMITS[kind].ms + SPARE_MS)])) ? env.FILES.head(key) : null;
}

function findFlight(key: string, now: number): Promise<boolean> | null {
  for (const [other, { endsAt }] of flights) if (now >= endsAt) flights.delete(other);
  return flights.get(key)?.done ?? null;
}

/** Begins to fetch, if there is room and it did not fail a moment ago. */
function takeOff(env: MediaEnv, key: string, wanted: Wanted): Promise<boolean> | null {
  const { kind, now } = wanted;
  if (flights.size >= FLIGHTS_MAX || now < (failed.get(key) ?? 0)) return null;
  const flight: Flight = { done: Promise.resolve(false), endsAt: now + LIMITS[kind].ms + SPARE_MS };
  flights.set(key, flight);
  flight.done = fetchMedia(env, key, wanted).finally(() => {
    if (flights.get(key) === flight) flights.delete(key);
  });
  return flight.done;
}

async function fetchMedia(env: MediaEnv, key: string, { kind, address, now }: Wanted): Promise<boolean> {
  try {
    const url = new URL(address);
    const way = findWay(env, url);
    if (way === null) throw new Error('This address is not allowed');
    const { bytes: maxBytes, ms, accept } = LIMITS[kind];
    const signal = AbortSignal.timeout(ms);
    // Nothing but the address and what we can show: nobody is named, no cookie, no page.
    const response = await way(url, { headers: { Accept: accept }, redirect: 'manual', signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`The server returned ${response.status}`);
    }
    const { contentType, bytes } = readMedia(kind, await readAnswer(response, maxBytes, signal));
    await makeRoom(env.FILES, key, bytes.byteLength, now);
    await env.FILES.put(key, bytes, { httpMetadata: { contentType }, customMetadata: { at: String(now) } });
    failed.delete(key);
    return true;
  } catch (error) {
    warnOf(`no ${kind} of an app`, error);
    if (failed.size >= FAILED_MAX) failed.clear();
    failed.set(key, now + FAILED_MS);
    return false;
  }
}

/** Takes away what nobody fetched anew for long, and the oldest until one more has its place. */
export async function makeRoom(bucket: R2Bucket, key: string, bytes: number, now: number, room = ROOM): Promise<void> {
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
    return total > room.bytes || index >= room.files - 1 || now - timeOf(object) >= KEPT_MS;
  });
  for (let at = 0; at < gone.length; at += 1000) await bucket.delete(gone.slice(at, at + 1000).map((object) => object.key));
}

function timeOf({ customMetadata }: R2Object): number {
  return Number(customMetadata?.at ?? 0);
}

function timeOver(ms: number): Promise<false> {
  return new Promise((done) => setTimeout(() => done(false), ms));
}

export function isMediaType(text: string | undefined): text is MediaType {
  return text !== undefined && ['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'].includes(text);
}
