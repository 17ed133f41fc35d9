const WINDOWS = ['app', 'limit'] as const;

/** Returns the URL of a dialog over the list, with the list's search. */
export function toDialogPath(search: string, window: (typeof WINDOWS)[number], bundleId: string): string {
  const query = withoutWindows(search);
  query.set(window, bundleId);
  return `?${query}`;
}

/** Returns the URL of the list below a dialog. */
export function toListPath(pathname: string, search: string): string {
  const query = withoutWindows(search);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

function withoutWindows(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const name of WINDOWS) query.delete(name);
  return query;
}
