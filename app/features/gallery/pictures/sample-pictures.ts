import type { UnlockedKey } from '#app/browser/key-store';
import { type Bytes, fromBase64, fromBase64Url } from '#app/keys/bytes';
import { type BitmapCache, type Closable, createBitmapCache } from './bitmap-cache';
import { Refused, SignedOut } from './fetch-sealed';
import { faultError, faultOf, nameOf, type PictureFault, type PictureRef, type PictureSource, type PictureState } from './picture-state';
import type { AccessPart, SampleAccess } from './sample-access';

type Listener<Bitmap> = (state: PictureState<Bitmap>) => void;
type Job<Bitmap> = { ref: PictureRef; listeners: Set<Listener<Bitmap>>; state: PictureState<Bitmap>; abort: AbortController | null };
type Access = SampleAccess & { until: number };

/** The longest side of a shown picture in pixels. */
const SIDE_MAX = { thumb: 512, screen: 2048 } as const;
/** Memory of opened pictures that are kept for another look. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** An address is not used if it expires this soon. */
const SAFETY_MS = 10_000;
const IDS_PER_REQUEST = 60;

/**
 * Opens pictures of samples: asks for addresses and wrapped keys, downloads, unwraps and decrypts. Everything stays in memory: addresses,
 * content keys and bitmaps. Pictures that are wanted together share one request for their addresses.
 */
