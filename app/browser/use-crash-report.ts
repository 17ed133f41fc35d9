import { useEffect, useRef, useSyncExternalStore } from 'react';
import { reportError } from './report-error';

const never = () => () => {};

/**
 * Reports what broke, with the components around it where they are known, and goes to /error (A98). Where not even the report arrives, no
 * document would: the error page that stands already gets the address.
 */
export async function leadToErrorPage(error: unknown, componentStack?: string): Promise<void> {
  const reference = await reportError(error, componentStack);
  if (reference === null) history.replaceState(null, '', '/error');
  else location.replace(`/error?ref=${reference}`);
}

/**
 * A page that could not be had is reported and led to /error (A98, 8.1.13). What came broken with its document has been reported by the
 * server. Null is no error.
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
    if (error !== null && !cameWithDocument.current) void leadToErrorPage(error);
  }, [error]);
}
