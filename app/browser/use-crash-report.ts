import { useEffect, useRef, useSyncExternalStore } from 'react';
import { reportError } from './report-error';

const never = () => () => {};

/**
 * A page that broke in the browser, or could not be had, is reported and led to /error (A98, 8.1.13). What came broken with its document has
 * been reported by the server. Where not even the report arrives, no document would: the error page that stands already gets the address.
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
    if (cameWithDocument.current) return;
    void reportError(error).then((reference) => {
      if (reference === null) history.replaceState(null, '', '/error');
      else location.replace(`/error?ref=${reference}`);
    });
  }, [error]);
}
