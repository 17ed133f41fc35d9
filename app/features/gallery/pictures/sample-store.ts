import { SAMPLE_LIFE_MS } from '#app/domain/sample-config';
import type { Instant } from '#app/domain/time';
import { SignedOut } from './fetch-sealed';
import type { SampleChanges, StoredSample } from './sample-rows';

/** At least this long between two fetches that nobody caused (GAL-040). */
export const FETCH_EVERY_MS = 2 * 60_000;
/** After this time without a fetch, everything is fetched again (GAL-039). */
export const FULL_AFTER_MS = SAMPLE_LIFE_MS;

/** What the browser knows of a child's screenshots, newest first. Null until they are loaded. */
export type KnownSamples = { samples: ReadonlyArray<StoredSample>; fetchedAt: Instant } | null;

export type SampleStore = {
  get(): KnownSamples;
  subscribe(changed: () => void): () => void;
  /** Fetches changes, unless the last fetch was less than two minutes ago. `isCaused`: a hint or the parent's own action asks for it. */
  refresh(isCaused?: boolean): Promise<void>;
  /** Removes screenshots that the parent has just deleted (GAL-034). */
  remove(ids: ReadonlySet<string>): void;
  /** Forgets everything: at logout and when the session ended (GAL-035, GAL-036). */
  empty(): void;
  /** Ends the timers. */
  stop(): void;
};

type Source = {
  /** Fetches the changes after an instant, or everything. @throws SignedOut, Error */
  fetchSamples(since: Instant | null): Promise<SampleChanges>;
  now(): Instant;
  /** Returns how long it is until the next local midnight in ms. */
  untilMidnight(): number;
  /** Called with the screenshots whose pictures must go too (GAL-033, GAL-034). */
  onGone(ids: ReadonlySet<string>): void;
  onSignedOut(): void;
};

/**
 * Creates the list of a child's screenshots, in memory only. Fetches changes by `updated_ts`. Removes expired ones with each change and at
 * each midnight, without a fetch (GAL-037).
 */
export function createSampleStore({ fetchSamples, now, untilMidnight, onGone, onSignedOut }: Source): SampleStore {
  const subscribers = new Set<() => void>();
  let known: KnownSamples = null;
  let newest: Instant | null = null;
  let flight: Promise<void> | null = null;
  let isAskedAgain = false;
  let round = 0;
  let midnight = setTimeout(rollOver, untilMidnight());

  function rollOver(): void {
    midnight = setTimeout(rollOver, Math.max(1000, untilMidnight()));
    if (known !== null) set(known.samples, known.fetchedAt);
  }

  /** Stores the samples that have not expired, newest first, and reports those that are gone. */
  function set(samples: Iterable<StoredSample>, fetchedAt: Instant): void {
    const oldest = now() - SAMPLE_LIFE_MS;
    const kept = [...samples].filter(({ at }) => at > oldest).sort((a, b) => b.at - a.at || b.id.localeCompare(a.id));
    const ids = new Set(kept.map(({ id }) => id));
    const gone = new Set((known?.samples ?? []).map(({ id }) => id).filter((id) => !ids.has(id)));
    known = { samples: kept, fetchedAt };
    if (gone.size > 0) onGone(gone);
    for (const changed of subscribers) changed();
  }

  async function load(): Promise<void> {
    const mine = round;
    const startedAt = now();
    const isFull = known === null || newest === null || startedAt - known.fetchedAt > FULL_AFTER_MS;
    const changes = await fetchSamples(isFull ? null : newest);
    if (mine !== round) return;
    const next = new Map((isFull ? [] : (known?.samples ?? [])).map((sample) => [sample.id, sample]));
    for (const sample of changes.samples) next.set(sample.id, sample);
    for (const id of changes.gone) next.delete(id);
    newest = changes.newest ?? newest;
    set(next.values(), startedAt);
  }

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await load();
      } while (isAskedAgain);
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
      empty();
      onSignedOut();
    } finally {
      flight = null;
    }
  }

  function refresh(isCaused = false): Promise<void> {
    if (flight !== null) {
      // The response under way may be older than what caused this.
      isAskedAgain ||= isCaused;
      return flight;
    }
    if (!isCaused && known !== null && now() - known.fetchedAt < FETCH_EVERY_MS) return Promise.resolve();
    flight = run();
    return flight;
  }

  function empty(): void {
    round += 1;
    newest = null;
    if (known === null) return;
    onGone(new Set(known.samples.map(({ id }) => id)));
    known = null;
    for (const changed of subscribers) changed();
  }

  return {
    get: () => known,
    subscribe(changed) {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    refresh,
    remove(ids) {
      if (known !== null)
        set(
          known.samples.filter(({ id }) => !ids.has(id)),
          known.fetchedAt,
        );
    },
    empty,
    stop: () => clearTimeout(midnight),
  };
}
