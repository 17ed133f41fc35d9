const RULES: ReadonlyArray<[RegExp, string]> = [
  [/data:[\w.+-]+\/[^\s'")]+/gi, '<data>'],
  [/[^\s@/:<>"'(),;]+@[^\s@/:<>"'(),;]+\.[^\s@/:<>"'(),;]+/g, '<email>'],
  // Query strings can contain tokens. This also removes a line number that follows a query string in a stack trace.
  [/\?[\w%.-]+=[^\s'")]*/g, '?…'],
  // The value after the name of a secret, even if it is short.
  [/\b(pass(?:word|wd)?|pwd|token|secret|key|code|authorization|cookie)(["']?\s*[:=]\s*["']?)[^\s"',;)]+/gi, '$1$2…'],
  // Everything after these path segments is a secret or ID.
  [/\/(reset|verify|pairing)\/[^\s"')]+/gi, '/$1/…'],
  // IDs, tokens, keys and hashes: at least 20 characters, one of them a digit.
  [/(?<![\w+=-])(?=[\w+=-]*\d)[\w+=-]{20,}/g, '<id>'],
  // Coordinates.
  [/-?\d{1,3}\.\d{4,}/g, '<number>'],
];

/** Returns the text without personal data and secrets: email addresses, IDs, tokens, queries, coordinates, data URLs (7.26.4). */
export function scrub(text: string): string {
  return RULES.reduce((cleaned, [pattern, word]) => cleaned.replace(pattern, word), text);
}
