/** An answer is good for another reader of the same page for this long (RT-016, 9.2.21). */
export const ENTRY_LIFE_MS = 3000;
/** How often what is older is thrown away (RT-017). */
export const CLEAN_EVERY_MS = 15_000;
/** Where changes are told, an answer that nothing contradicted is good for a revisit for this long (RT-031, 9.2.9). */
export const ENTITY_LIFE_MS = 3 * 60_000;

/** A page's data with the number of the family's last change that they know of. */
export type Versioned = { seq: number };

type Flight<Value> = { url: string; order: number; answer: Promise<Value> };
type Entry<Value> = { url: string; order: number; value: Value; at: number };

/** The answers of one leaf route for one account. */
export type LoaderCache<Value extends Versioned> = {
  /** The kept answer of an address (path and query), the one under way, or a new one by `load`. */
  read(url: string, load: () => Promise<Value>): Promise<Value>;
  /** The newest answer of an address, however old. */
  last(url: string): Value | null;
  /** What is kept, and what is on its way, is too old: the next read is forced (RT-018). */
  expire(): void;
  /** Forgets everything: another account, or none. */
  empty(): void;
  /** Throws away what is too old. */
  clean(): void;
};

/**
 * Keeps one answer: who visits another child has the server remember that child (A111), so coming back must ask again. Equal reads at one
 * time share a request (RT-015). An answer that was asked for earlier, or knows of fewer changes, never replaces a newer one of the same
 * address. `isTold` says whether a socket would have told of a change by now.
 */
export function createLoaderCache<Value extends Versioned>(isTold: () => boolean, now: () => number = Date.now): LoaderCache<Value> {
  let kept: Entry<Value> | null = null;
  let flight: Flight<Value> | null = null;
  let newest: Entry<Value> | null = null;
  let order = 0;

  const isFresh = ({ at }: Entry<Value>) => now() - at <= (isTold() ? ENTITY_LIFE_MS : ENTRY_LIFE_MS);

  function settle(url: string, mine: number, value: Value): Value {
    if (newest !== null && newest.url === url && isOvertaken(newest, mine, value)) return newest.value;
    newest = { url, order: mine, value, at: now() };
    // Expired while it was under way: good for who asked, and for nobody later.
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

  return {
    async read(url, load) {
      if (kept !== null && kept.url === url && isFresh(kept)) return kept.value;
      if (flight === null || flight.url !== url) return ask(url, load);
      try {
        return await flight.answer;
      } catch (error) {
        // Whoever asked first has left, and the request went along.
        if (isAborted(error)) return ask(url, load);
        throw error;
      }
    },
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

/** True for the end of a request whose reader left. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
