/**
 * Ends an exhaustive switch, so that a missing case does not compile.
 * @throws Error if it is called at run time
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}
