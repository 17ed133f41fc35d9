import type { Invariant, Violation } from './ledger.ts';
import type { Random } from './random.ts';

/** What a scenario gets: the Worker under test, chance, and how much of it is wanted. */
export type World = {
  /** The bundled api Worker, tests/entries/faults.ts. */
  script: string;
  random: Random;
  /** Kills in all, over every scenario that kills. */
  kills: number;
  /** `short`: what `npm test` has time for. */
  size: 'short' | 'full';
  say: (line: string) => void;
};

/** What came of it: how often the fault struck, and what was found broken. */
export type Found = { times: number; violations: Array<Violation> };

/** One fault and the invariants that it must not break (docs/reference/quality.md, Reliability). */
export type Scenario = { name: string; fault: string; holds: ReadonlyArray<Invariant>; run: (world: World) => Promise<Found> };
