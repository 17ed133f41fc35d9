import { describe, expect, test } from 'vitest';
import { sentenceSeparator, splitAtTag } from './wording';

describe('wording', () => {
  test.each([
    ['en', ' '],
    ['fr', ' '],
    ['zh-cn', ''],
    ['zh-tw', ''],
  ])('sentenceSeparator returns the separator for %s', (language, gap) => {
    expect(sentenceSeparator(language)).toBe(gap);
  });

  test.each([
    ['You can <link>check now</link>.', { before: 'You can ', marked: 'check now', after: '.' }],
    ['<said>Blocked</said>', { before: '', marked: 'Blocked', after: '' }],
    ['Nothing is marked.', { before: 'Nothing is marked.', marked: '', after: '' }],
  ])('splitAtTag splits «%s»', (text, parts) => {
    expect(splitAtTag(text)).toEqual(parts);
  });
});
