import { useLocation, useMatches } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { toTrackedPath } from '#app/domain/page-view';

/**
 * Reports each page reached by script, without ids and query (2.20.1). The server counts document requests itself. `isOn` is false for
 * users who opted out.
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
