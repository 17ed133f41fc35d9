import type { Violation } from './ledger.ts';
import type { Found } from './scenario.ts';

/** Runs `once` up to `most` times and stops after the first violation. `times`: how often it ran. */
export async function repeatUntilViolation(most: number, once: (index: number) => Promise<Array<Violation>>): Promise<Found> {
  const violations: Array<Violation> = [];
  let times = 0;
  while (times < most && violations.length === 0) {
    violations.push(...(await once(times)));
    times += 1;
  }
  return { times, violations };
}
