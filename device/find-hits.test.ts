import { describe, expect, test } from 'vitest';
import { DEFAULT_SAMPLE_CONFIG } from '#app/wire/samples.ts';
import { countHits, findHits } from './find-hits.ts';

const ALL = DEFAULT_SAMPLE_CONFIG.ocr;

/** Returns category and found text of each hit. */
function search(text: string, changes: Partial<typeof ALL> = {}): Array<string> {
  return findHits([text], { ...ALL, ...changes }).map(({ category, start, end }) => `${category}: ${text.slice(start, end)}`);
}

describe('findHits', () => {
  test.each([
    ['a word of a category, in any case', 'I will KILL the boss', ['violence: KILL']],
    ['only whole words', 'skilled shooters, Essex, weeds', []],
    ['at the edges of the text', 'gun', ['violence: gun']],
    ['next to punctuation and emoji', '(gun)…🔫gun🔫', ['violence: gun', 'violence: gun']],
    ['several words over line breaks', 'come on,\nsend   nudes', ['sexual_content: send   nudes', 'sexual_content: nudes']],
    ['nothing in harmless text', 'See you at eight. Bring your homework.', []],
  ])('finds %s', (_name, text, expected) => {
    expect(search(text)).toEqual(expected);
  });

  test.each([
    ['Latin with accents', 'Rendez-vous à l’École', 'école', 'École'],
    ['Cyrillic', 'Встреча в парке', 'ПАРКЕ', 'парке'],
    ['Han without spaces', '我们明天见面吧', '明天', '明天'],
    ['Thai without spaces', 'เจอกันพรุ่งนี้นะ', 'พรุ่งนี้', 'พรุ่งนี้'],
    ['Arabic', 'نلتقي في الحديقة غدا', 'الحديقة', 'الحديقة'],
    ['characters with a meaning in patterns', 'is this c++ (a.b)?', 'c++ (a.b)?', 'c++ (a.b)?'],
    ['emoji', 'ok 🎉🎉 party', '🎉', '🎉'],
  ])('finds own terms in any script: %s', (_name, text, term, found) => {
    expect(search(text, { custom_terms: [term], categories: { ...ALL.categories } })).toContain(`custom: ${found}`);
  });

  test('leaves out hits inside ignored terms, and keeps the same word elsewhere', () => {
    const text = 'headshot in the killer app, then he said: killer';
    expect(search(text, { ignore_terms: ['killer app', 'headshot'] })).toEqual(['violence: killer']);
    expect(search(text, { ignore_terms: ['killer app', 'headshot'], custom_terms: ['killer app'] })).toEqual(['violence: killer']);
  });

  test('searches only categories that are on, and nothing without settings', () => {
    const text = 'a gun and vodka';
    expect(search(text, { categories: { ...ALL.categories, violence: false } })).toEqual(['substance_abuse: vodka']);
    expect(findHits([text], null)).toEqual([]);
  });

  test('names the screen, and counts per category', () => {
    const hits = findHits(['nothing', 'a gun, a knife'], ALL);
    expect(hits).toMatchObject([{ screen: 1 }, { screen: 1 }]);
    expect(countHits(hits)).toEqual({ custom: 0, profanity: 0, sexual_content: 0, substance_abuse: 0, violence: 2, uncategorized: 0 });
  });
});
