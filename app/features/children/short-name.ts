import { isolateName } from './isolate-name';

/** As many letters of a name as stand on a button or in a line beside other words. */
const MOST = 24;

// What is as wide as two letters: Chinese, Japanese and Korean, full-width signs, pictures.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Is this name too long for a line of its own? */
export function isLongName(name: string): boolean {
  return lettersThatFit(name) !== null;
}

/**
 * A name where it only reminds of what stands there whole: at most 24 letters, the last of them «…», set apart like `isolateName`. Never for
 * a question that is asked about it.
 */
export function shortenName(name: string): string {
  const letters = lettersThatFit(name);
  return isolateName(letters === null ? name : `${letters.trimEnd()}…`);
}

/** The name's beginning that leaves room for «…»; null where all of it fits. */
function lettersThatFit(name: string): string | null {
  let [width, kept] = [0, ''];
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > MOST) return kept;
    if (width < MOST) kept += segment;
  }
  return null;
}
