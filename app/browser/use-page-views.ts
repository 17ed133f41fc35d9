import { useLocation, useMatches } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { toTrackedPath } from '~/domain/page-view';

/**
 * Tells the server of each page that was reached by script, without ids and query (2.20.1); the document itself was counted by the server.
 * `isOn` is the server's word: false for a reader who asks not to be counted.
 */
export function usePageViews(isOn: boolean): void {
  const { pathname } = useLocation();
  const params = useMatches().at(-1)?.params;
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const path = toTrackedPath(pathname, params ?? {});
    if (isOn && path !== null) navigator.sendBeacon('/resources/view', path);
  });
}
