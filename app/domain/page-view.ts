/** Maximum length of a counted path. Paths of our pages are far shorter. */
export const MAX_TRACKED_PATH = 100;

const SEGMENT = /^(?::[a-z]{1,20}|[a-z][a-z-]{0,30})$/i;

/**
 * Returns the path to count (2.20.1), such as `/manage/:userId/schedule`: without query, with parameter names instead of IDs. `params` are
 * the route's parameters. Null for paths that are not counted: logout (2.20.2), the offline page, resources, and paths with unknown
 * segments.
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

/** Returns true if a path contains only words and parameter names. A browser may send any path. */
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
