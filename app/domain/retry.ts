/** Statuses worth another try: no answer at all, too slow, too many, and the server's own failures (8.1.12; CONST-105). */
export function isRetryable(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
