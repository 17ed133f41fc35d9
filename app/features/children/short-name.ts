import { isolateName } from '~/domain/isolate-name';

/** As many letters of a name as stand on a button or in a line beside other words. */
const MOST = 24;

// What is as wide as two letters: Chinese, Japanese and Korean, full-width signs, pictures.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

// What tells children of one name apart (`tellApart`), and is never cut off.
const NUMBER = / \(\d+\)$/;

/** Is this name too long for a line of its own? */
export function isLongName(name: string): boolean {
  return lettersThatFit(name) !== null;
}

/**
 * A name where it only reminds of what stands there whole: at most 24 letters, the last of them «…», or «… (2)» where a number tells
 * children apart; set apart like `isolateName`. Never for a question that is asked about it.
 */
export function shortenName(name: string): string {
  if (!isLongName(name)) return isolateName(name);
  const [number = ''] = NUMBER.exec(name) ?? [];
  const letters = lettersThatFit(name, MOST - number.length) ?? name;
  return isolateName(`${letters.trimEnd()}…${number}`);
}

/** The name's beginning that leaves room for «…»; null where all of it fits. */
function lettersThatFit(name: string, most = MOST): string | null {
  // Most names: nothing is wider than two letters.
  if (name.length * 2 <= most) return null;
  let [width, kept] = [0, ''];
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > most) return kept;
    if (width < most) kept += segment;
  }
  return null;
}
