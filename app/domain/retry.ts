/** True if a request may be retried: no response (0), 408, 429, or a server error (8.1.12; CONST-105). */
export function isRetryable(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
