/** Longest path that is counted; ours are far shorter. */
export const MAX_TRACKED_PATH = 100;

const SEGMENT = /^(?::[a-z]{1,20}|[a-z][a-z-]{0,30})$/i;

/**
 * The path of a page as it is counted (2.20.1): no query, and each id of its route in the route's own name, `/manage/:userId/schedule`.
 * `params` are the route's. Null for what is not counted: logging out (2.20.2), the offline page, or a path with something else in it
 * than words of ours.
 */
export function toTrackedPath(pathname: string, params: Readonly<Record<string, string | undefined>>): string | null {
  const ids = Object.entries(params).filter(([name]) => name.endsWith('Id'));
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const id = ids.find(([, value]) => value === decode(segment));
      return id === undefined ? segment : `:${id[0]}`;
    });
  const path = `/${segments.join('/')}`;
  return isTrackedPath(path) ? path : null;
}

/** True for a path that may be counted: only words and names of ids, whoever says it. */
export function isTrackedPath(path: string): boolean {
  if (path.length > MAX_TRACKED_PATH || UNTRACKED.test(path)) return false;
  return (
    path === '/' ||
    (path.startsWith('/') &&
      path
        .slice(1)
        .split('/')
        .every((segment) => SEGMENT.test(segment)))
  );
}

const UNTRACKED = /^\/(?:logout|offline|resources)(?:\/|$)/;

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
