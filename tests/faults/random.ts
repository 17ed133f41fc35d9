/** Repeatable random choices: the same seed gives the same choices. */
export type Random = {
  /** Returns a number from 0 up to, not including, 1. */
  next: () => number;
  /** Returns an integer from 0 up to, not including, `end`. */
  int: (end: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: ReadonlyArray<T>) => T;
};

/** Returns a mulberry32 generator. `seed`: any integer. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (end: number): number => Math.floor(next() * end);
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[int(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
  };
}
