/** What stands between two sentences: a space; nothing in Chinese, whose full-width signs bring their own room. */
export function sentenceGap(language: string): '' | ' ' {
  return language.startsWith('zh') ? '' : ' ';
}

/** Cuts a text at its one marked part, «You can <link>check now</link>.»: what stands before the part, the part, and what comes after. */
export function splitAtMark(text: string): { before: string; marked: string; after: string } {
  const [before = '', marked = '', after = ''] = text.split(/<\/?(?:said|link)>/);
  return { before, marked, after };
}
