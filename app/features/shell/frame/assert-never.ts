/** Ends a switch over every case: a case that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}
