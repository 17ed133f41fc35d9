import type { Instant } from '#app/domain/time';

/** Lifetime of cached app info (9.2.1). */
export const APP_INFO_LIFE_MS = 5 * 24 * 60 * 60 * 1000;
const RETRY_AFTER_MS = 60_000;

type Entry<Info> = { at: Instant; info: Info | null; isAnswer: boolean };

/** Responses of the app-info service, by bundle id and language. */
export type AppInfoCache<Info> = {
  /** Returns the cached value. Undefined if nothing valid is cached, null if the service does not know the app. */
  peek(bundleId: string, locale: string): Info | null | undefined;
  /** Returns the cached value or loads it. Never rejects: if loading fails it returns null and caches that for a minute. */
  get(bundleId: string, locale: string, load: Load<Info>): Promise<Info | null>;
};

/** Loads app info. Calls `markIncomplete` if part of the response is missing; the result is then cached for one minute only. */
type Load<Info> = (markIncomplete: () => void) => Promise<Info | null>;

/** Caches responses for five days, including «unknown app». Holds at most `limit` entries and evicts the least recently requested one. */
export function createAppInfoCache<Info>(limit: number, now: () => Instant = Date.now): AppInfoCache<Info> {
  const entries = new Map<string, Entry<Info>>();
  const pendingLoads = new Map<string, Promise<Info | null>>();
  const toKey = (bundleId: string, locale: string) => `${locale} ${bundleId}`;

  function peek(bundleId: string, locale: string): Info | null | undefined {
    const entry = entries.get(toKey(bundleId, locale));
    if (entry === undefined || now() - entry.at >= (entry.isAnswer ? APP_INFO_LIFE_MS : RETRY_AFTER_MS)) return undefined;
    return entry.info;
  }

  function keep(key: string, entry: Entry<Info>): Info | null {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    return entry.info;
  }

  async function ask(key: string, load: Load<Info>): Promise<Info | null> {
    let isAnswer = true;
    const markIncomplete = () => {
      isAnswer = false;
    };
    try {
      const info = await load(markIncomplete);
      return keep(key, { at: now(), info, isAnswer });
    } catch {
      return keep(key, { at: now(), info: null, isAnswer: false });
    } finally {
      pendingLoads.delete(key);
    }
  }

  return {
    peek,
    async get(bundleId, locale, load) {
      const known = peek(bundleId, locale);
      if (known !== undefined) return known;
      const key = toKey(bundleId, locale);
      const flight = pendingLoads.get(key) ?? ask(key, load);
      pendingLoads.set(key, flight);
      return flight;
    },
  };
}
