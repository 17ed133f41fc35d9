import type { Invariant, Violation } from './ledger.ts';
import type { Random } from './random.ts';

/** The input of a scenario: the Worker under test, random choices, and the size of the run. */
export type World = {
  /** Path of the bundled api Worker, tests/entries/faults.ts. */
  script: string;
  random: Random;
  /** Number of kills in the `kill` scenario. */
  kills: number;
  /** `short`: as much as `npm test` has time for. */
  size: 'short' | 'full';
  say: (line: string) => void;
};

/** The result: how often the fault occurred, and the violations. */
export type Found = { times: number; violations: Array<Violation> };

/** One fault and the invariants that it must not break (docs/reference/quality.md, Reliability). */
export type Scenario = { name: string; fault: string; holds: ReadonlyArray<Invariant>; run: (world: World) => Promise<Found> };
