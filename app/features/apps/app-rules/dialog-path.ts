const DIALOGS = ['app', 'limit'] as const;

/** Returns the URL of a dialog over the list, with the list's search. */
export function toDialogPath(search: string, dialog: (typeof DIALOGS)[number], bundleId: string): string {
  const query = withoutDialogs(search);
  query.set(dialog, bundleId);
  return `?${query}`;
}

/** Returns the URL of the list below a dialog. */
export function toListPath(pathname: string, search: string): string {
  const query = withoutDialogs(search);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

function withoutDialogs(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const name of DIALOGS) query.delete(name);
  return query;
}
