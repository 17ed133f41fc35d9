/** Limits of a pasted list, in lines and characters. A larger list is rejected before any line is parsed. */
const LINES_MAX = 2000;
const CHARACTERS_MAX = 400_000;

/** Splits a text into hosts at line breaks, commas and semicolons. Returns null if the text is too large to read. */
export function splitHosts(text: string): Array<string> | null {
  if (text.length > CHARACTERS_MAX) return null;
  const lines = text.split(/[\r\n,;]+/);
  return lines.length > LINES_MAX ? null : lines;
}
