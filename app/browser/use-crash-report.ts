import { useEffect, useRef, useSyncExternalStore } from 'react';
import { reportError } from './report-error';

const never = () => () => {};

/**
 * Reports an error with its component stack, if known, and redirects to /error (A98). If the report fails, a document would fail too, so it
 * only changes the address of the current error page.
 */
export async function goToErrorPage(error: unknown, componentStack?: string): Promise<void> {
  const reference = await reportError(error, componentStack);
  if (reference === null) history.replaceState(null, '', '/error');
  else location.replace(`/error?ref=${reference}`);
}

/**
 * Reports a page that failed to load and redirects to /error (A98, 8.1.13). Skips errors that came with the document, because the server
 * has reported them. Null means no error.
 */
export function useCrashReport(error: unknown): void {
  const cameWithDocument = useRef(
    useSyncExternalStore(
      never,
      () => false,
      () => true,
    ),
  );
  useEffect(() => {
    if (error !== null && !cameWithDocument.current) void goToErrorPage(error);
  }, [error]);
}
