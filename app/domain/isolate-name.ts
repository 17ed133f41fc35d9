// Hebrew, Arabic and other right-to-left scripts.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns the name; a name with right-to-left letters is wrapped in bidi isolates. Without isolates, it would reorder the punctuation and
 * numbers around it.
 */
export function isolateName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
