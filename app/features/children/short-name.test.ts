import { describe, expect, test } from 'vitest';
import { isLongName, shortenName } from './short-name.ts';

describe('short name', () => {
  test.each([
    ['Mia', 'Mia'],
    ['Maximiliane-Alexandra S.', 'Maximiliane-Alexandra S.'],
    ['Maximiliane-Alexandra von Schönberg', 'Maximiliane-Alexandra v…'],
    ['Maximiliane-Alexandra von Schönberg (2)', 'Maximiliane-Alexand… (2)'],
    ['Maximiliane-Alexandra   Schönberg', 'Maximiliane-Alexandra…'],
    ['歐陽娜娜歐陽娜娜歐陽娜娜', '歐陽娜娜歐陽娜娜歐陽娜娜'],
    ['歐陽娜娜歐陽娜娜歐陽娜娜歐', '歐陽娜娜歐陽娜娜歐陽娜…'],
    // Cuts between emoji. Each of these emoji consists of seven code points.
    ['👨‍👩‍👧‍👦'.repeat(13), `${'👨‍👩‍👧‍👦'.repeat(11)}…`],
    ['عبد الرحمن عبد الرحمن عبد الرحمن', '\u2068عبد الرحمن عبد الرحمن ع…\u2069'],
  ])('shortens %s to %s', (name, short) => {
    expect(shortenName(name)).toBe(short);
    expect(isLongName(name)).toBe(short.includes('…'));
  });
});
