// Hebrew, Arabic and the other scripts that run from right to left.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name inside a sentence: one that runs from right to left is set apart, so that it does not turn the signs and numbers beside it round. */
export function isolateName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
