import { useEffect, useRef, useSyncExternalStore } from 'react';
import { reportError } from './report-error';

const never = () => () => {};

/**
 * Reports an error with its component stack, if known, and redirects to /error (A98). Without a reference, usually because the server is
 * unreachable, only changes the address and keeps the current error page.
 */
export async function goToErrorPage(error: unknown, componentStack?: string): Promise<void> {
  const reference = await reportError(error, componentStack);
  if (reference === null) history.replaceState(null, '', '/error');
  else location.replace(`/error?ref=${reference}`);
}

/**
 * Reports the error of a page that failed to load and redirects to /error (A98, 8.1.13). Null means no error. Skips errors in the server's
 * HTML, because the server has reported them.
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
