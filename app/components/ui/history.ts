/** Whether Back would lead to a path of ours, such as `/account`; false where the browser does not say what was before. */
export function isEntryBefore(path: string): boolean {
  if (typeof navigation === 'undefined') return false;
  const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  return before?.url === new URL(path, location.href).href;
}
