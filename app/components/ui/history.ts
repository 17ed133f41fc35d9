/** True if Back leads to this path, such as `/account`. False if the browser does not reveal the previous entry. */
export function isEntryBefore(path: string): boolean {
  if (typeof navigation === 'undefined') return false;
  const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  return before?.url === new URL(path, location.href).href;
}
