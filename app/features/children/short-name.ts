import { isolateName } from '#app/domain/isolate-name';

/** Maximum width of a name on a button or within a line, in letters. */
const MAX_WIDTH = 24;

// Characters two letters wide: Chinese, Japanese, Korean, full-width forms and emoji.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

// The number that distinguishes children with the same name (`disambiguateNames`). It is never cut off.
const NUMBER = / \(\d+\)$/;

/** True if the name must be shortened on a button or within a line. */
export function isLongName(name: string): boolean {
  return lettersThatFit(name) !== null;
}

/**
 * Shortens a name to 24 letters, ending in «…» or «… (2)», and isolates it like `isolateName`. Use it only where the full name is shown
 * elsewhere, never in a confirmation question.
 */
export function shortenName(name: string): string {
  if (!isLongName(name)) return isolateName(name);
  const [number = ''] = NUMBER.exec(name) ?? [];
  const letters = lettersThatFit(name, MAX_WIDTH - number.length) ?? name;
  return isolateName(`${letters.trimEnd()}…${number}`);
}

/** Returns the start of the name that leaves room for «…», or null if the whole name fits. */
function lettersThatFit(name: string, maxWidth = MAX_WIDTH): string | null {
  // Shortcut for most names: no character is wider than two letters.
  if (name.length * 2 <= maxWidth) return null;
  let [width, kept] = [0, ''];
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > maxWidth) return kept;
    if (width < maxWidth) kept += segment;
  }
  return null;
}