export function createSamplePictures<Bitmap extends Closable>(source: PictureSource<Bitmap>) {
  const jobs = new Map<string, Job<Bitmap>>();
  const cache: BitmapCache<Bitmap> = createBitmapCache(CACHE_BYTES);
  const accesses = new Map<string, Promise<Access | null>>();
  const contentKeys = new Map<string, Promise<CryptoKey>>();
  const asked = new Map<AccessPart, Map<string, { resolve(access: Access | null): void; reject(error: unknown): void }>>();
  let key: UnlockedKey | null = null;
  let reading: Promise<void> | null = null;
  // Results that arrive after `forget` belong to another key or session.
  let round = 0;
  let reads = 0;

  function tell(job: Job<Bitmap>, state: PictureState<Bitmap>): void {
    job.state = state;
    for (const listener of job.listeners) listener(state);
  }

  function access(part: AccessPart, id: string): Promise<Access | null> {
    const name = `${part} ${id}`;
    const known = accesses.get(name);
    if (known !== undefined) return known;
    const answer = new Promise<Access | null>((resolve, reject) => {
      const wanted = asked.get(part) ?? new Map();
      if (wanted.size === 0) source.soon(() => void ask(part));
      asked.set(part, wanted.set(id, { resolve, reject }));
    });
    accesses.set(name, answer);
    answer.catch(() => accesses.delete(name));
    return answer;
  }

  async function ask(part: AccessPart): Promise<void> {
    const wanted = [...(asked.get(part) ?? [])];
    asked.delete(part);
    for (let start = 0; start < wanted.length; start += IDS_PER_REQUEST) {
      const some = wanted.slice(start, start + IDS_PER_REQUEST);
      const ids = some.map(([id]) => id);
      await source.fetchAccess(part, ids).then(
        ({ lifeMs, samples }) => {
          const until = source.now() + lifeMs - SAFETY_MS;
          for (const [id, { resolve }] of some) {
            const found = samples.find((sample) => sample.id === id);
            resolve(found === undefined ? null : { ...found, until });
          }
        },
        (error: unknown) => {
          for (const [, { reject }] of some) reject(error);
        },
      );
    }
  }

  /** Returns a valid access. An expired one is fetched again (GAL-049). */
  async function validAccess(part: AccessPart, id: string): Promise<Access | null> {
    const found = await access(part, id);
    if (found === null || source.now() < found.until) return found;
    accesses.delete(`${part} ${id}`);
    return access(part, id);
  }

  /** @throws WrongKey */
  function contentKeyOf({ id, keys }: SampleAccess, opened: UnlockedKey): Promise<CryptoKey> {
    const known = contentKeys.get(id);
    if (known !== undefined) return known;
    const unwrap = async () => {
      const wrapped = fromBase64Url(keys.find(({ keyId }) => keyId === opened.keyId)?.wrapped ?? '');
      if (wrapped === null || wrapped.length === 0) throw faultError('wrong-key');
      return source.run('unwrapSampleKey', { privateKey: opened.privateKey, wrapped });
    };
    const contentKey = unwrap();
    contentKeys.set(id, contentKey);
    contentKey.catch(() => contentKeys.delete(id));
    return contentKey;
  }

  /** Downloads a sealed picture, and returns what opens it. */
  async function fetchSealed({ sampleId, deviceId, kind }: PictureRef, opened: UnlockedKey, signal: AbortSignal) {
    const part = kind === 'thumb' ? 'thumbs' : 'screens';
    const download = async (isSecond: boolean): Promise<{ found: Access; sealed: Bytes }> => {
      const found = await validAccess(part, sampleId);
      const path = found?.pictures.find((picture) => picture.kind === kind)?.path ?? null;
      if (found === null || path === null) throw faultError('missing');
      try {
        return { found, sealed: await source.fetchObject(path, signal) };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.status === 404) throw faultError('missing');
        if (isSecond) throw error;
        accesses.delete(`${part} ${sampleId}`);
        return download(true);
      }
    };
    const { found, sealed } = await download(false);
    const contentKey = await contentKeyOf(found, opened);
    // The first entry is the one that the device authenticated.
    const about = { accountId: opened.accountId, deviceId, sampleId, kind, keyId: found.keys[0]?.keyId ?? '' };
    return { contentKey, about, sealed };
  }

  async function open({ ref }: Job<Bitmap>, opened: UnlockedKey, signal: AbortSignal): Promise<Bitmap> {
    const sealed = await fetchSealed(ref, opened, signal);
    return source.run('decryptPicture', { ...sealed, side: ref.kind === 'thumb' ? SIDE_MAX.thumb : SIDE_MAX.screen });
  }

  async function start(job: Job<Bitmap>): Promise<void> {
    if (key === null || job.state.kind === 'loading') return;
    const cached = cache.find(nameOf(job.ref));
    if (cached !== null) return tell(job, { kind: 'open', bitmap: cached });
    const abort = new AbortController();
    job.abort = abort;
    tell(job, { kind: 'loading' });
    const mine = round;
    const end = (state: PictureState<Bitmap>) => {
      if (job.abort === abort) job.abort = null;
      if (!abort.signal.aborted && mine === round) tell(job, state);
    };
    try {
      const bitmap = await open(job, key, abort.signal);
      if (mine !== round) return bitmap.close();
      cache.keep(nameOf(job.ref), bitmap);
      end({ kind: 'open', bitmap });
    } catch (error) {
      if (error instanceof SignedOut && mine === round) {
        empty();
        source.onSignedOut();
      }
      const fault = faultOf(error);
      end(fault === null ? { kind: 'failed' } : { kind: 'fault', fault });
    }
  }

  /** Reads the key again, and opens or seals what is wanted. Call it whenever the unlocked keys have changed. */
  function readKey(): Promise<void> {
    reads += 1;
    const mine = reads;
    const work = source.readKey().then((found) => {
      if (mine !== reads) return;
      if (key !== null && found?.keyId !== key.keyId) forget();
      key = found;
      for (const job of jobs.values()) if (job.state.kind === 'sealed') void start(job);
    });
    reading = work;
    return work;
  }

  /** Closes every picture and forgets every content key and address. Pictures that are shown become sealed. */
  function forget(): void {
    round += 1;
    contentKeys.clear();
    accesses.clear();
    cache.drop();
    for (const job of jobs.values()) {
      job.abort?.abort();
      job.abort = null;
      tell(job, { kind: 'sealed' });
    }
  }

  /** Forgets everything, the key too: at logout and when the session ended (GAL-035, GAL-036). */
  function empty(): void {
    forget();
    reads += 1;
    key = null;
    reading = null;
  }

  return {
    readKey,
    empty,
    /** True if this browser has the unlocked key. Null while nobody knows. */
    isOpen: () => (reading === null ? null : key !== null),
    /**
     * Opens a picture and calls `listener` with each of its states, at once with the first.
     * @returns a function that ends this. A download that nobody wants is aborted.
     */
    want(ref: PictureRef, listener: Listener<Bitmap>): () => void {
      const name = nameOf(ref);
      const job: Job<Bitmap> = jobs.get(name) ?? { ref, listeners: new Set(), state: { kind: 'sealed' }, abort: null };
      jobs.set(name, job);
      job.listeners.add(listener);
      // A bitmap that was kept for another look may have been closed since.
      if (job.state.kind === 'open' && cache.find(name) === null) job.state = { kind: 'sealed' };
      listener(job.state);
      if (reading === null) void readKey();
      else if (job.state.kind === 'sealed') void start(job);
      return () => {
        job.listeners.delete(listener);
        if (job.listeners.size > 0) return;
        job.abort?.abort();
        if (jobs.get(name) === job) jobs.delete(name);
      };
    },
    /** Tries a failed download again. */
    retry(ref: PictureRef): void {
      const job = jobs.get(nameOf(ref));
      if (job?.state.kind === 'failed') void start(job);
    },
    /** Returns a picture as the device made it, to be saved. Null: it can't be opened, or the key is locked. */
    async readFile(ref: PictureRef): Promise<Bytes | null> {
      await reading;
      if (key === null) return null;
      try {
        return await source.run('decryptImage', await fetchSealed(ref, key, new AbortController().signal));
      } catch {
        return null;
      }
    },
    /**
     * Decrypts the details of a sample.
     * @returns their JSON; a fault; or null if the key is locked or the download failed
     */
    async readDetails(sampleId: string, deviceId: string): Promise<{ text: string } | { fault: PictureFault } | null> {
      if (reading === null) void readKey();
      await reading;
      if (key === null) return null;
      try {
        const found = await access('details', sampleId);
        const sealed = fromBase64(found?.details ?? '');
        if (found === null || sealed === null || sealed.length === 0) return { fault: 'missing' };
        const contentKey = await contentKeyOf(found, key);
        const about = { accountId: key.accountId, deviceId, sampleId, kind: 'meta' as const, keyId: found.keys[0]?.keyId ?? '' };
        return { text: new TextDecoder().decode(await source.run('decryptImage', { contentKey, about, sealed })) };
      } catch (error) {
        const fault = faultOf(error);
        return fault === null ? null : { fault };
      }
    },
    /** Forgets samples that were deleted or have expired (GAL-033, GAL-034). */
    drop(sampleIds: ReadonlySet<string>): void {
      cache.drop((name) => sampleIds.has(name.slice(0, name.indexOf(' '))));
      for (const id of sampleIds) {
        contentKeys.delete(id);
        for (const part of ['thumbs', 'screens', 'details']) accesses.delete(`${part} ${id}`);
      }
    },
    /** What is in memory, for tests and measurements. */
    kept: () => ({ bitmapBytes: cache.bytes(), contentKeys: contentKeys.size, addresses: accesses.size }),
  };
}
export type SamplePictures<Bitmap extends Closable> = ReturnType<typeof createSamplePictures<Bitmap>>;
