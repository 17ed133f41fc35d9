/** Returns the separator between two sentences: a space, or '' in Chinese, where punctuation is full-width. */
export function sentenceSeparator(language: string): '' | ' ' {
  return language.startsWith('zh') ? '' : ' ';
}

/** Splits a text at its only marked part, such as `<link>check now</link>`. Without a mark, `before` is the whole text. */
export function splitAtTag(text: string): { before: string; marked: string; after: string } {
  const [before = '', marked = '', after = ''] = text.split(/<\/?(?:said|link)>/);
  return { before, marked, after };
}
