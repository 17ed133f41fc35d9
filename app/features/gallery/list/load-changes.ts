import { addAccountCache } from '#app/browser/page-load';
import type { Instant } from '#app/domain/time';

/** At least this long between two fetches of the list that no change and no own action caused (GAL-040). */
export const LIST_EVERY_MS = 2 * 60_000;

/** What the check needs of a page's data. Times are in epoch ms. */
type Timed = { seq: number; now: Instant; actionAgeMs: number | null };

type Source = {
  /** Returns the number of the family's last change, null if it is not known. */
  fetchSeq(): Promise<number | null>;
  now(): Instant;
};

/** Loads a page's data, unless nothing has changed. */
export type ChangeLoader<Data extends Timed> = {
  /** Returns the known data of the URL if it is recent and the family has not changed since. Otherwise calls `load`. */
  read(url: string, load: () => Promise<Data>): Promise<Data>;
  /** Forgets the known data: after an own action, and when the session ends. */
  forget(): void;
};

/** Creates the loader. Polling after an action would otherwise fetch the whole list every five seconds. */
export function createChangeLoader<Data extends Timed>({ fetchSeq, now }: Source): ChangeLoader<Data> {
  let known: { url: string; data: Data; at: Instant } | null = null;
  let round = 0;
  return {
    async read(url, load) {
      const mine = round;
      const last = known;
      if (last !== null && last.url === url && now() - last.at < LIST_EVERY_MS) {
        const seq = await fetchSeq();
        const age = now() - last.at;
        if (seq === last.data.seq && mine === round) {
          const { actionAgeMs } = last.data;
          return { ...last.data, now: last.data.now + age, actionAgeMs: actionAgeMs === null ? null : actionAgeMs + age };
        }
      }
      const at = now();
      const data = await load();
      if (mine === round) known = { url, data, at };
      return data;
    },
    forget() {
      round += 1;
      known = null;
    },
  };
}

/** Creates the loader of a page, which forgets the data with the session. */
export function createPageChanges<Data extends Timed>(): ChangeLoader<Data> {
  const changes = createChangeLoader<Data>({ fetchSeq, now: Date.now });
  addAccountCache({ expire() {}, clean() {}, empty: changes.forget });
  return changes;
}

/** Without a valid response, the page loads again, which also handles the end of a session. */
async function fetchSeq(): Promise<number | null> {
  const answer = await fetch('/resources/family-seq', { redirect: 'manual', cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return null;
  const body: unknown = await answer.json().catch(() => null);
  const seq: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'seq') : null;
  return typeof seq === 'number' ? seq : null;
}
