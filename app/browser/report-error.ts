/** The endpoint for error reports (app/routes/resources.report.tsx). */
const REPORT_PATH = '/resources/report';
/** Limit per page load, because later errors rarely add information. */
const MAX_REPORTS = 3;
const MAX_TEXT = 2000;

let sent = 0;
const seen = new Set<string>();

/**
 * Reports an error. Sends each error once, and at most three per page load (A98).
 * @param componentStack the components around the error, from React
 * @returns the reference of the log entry; null if the report failed or was not sent
 */
export async function reportError(error: unknown, componentStack?: string): Promise<string | null> {
  const { name, message, stack } = error instanceof Error ? error : { name: 'thrown', message: inWords(error), stack: undefined };
  const key = `${name} ${message}`;
  if (seen.has(key) || sent >= MAX_REPORTS) return null;
  seen.add(key);
  sent += 1;
  try {
    const response = await fetch(REPORT_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: name.slice(0, 100),
        message: message.slice(0, MAX_TEXT),
        stack: stack?.slice(0, MAX_TEXT),
        componentStack: componentStack?.slice(0, MAX_TEXT),
        path: location.pathname.slice(0, MAX_TEXT),
      }),
      keepalive: true,
    });
    if (!response.ok) return null;
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null && 'reference' in answer && typeof answer.reference === 'string'
      ? answer.reference
      : null;
  } catch {
    // The report did not arrive, or the response is invalid.
    return null;
  }
}

function inWords(error: unknown): string {
  // A response that a server loader or action threw.
  if (typeof error === 'object' && error !== null && 'status' in error) return `status ${String(error.status)}`;
  return String(error);
}

/** Reports uncaught errors. Call once per page load. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }) => void reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // An aborted request is not an error.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) void reportError(reason);
  });
}
