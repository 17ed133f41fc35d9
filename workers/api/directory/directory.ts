import { DurableObject } from 'cloudflare:workers';
import {
  createTables,
  type Entry,
  findAttempts,
  findEntry,
  hasExpiringRows,
  type KeyedEntry,
  listAttemptsAfter,
  putAttempts,
  putEntry,
  removeAttempts,
  removeEntry,
  removeExpiredEntries,
} from './directory.queries';

/** Unconfirmed reservations expire after this time (docs/architecture.md). */
const RESERVATION_LIFE_MS = 10 * 60_000;
/** Time in ms between deletions of expired rows. Expired rows are ignored immediately. */
const SWEEP_INTERVAL_MS = 15 * 60_000;
/** Maximum number of rows checked per alarm, so that no alarm runs long. */
const SWEEP_ROWS = 500;

/** State of an identifier. `reserved` means not confirmed yet. */
export type EntryState = { state: 'free' } | { state: 'reserved' | 'confirmed'; owner: string; detail: string };

/** One counter: `limit` attempts of `kind` in `windowMs`. */
export type Counter = { id: string; kind: string; limit: number; windowMs: number };

/**
 * One of a fixed number of directory shards. Stores who owns an identifier and how often it was tried. `id` is the identifier's row key
 * (names.ts). Guessed identifiers also reach a shard, so reads write nothing. The alarm deletes expired rows.
 */
export class Directory extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #hasAlarm = false;
  #sweptTo = { id: '', kind: '' };

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    createTables(this.#sql);
    void ctx.blockConcurrencyWhile(async () => {
      this.#hasAlarm = (await ctx.storage.getAlarm()) !== null;
    });
  }

  /** Returns whether the identifier is free, and its owner if not. */
  getState(id: string): EntryState {
    const entry = this.#entry(id);
    return entry === null ? { state: 'free' } : { state: entry.state, owner: entry.owner, detail: entry.detail };
  }

  /**
   * Reserves the identifier for `owner`, for `lifeMs` or until confirmed. Atomic: only one of parallel calls gets true.
   * `detail` is stored with the entry, such as a pairing id.
   */
  reserve(id: string, owner: string, detail = '', lifeMs: number = RESERVATION_LIFE_MS): boolean {
    if (this.#entry(id) !== null) return false;
    this.#put({ id, owner, detail, state: 'reserved', until: Date.now() + lifeMs });
    return true;
  }

  /** Makes a reservation permanent, and replaces its `detail` if given. Returns false if it has expired (A125). */
  confirm(id: string, owner: string, detail?: string): boolean {
    const entry = this.#entry(id);
    if (entry === null || entry.owner !== owner) return false;
    const lasting: KeyedEntry = { ...entry, id, state: 'confirmed', until: null, detail: detail ?? entry.detail };
    if (entry.state === 'reserved' || lasting.detail !== entry.detail) this.#put(lasting);
    return true;
  }

  /** Transfers the identifier from one owner to another, atomically. Returns false if it no longer belongs to `from` (A125). */
  handOver(id: string, from: string, to: string): boolean {
    const entry = this.#entry(id);
    if (entry === null || entry.state !== 'confirmed' || entry.owner !== from) return false;
    this.#put({ ...entry, id, owner: to });
    return true;
  }

  /** Releases the identifier if it belongs to `owner`. */
  release(id: string, owner: string): void {
    if (this.#entry(id)?.owner === owner) this.#delete(id);
  }

  /** Removes the entry and returns its detail, or null if there is none. Only one of several parallel calls gets the detail. */
  consume(id: string): string | null {
    const entry = this.#entry(id);
    if (entry !== null) this.#delete(id);
    return entry?.detail ?? null;
  }

  /** Inserts entries of former directory objects. Keeps existing entries, so the call is safe to repeat. */
  adopt(entries: ReadonlyArray<KeyedEntry>): void {
    for (const entry of entries) if (this.#entry(entry.id) === null) this.#put(entry);
  }

  /** Counts one attempt with every counter, or with none. Returns false if any counter has reached its limit. */
  count(counters: ReadonlyArray<Counter>): boolean {
    const now = Date.now();
    const attempts = counters.map((counter) => ({ ...counter, at: this.#attemptsSince(counter, now - counter.windowMs) }));
    if (attempts.some(({ at, limit }) => at.length >= limit)) return false;
    for (const { id, kind, windowMs, at } of attempts) this.#storeAttempts(id, kind, windowMs, [...at, now]);
    return true;
  }

  /** True if `count` would return false. Counts and writes nothing. */
  isLimitReached(counter: Counter): boolean {
    return this.#attemptsSince(counter, Date.now() - counter.windowMs).length >= counter.limit;
  }

  /** Removes the last counted attempt of each id, or all attempts with `all`. */
  refund(ids: ReadonlyArray<string>, kind: string, all: boolean): void {
    for (const id of ids) {
      const attempts = findAttempts(this.#sql, id, kind);
      if (attempts === null) continue;
      if (all || attempts.at.length <= 1) removeAttempts(this.#sql, id, kind);
      else this.#storeAttempts(id, kind, attempts.windowMs, attempts.at.slice(0, -1));
    }
  }

  /** Deletes expired rows, a bounded number at a time. Sets no new alarm if no remaining row can expire. */
  override async alarm(): Promise<void> {
    this.#hasAlarm = false;
    const now = Date.now();
    const isDone = this.#sweepEntries(now) && this.#sweepAttempts(now);
    if (!isDone) this.#scheduleAlarm(now);
    else if (hasExpiringRows(this.#sql)) this.#scheduleAlarm(now + SWEEP_INTERVAL_MS);
  }

  /** Removes a batch of expired entries. Returns true if none is left. */
  #sweepEntries(now: number): boolean {
    return removeExpiredEntries(this.#sql, now, SWEEP_ROWS) < SWEEP_ROWS;
  }

  /** Returns true at the end of the table; the next call starts over. An index on `lapses_at` would cost an extra write per attempt. */
  #sweepAttempts(now: number): boolean {
    const rows = listAttemptsAfter(this.#sql, this.#sweptTo, SWEEP_ROWS);
    for (const { id, kind, lapses_at } of rows) {
      if (lapses_at <= now) removeAttempts(this.#sql, id, kind);
    }
    const last = rows.length < SWEEP_ROWS ? undefined : rows.at(-1);
    this.#sweptTo = last === undefined ? { id: '', kind: '' } : { id: last.id, kind: last.kind };
    return last === undefined;
  }

  #entry(id: string): Entry | null {
    const entry = findEntry(this.#sql, id);
    return entry === null || (entry.until !== null && entry.until <= Date.now()) ? null : entry;
  }

  #put(entry: KeyedEntry): void {
    putEntry(this.#sql, entry);
    if (entry.until !== null) this.#scheduleAlarm(Date.now() + SWEEP_INTERVAL_MS);
  }

  #delete(id: string): void {
    removeEntry(this.#sql, id);
  }

  #attemptsSince({ id, kind }: Counter, since: number): Array<number> {
    return (findAttempts(this.#sql, id, kind)?.at ?? []).filter((at) => at > since);
  }

  #storeAttempts(id: string, kind: string, windowMs: number, at: ReadonlyArray<number>): void {
    putAttempts(this.#sql, id, kind, windowMs, at);
    this.#scheduleAlarm(Date.now() + SWEEP_INTERVAL_MS);
  }

  /** Sets the alarm unless one is set. Not awaited after a write, so that both are committed together. */
  #scheduleAlarm(at: number): void {
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    void this.ctx.storage.setAlarm(at);
  }
}
