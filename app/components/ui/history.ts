/**
 * Returns true if the previous history entry has this path, such as `/account`. Returns false if the browser does not reveal that entry.
 */
export function isEntryBefore(path: string): boolean {
  if (typeof navigation === 'undefined') return false;
  const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  return before?.url === new URL(path, location.href).href;
}
