const RULES: ReadonlyArray<[RegExp, string]> = [
  [/data:[\w.+-]+\/[^\s'")]+/gi, '<data>'],
  [/[^\s@/:<>"'(),;]+@[^\s@/:<>"'(),;]+\.[^\s@/:<>"'(),;]+/g, '<email>'],
  // Queries carry tokens; a stack's line numbers behind them are worth less.
  [/\?[\w%.-]+=[^\s'")]*/g, '?…'],
  // What is called a secret is one, however short.
  [/\b(pass(?:word|wd)?|pwd|token|secret|key|code|authorization|cookie)(["']?\s*[:=]\s*["']?)[^\s"',;)]+/gi, '$1$2…'],
  // Behind these words an address carries what opens a door.
  [/\/(reset|verify|pairing)\/[^\s"')]+/gi, '/$1/…'],
  // Ids, tokens, keys and hashes: long, of one piece, with a digit in it.
  [/(?<![\w+=-])(?=[\w+=-]*\d)[\w+=-]{20,}/g, '<id>'],
  // Coordinates.
  [/-?\d{1,3}\.\d{4,}/g, '<number>'],
];

/** A text without what names a person or opens a door: addresses, ids, tokens, queries, coordinates, embedded files (7.26.4). */
export function scrub(text: string): string {
  return RULES.reduce((cleaned, [pattern, word]) => cleaned.replace(pattern, word), text);
}
