import { scrub } from '#app/domain/scrub';

/** Logs one warning line. The error is scrubbed and shortened, because the text of another server can contain anything. */
export function logWarning(message: string, error: unknown): void {
  const cause = error instanceof Error ? error.message : String(error);
  console.warn(JSON.stringify({ level: 'warn', message, cause: scrub(cause).slice(0, 300) }));
}
