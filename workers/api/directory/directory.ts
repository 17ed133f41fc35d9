import { DurableObject } from 'cloudflare:workers';

/** A reservation that nobody confirms lapses (design/architecture.md §1.4). */
const RESERVATION_LIFE_MS = 10 * 60_000;

type Entry = { owner: string; detail: string; state: 'reserved' | 'confirmed'; until: number | null };

/** What stands behind an identifier. `reserved` = somebody is just taking it. */
export type Standing = { state: 'free' } | { state: 'reserved' | 'confirmed'; owner: string; detail: string };

/**
 * One object per identifier: whose it is, and how often it was tried. Anybody's guess can wake one, so the
 * constructor writes nothing and whatever has lapsed is deleted by the alarm.
 */
export class Directory extends DurableObject {
  /** Free, or whose. */
  standing(): Standing {
    const entry = this.#entry();
    return entry === null ? { state: 'free' } : { state: entry.state, owner: entry.owner, detail: entry.detail };
  }

  /**
   * Takes the identifier for `owner`, for `lifeMs` or until confirmed. Atomic: of 100 parallel calls one gets true.
   * `detail` travels with the entry (a pairing's id).
   */
  reserve(owner: string, detail = '', lifeMs: number = RESERVATION_LIFE_MS): boolean {
    if (this.#entry() !== null) return false;
    const until = Date.now() + lifeMs;
    this.ctx.storage.kv.put<Entry>('entry', { owner, detail, state: 'reserved', until });
    this.#wakeAt(until);
    return true;
  }

  /** Makes a reservation last, under another `detail` where one is given. A late confirm fails (A125). */
  confirm(owner: string, detail?: string): boolean {
    const entry = this.#entry();
    if (entry === null || entry.owner !== owner) return false;
    const lasting: Entry = { ...entry, state: 'confirmed', until: null, detail: detail ?? entry.detail };
    if (entry.state === 'reserved' || lasting.detail !== entry.detail) this.ctx.storage.kv.put<Entry>('entry', lasting);
    return true;
  }

  /** Passes the identifier on from one owner to another, atomically. False when it is not `from`'s any more (A125). */
  handOver(from: string, to: string): boolean {
    const entry = this.#entry();
    if (entry === null || entry.state !== 'confirmed' || entry.owner !== from) return false;
    this.ctx.storage.kv.put<Entry>('entry', { ...entry, owner: to });
    return true;
  }

  /** Gives the identifier back, if it is `owner`'s. */
  release(owner: string): void {
    if (this.#entry()?.owner === owner) this.ctx.storage.kv.delete('entry');
  }

  /** Takes the entry out of the directory and gives its detail; null where there is none. Of 100 parallel calls one gets it. */
  take(): string | null {
    const entry = this.#entry();
    if (entry !== null) this.ctx.storage.kv.delete('entry');
    return entry?.detail ?? null;
  }

  /** Counts one try of `kind` unless `limit` of them fell into the last `windowMs`. True = counted, go on. Exact. */
  count(kind: string, limit: number, windowMs: number): boolean {
    const now = Date.now();
    const tries = this.#triesSince(kind, now - windowMs);
    if (tries.length >= limit) return false;
    this.ctx.storage.kv.put(`tries:${kind}`, { windowMs, at: [...tries, now] });
    this.#wakeAt(now + windowMs);
    return true;
  }

  /** True when `count` would refuse. Counts nothing and writes nothing. */
  isSpent(kind: string, limit: number, windowMs: number): boolean {
    return this.#triesSince(kind, Date.now() - windowMs).length >= limit;
  }

  /** Takes back the last counted try, or with `all` every one: it was no failure. */
  forgive(kind: string, all: boolean): void {
    const tries = this.#tries(kind);
    if (tries.length === 0) return;
    if (all || tries.length === 1) this.ctx.storage.kv.delete(`tries:${kind}`);
    else this.ctx.storage.kv.put(`tries:${kind}`, { windowMs: this.#window(kind), at: tries.slice(0, -1) });
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    let next: number | null = null;
    for (const [key, value] of this.ctx.storage.kv.list<{ windowMs: number; at: Array<number> }>({ prefix: 'tries:' })) {
      const lapses = Math.max(...value.at) + value.windowMs;
      if (lapses <= now) this.ctx.storage.kv.delete(key);
      else next = Math.max(next ?? 0, lapses);
    }
    const entry = this.#entry();
    if (entry?.until != null) next = next === null ? entry.until : Math.max(next, entry.until);
    if (next !== null) await this.ctx.storage.setAlarm(next);
    else if (entry === null) await this.ctx.storage.deleteAll();
  }

  #entry(): Entry | null {
    const entry = this.ctx.storage.kv.get<Entry>('entry');
    return entry === undefined || (entry.until !== null && entry.until <= Date.now()) ? null : entry;
  }

  #tries(kind: string): Array<number> {
    return this.ctx.storage.kv.get<{ at: Array<number> }>(`tries:${kind}`)?.at ?? [];
  }

  #triesSince(kind: string, since: number): Array<number> {
    return this.#tries(kind).filter((at) => at > since);
  }

  #window(kind: string): number {
    return this.ctx.storage.kv.get<{ windowMs: number }>(`tries:${kind}`)?.windowMs ?? 0;
  }

  #wakeAt(at: number): void {
    void this.ctx.storage.getAlarm().then((set) => (set === null ? this.ctx.storage.setAlarm(at) : undefined));
  }
}
