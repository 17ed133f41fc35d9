import { isCausedByStop } from './stopping.ts';

/** Runs one step and prints its label, then its duration, on one line. */
export async function step<T>(label: string, work: () => Promise<T> | T): Promise<T> {
  const begun = performance.now();
  process.stdout.write(`  ${label} … `);
  try {
    const result = await work();
    console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    console.log((await isCausedByStop()) ? 'stopped' : 'failed');
    throw error;
  }
}

/** An error that the user can fix. Printed without a stack. */
export class UserError extends Error {}

/** Runs a command. Prints a UserError as its text and any other error with its stack, then exits with 1. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    // When a signal stops the command, its pending work fails. `stop` in stopping.ts prints errors and exits.
    if (await isCausedByStop()) return;
    console.error(isForPeople(error) ? error.message : error);
    process.exit(1);
  }
}

function isForPeople(error: unknown): error is Error {
  return error instanceof UserError || (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}
