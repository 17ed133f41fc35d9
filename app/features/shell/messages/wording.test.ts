import { describe, expect, test } from 'vitest';
import { sentenceGap, splitAtMark } from './wording';

describe('wording', () => {
  test.each([
    ['en', ' '],
    ['fr', ' '],
    ['zh-cn', ''],
    ['zh-tw', ''],
  ])('sentenceGap returns the separator for %s', (language, gap) => {
    expect(sentenceGap(language)).toBe(gap);
  });

  test.each([
    ['You can <link>check now</link>.', { before: 'You can ', marked: 'check now', after: '.' }],
    ['<said>Blocked</said>', { before: '', marked: 'Blocked', after: '' }],
    ['Nothing is marked.', { before: 'Nothing is marked.', marked: '', after: '' }],
  ])('splitAtMark splits «%s»', (text, parts) => {
    expect(splitAtMark(text)).toEqual(parts);
  });
});
