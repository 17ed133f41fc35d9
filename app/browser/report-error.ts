/** Where the browser says what broke (app/routes/resources.report.tsx). */
const REPORT_PATH = '/resources/report';
/** More is a storm, and the first ones tell what there is to tell. */
const MAX_REPORTS = 3;
const MAX_TEXT = 2000;

let sent = 0;
const seen = new Set<string>();

/**
 * Reports something broken, each thing once per page load and at most three in all (A98).
 * @param componentStack the components around what broke, as React tells them
 * @returns the reference under which it stands in the log, or null where it could not be told or was told before
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
    // Whoever cannot be reached cannot be told either.
    return null;
  }
}

function inWords(error: unknown): string {
  // An answer that a server loader or action threw.
  if (typeof error === 'object' && error !== null && 'status' in error) return `status ${String(error.status)}`;
  return String(error);
}

/** Reports what nobody caught. Call once per page load. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }) => void reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // A reader who left, or a page that was left, is no error.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) void reportError(reason);
  });
}
