const WINDOWS = ['app', 'limit'] as const;

/** The address of a window over the list, which keeps its search. */
export function toDialogPath(search: string, window: (typeof WINDOWS)[number], bundleId: string): string {
  const query = withoutWindows(search);
  query.set(window, bundleId);
  return `?${query}`;
}

/** The address of the list that a window stands over. */
export function toListPath(pathname: string, search: string): string {
  const query = withoutWindows(search);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

function withoutWindows(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const name of WINDOWS) query.delete(name);
  return query;
}
