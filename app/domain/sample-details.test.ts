import { describe, expect, test } from 'vitest';
import vectors from '../keys/sealed-vectors.json' with { type: 'json' };
import { parseSampleDetails } from './sample-details.ts';

const text = Buffer.from(vectors.objects.find(({ kind }) => kind === 'meta')?.content ?? '', 'base64').toString();

describe('parseSampleDetails', () => {
  test('parses the test vector, whose hit is a part of the recognized text', () => {
    const details = parseSampleDetails(text);
    const [hit] = details?.hits ?? [];
    expect(hit).toMatchObject({ category: 'custom', term: '明天' });
    expect(details?.screens[0]?.text.slice(hit?.start, hit?.end)).toBe('明天');
  });

  test('skips hits outside the text, and counts an unknown category as uncategorized', () => {
    const details = JSON.parse(text);
    const [hit] = details.hits;
    const bad = [
      { ...hit, start: -1 },
      { ...hit, end: 9999 },
      { ...hit, end: hit.start },
      { ...hit, screen: 7 },
      { ...hit, end: '16' },
      null,
    ];
    const hits = [...bad, { ...hit, category: 'gambling' }, hit];
    expect(parseSampleDetails(JSON.stringify({ ...details, hits }))).toEqual({
      ...details,
      hits: [{ ...hit, category: 'uncategorized' }, hit],
    });
  });

  test('ignores unknown fields, and returns null for other versions and shapes', () => {
    const details = JSON.parse(text);
    expect(parseSampleDetails(JSON.stringify({ ...details, color: 'red' }))).toEqual(details);
    const bad = ['', 'null', '{', JSON.stringify({ ...details, v: 2 }), JSON.stringify({ ...details, screens: [] })];
    expect(bad.map(parseSampleDetails)).toEqual(bad.map(() => null));
  });
});
