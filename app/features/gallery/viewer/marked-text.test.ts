import { expect, test } from 'vitest';
import { splitAtHits } from './marked-text';

test.each([
  ['nothing', '', [], [[]]],
  ['no hit', 'one\ntwo', [], [[{ text: 'one', isHit: false }], [{ text: 'two', isHit: false }]]],
  [
    'a hit in a line',
    'beat him up',
    [{ start: 5, end: 8 }],
    [
      [
        { text: 'beat ', isHit: false },
        { text: 'him', isHit: true },
        { text: ' up', isHit: false },
      ],
    ],
  ],
  [
    'overlapping hits',
    'abcdef',
    [
      { start: 1, end: 3 },
      { start: 2, end: 5 },
    ],
    [
      [
        { text: 'a', isHit: false },
        { text: 'bcde', isHit: true },
        { text: 'f', isHit: false },
      ],
    ],
  ],
  [
    'a hit across lines',
    'ab\ncd',
    [{ start: 1, end: 4 }],
    [
      [
        { text: 'a', isHit: false },
        { text: 'b', isHit: true },
      ],
      [
        { text: 'c', isHit: true },
        { text: 'd', isHit: false },
      ],
    ],
  ],
  [
    'UTF-16 units',
    '🙂明天',
    [{ start: 2, end: 4 }],
    [
      [
        { text: '🙂', isHit: false },
        { text: '明天', isHit: true },
      ],
    ],
  ],
  [
    'a hit outside the text',
    'ab',
    [
      { start: 1, end: 99 },
      { start: 50, end: 60 },
    ],
    [
      [
        { text: 'a', isHit: false },
        { text: 'b', isHit: true },
      ],
    ],
  ],
])('splitAtHits: %s', (_name, text, hits, expected) => {
  expect(splitAtHits(text, hits)).toEqual(expected);
});
