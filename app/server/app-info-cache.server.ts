import type { Instant } from '~/domain/time';

/** How long what is known of an app is good (9.2.1), and how long it is left alone after no answer. */
export const APP_INFO_LIFE_MS = 5 * 24 * 60 * 60 * 1000;
const RETRY_AFTER_MS = 60_000;

type Entry<Info> = { at: Instant; info: Info | null; isAnswer: boolean };

/** What the app-info service says, by bundle id and language. */
export type AppInfoCache<Info> = {
  /** What is known and still good; undefined where nothing is. Null: the service knows no such app. */
  peek(bundleId: string, locale: string): Info | null | undefined;
  /** The same, asked for where nothing is known. Rejects never: without an answer it is null, for a minute. */
  get(bundleId: string, locale: string, load: Load<Info>): Promise<Info | null>;
};

/** Asks; calls `noteHalf` where a part of the answer was not to be had, which is then kept for a minute only. */
type Load<Info> = (noteHalf: () => void) => Promise<Info | null>;

/** Keeps answers for five days, a «no such app» too, at most `limit` of them: what was asked for longest ago goes first. */
export function createAppInfoCache<Info>(limit: number, now: () => Instant = Date.now): AppInfoCache<Info> {
  const entries = new Map<string, Entry<Info>>();
  const flights = new Map<string, Promise<Info | null>>();
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
    const noteHalf = () => {
      isAnswer = false;
    };
    try {
      const info = await load(noteHalf);
      return keep(key, { at: now(), info, isAnswer });
    } catch {
      return keep(key, { at: now(), info: null, isAnswer: false });
    } finally {
      flights.delete(key);
    }
  }

  return {
    peek,
    async get(bundleId, locale, load) {
      const known = peek(bundleId, locale);
      if (known !== undefined) return known;
      const key = toKey(bundleId, locale);
      const flight = flights.get(key) ?? ask(key, load);
      flights.set(key, flight);
      return flight;
    },
  };
}
