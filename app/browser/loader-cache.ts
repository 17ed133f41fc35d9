/** How long a response may be reused without a live socket (RT-016, 9.2.21). */
export const ENTRY_LIFE_MS = 3000;
/** How often expired responses are deleted (RT-017). */
export const CLEAN_EVERY_MS = 15_000;
/** How long a response may be reused while a live socket reports changes (RT-031, 9.2.9). */
export const ENTITY_LIFE_MS = 3 * 60_000;

/** A page's data with the number of the family's last change that it includes. */
export type Versioned = { seq: number };

type Flight<Value> = { url: string; order: number; answer: Promise<Value> };
type Entry<Value> = { url: string; order: number; value: Value; at: number };

/** A cache for the responses of one leaf route for one account. */
export type LoaderCache<Value extends Versioned> = {
  /** Returns the cached response of a URL (path and query) if it has not expired. Otherwise joins the request in flight or calls `load`. */
  read(url: string, load: () => Promise<Value>): Promise<Value>;
  /** Returns the newest response for a URL, however old, or null. */
  last(url: string): Value | null;
  /** Expires the cached response and the request in flight, so that the next read calls `load` (RT-018). */
  expire(): void;
  /** Deletes everything. Call when the account changes or logs out. */
  empty(): void;
  /** Deletes the cached response if it has expired. */
  clean(): void;
};

/**
 * Creates a cache for one response. Returning to an earlier URL always loads again, because the server stores the last visited child
 * (A111). Simultaneous reads of a URL share a request (RT-015). An older response never replaces a newer one of the same URL. `isLive`
 * returns true while a live socket reports changes.
 */
export function createLoaderCache<Value extends Versioned>(isLive: () => boolean, now: () => number = Date.now): LoaderCache<Value> {
  let kept: Entry<Value> | null = null;
  let flight: Flight<Value> | null = null;
  let newest: Entry<Value> | null = null;
  let order = 0;

  const isFresh = ({ at }: Entry<Value>) => now() - at <= (isLive() ? ENTITY_LIFE_MS : ENTRY_LIFE_MS);

  function settle(url: string, mine: number, value: Value): Value {
    if (newest !== null && newest.url === url && isOvertaken(newest, mine, value)) return newest.value;
    newest = { url, order: mine, value, at: now() };
    // A response that expired in flight is returned to its caller but not cached.
    if (flight?.order === mine) kept = newest;
    return value;
  }

  function ask(url: string, load: () => Promise<Value>): Promise<Value> {
    order += 1;
    const mine = order;
    kept = null;
    const answer = load()
      .then((value) => settle(url, mine, value))
      .finally(() => {
        if (flight?.order === mine) flight = null;
      });
    flight = { url, order: mine, answer };
    return answer;
  }

  async function read(url: string, load: () => Promise<Value>): Promise<Value> {
    if (kept !== null && kept.url === url && isFresh(kept)) return kept.value;
    if (flight === null || flight.url !== url) return ask(url, load);
    try {
      return await flight.answer;
    } catch (error) {
      // The first caller aborted the shared request. The next one sends a new request, and the others join it.
      if (isAborted(error)) return read(url, load);
      throw error;
    }
  }

  return {
    read,
    last: (url) => (newest?.url === url ? newest.value : null),
    expire() {
      kept = null;
      flight = null;
    },
    empty() {
      kept = null;
      flight = null;
      newest = null;
    },
    clean() {
      if (kept !== null && !isFresh(kept)) kept = null;
    },
  };
}

function isOvertaken(newest: Entry<Versioned>, order: number, { seq }: Versioned): boolean {
  return seq < newest.value.seq || (seq === newest.value.seq && order < newest.order);
}

/** True if the error means that the request was aborted. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
