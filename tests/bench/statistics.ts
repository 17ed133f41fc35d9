import { isControlWithinLimits } from './row.ts';

/**
 * Returns the nearest-rank percentile; `share` is from 0 to 1.
 * @throws Error without values
 */
export function percentile(values: ReadonlyArray<number>, share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('No values to take a percentile of');
  return value;
}

/**
 * Returns the middle value, or the mean of the two middle ones.
 * @throws Error without values
 */
export function median(values: ReadonlyArray<number>): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('No values to take a median of');
  return (low + high) / 2;
}

/** One round: four measurements in order of time. */
export type Round = { a1: number; b1: number; b2: number; a2: number };

export type Comparison = {
  /** Medians over all rounds, in the measured unit. */
  a: number;
  b: number;
  /** Median over the rounds of A divided by B, so that a slow minute affects one round only. */
  ratio: number;
  /** Median over the rounds of first A divided by last A; shows how stable the machine was. */
  control: number;
  rounds: Array<Round>;
};

/**
 * Returns the medians, ratio and control of the rounds.
 * @throws Error without rounds
 */
export function summarise(rounds: Array<Round>): Comparison {
  return {
    a: median(rounds.flatMap(({ a1, a2 }) => [a1, a2])),
    b: median(rounds.flatMap(({ b1, b2 }) => [b1, b2])),
    ratio: median(rounds.map(({ a1, b1, b2, a2 }) => (a1 + a2) / (b1 + b2))),
    control: median(rounds.map(({ a1, a2 }) => a1 / a2)),
    rounds,
  };
}

/**
 * Compares two measurements in the order A-B-B-A, so that drift (heat, load, caches) affects both equally. Runs at least `least` rounds,
 * and up to twice as many until the control is within the limits.
 */
export async function compare(measure: { a: () => Promise<number>; b: () => Promise<number> }, least = 5): Promise<Comparison> {
  const rounds: Array<Round> = [];
  for (;;) {
    const a1 = await measure.a();
    const b1 = await measure.b();
    const b2 = await measure.b();
    const a2 = await measure.a();
    rounds.push({ a1, b1, b2, a2 });
    if (rounds.length < least) continue;
    const comparison = summarise(rounds);
    if (isControlWithinLimits(comparison.control) || rounds.length >= 2 * least) return comparison;
  }
}
