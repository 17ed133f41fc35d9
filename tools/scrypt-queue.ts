/** Thrown when the queue refuses or discards a job. `retryAfter`: in seconds. */
export class QueueFull extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('The queue is full');
    this.retryAfter = retryAfter;
  }
}

export type Ticket<Result> = {
  /** Rejects with QueueFull if the job was discarded or waited too long. Resolves to null after `leave`. */
  done: Promise<Result | null>;
  /** Removes a waiting job from the queue. No effect once the job runs. */
  leave(): void;
};

/** `slots`: maximum number of running jobs. `perSource`, `total`: maximum number of waiting jobs. */
export type QueueLimits = { slots: number; perSource: number; total: number };

type Waiting = { start(): void; end(error: QueueFull | null): void };

const MAX_RETRY_S = 30;
/** Assumed duration of a job in ms, until the first job was measured. */
const FIRST_GUESS_MS = 300;

/**
 * Runs up to `slots` jobs in parallel. Sources take turns, regardless of how many jobs each has waiting. In a full queue, the source with
 * the most waiting jobs loses its newest job to a source with fewer.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Waiting jobs by source, in order of turns. A source without waiting jobs is removed. */
  readonly #lines = new Map<string, Array<Waiting>>();
  #waiting = 0;
  /** Reserved places that are not used yet, by source. */
  readonly #promised = new Map<string, Set<symbol>>();
  #promises = 0;
  #running = 0;
  #meanMs = FIRST_GUESS_MS;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** True if a job of this source would be accepted now. */
  hasRoom(source: string): boolean {
    const own = (this.#lines.get(source)?.length ?? 0) + (this.#promised.get(source)?.size ?? 0);
    const all = this.#waiting + this.#promises;
    if (this.#running + all < this.#limits.slots) return true;
    if (own >= this.#limits.perSource) return false;
    return all < this.#limits.total || (this.#longest()?.[1].length ?? 0) > own + 1;
  }

  /**
   * Reserves a place for a job of this source for `ms`. Concurrent callers then cannot all count on the same place.
   * @returns a function that releases the place; it returns true if the place was still reserved
   * @throws QueueFull when there is no room
   */
  promise(source: string, ms: number): () => boolean {
    if (!this.hasRoom(source)) throw new QueueFull(this.retryAfter());
    const place = Symbol(source);
    const places = this.#promised.get(source) ?? new Set();
    this.#promised.set(source, places.add(place));
    this.#promises += 1;
    const giveBack = (): boolean => {
      clearTimeout(timer);
      if (!places.delete(place)) return false;
      if (places.size === 0 && this.#promised.get(source) === places) this.#promised.delete(source);
      this.#promises -= 1;
      return true;
    };
    const timer = setTimeout(giveBack, ms);
    return giveBack;
  }

  /** Returns the estimated time until all waiting, reserved and running jobs are done, in whole seconds from 1 to 30. */
  retryAfter(): number {
    const seconds = ((this.#waiting + this.#promises + this.#running) * this.#meanMs) / this.#limits.slots / 1000;
    return Math.min(MAX_RETRY_S, Math.max(1, Math.ceil(seconds)));
  }

  /**
   * Adds a job to the queue. Discards the job if it still waits after `patienceMs`.
   * @throws QueueFull when there is no room
   */
  enter<Result>(source: string, patienceMs: number, job: () => Promise<Result>): Ticket<Result> {
    if (!this.hasRoom(source)) throw new QueueFull(this.retryAfter());
    if (this.#waiting + this.#promises >= this.#limits.total) this.#dropNewest();
    const { promise: done, resolve, reject } = Promise.withResolvers<Result | null>();
    const run = async (): Promise<void> => {
      clearTimeout(timer);
      const begun = performance.now();
      try {
        resolve(await job());
      } catch (error) {
        reject(error);
      } finally {
        this.#meanMs += (performance.now() - begun - this.#meanMs) / 8;
        this.#running -= 1;
        this.#startNext();
      }
    };
    const waiting: Waiting = {
      start: () => void run(),
      end: (error) => {
        clearTimeout(timer);
        if (error === null) resolve(null);
        else reject(error);
      },
    };
    const timer = setTimeout(() => this.#remove(source, waiting, new QueueFull(this.retryAfter())), patienceMs);
    const line = this.#lines.get(source);
    if (line === undefined) this.#lines.set(source, [waiting]);
    else line.push(waiting);
    this.#waiting += 1;
    this.#startNext();
    return { done, leave: () => this.#remove(source, waiting, null) };
  }

  #startNext(): void {
    const next = this.#lines.entries().next().value;
    if (next === undefined || this.#running >= this.#limits.slots) return;
    const [source, line] = next;
    const waiting = line.shift();
    // Moves the source behind all other sources.
    this.#lines.delete(source);
    if (line.length > 0) this.#lines.set(source, line);
    this.#waiting -= 1;
    this.#running += 1;
    waiting?.start();
    this.#startNext();
  }

  #remove(source: string, waiting: Waiting, error: QueueFull | null): void {
    const line = this.#lines.get(source);
    const at = line?.indexOf(waiting) ?? -1;
    if (line === undefined || at === -1) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(source);
    this.#waiting -= 1;
    waiting.end(error);
  }

  #dropNewest(): void {
    const [source, line] = this.#longest() ?? [];
    const newest = line?.at(-1);
    if (source !== undefined && newest !== undefined) this.#remove(source, newest, new QueueFull(this.retryAfter()));
  }

  #longest(): [string, Array<Waiting>] | undefined {
    let longest: [string, Array<Waiting>] | undefined;
    for (const entry of this.#lines) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
    return longest;
  }
}
