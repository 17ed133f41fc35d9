/** Of a pasted list at most so many lines are read, and so many characters: whoever pastes more is told before a single one is looked at. */
const LINES_MAX = 2000;
const CHARACTERS_MAX = 400_000;

/** What stands between hosts, one a line or not. Null where it is too much to be read at all. */
export function splitHosts(text: string): Array<string> | null {
  if (text.length > CHARACTERS_MAX) return null;
  const lines = text.split(/[\r\n,;]+/);
  return lines.length > LINES_MAX ? null : lines;
}
