/**
 * Writes one line of JSON for an error that nobody expected (8.2.14, A98). Only these fields, by allow list: a path without its query,
 * for queries carry tokens, and no header or body.
 */
export function report(error: unknown, about: { reference: string; method: string; url: string }): void {
  const { name, message, stack } = error instanceof Error ? error : { name: 'thrown', message: inWords(error), stack: undefined };
  const { reference, method } = about;
  console.error(JSON.stringify({ level: 'error', reference, method, path: new URL(about.url).pathname, name, message, stack }));
}

function inWords(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'status' in error) return `status ${String(error.status)}`;
  return String(error);
}
