import { describe, expect, test } from 'vitest';
import { clipLine, clipRing, type FlatPoint } from './clip.ts';

const BOX = { left: 0, top: 0, right: 10, bottom: 10 };

describe('clipLine', () => {
  test.each<[string, Array<FlatPoint>, Array<Array<FlatPoint>>]>([
    [
      'keeps a line inside',
      [
        [1, 1],
        [9, 9],
      ],
      [
        [
          [1, 1],
          [9, 9],
        ],
      ],
    ],
    [
      'cuts both ends',
      [
        [-5, 5],
        [15, 5],
      ],
      [
        [
          [0, 5],
          [10, 5],
        ],
      ],
    ],
    [
      'returns two pieces of a line that leaves the box and enters it again',
      [
        [5, 5],
        [15, 5],
        [15, 8],
        [5, 8],
      ],
      [
        [
          [5, 5],
          [10, 5],
        ],
        [
          [10, 8],
          [5, 8],
        ],
      ],
    ],
    [
      'returns no piece of a line beside the box',
      [
        [11, 0],
        [11, 10],
      ],
      [],
    ],
    [
      'returns no piece of a line past a corner',
      [
        [-5, 4],
        [4, -5],
      ],
      [],
    ],
  ])('%s', (_what, line, pieces) => {
    expect(clipLine(line, BOX)).toEqual(pieces);
  });
});

describe('clipRing', () => {
  test('cuts a ring along the edges of the box', () => {
    const ring: Array<FlatPoint> = [
      [5, 5],
      [15, 5],
      [15, 15],
      [5, 15],
    ];
    expect(new Set(clipRing(ring, BOX).map(String))).toEqual(new Set(['5,5', '10,5', '10,10', '5,10']));
  });

  test('fills the box inside a larger ring', () => {
    const ring: Array<FlatPoint> = [
      [-5, -5],
      [15, -5],
      [15, 15],
      [-5, 15],
    ];
    expect(new Set(clipRing(ring, BOX).map(String))).toEqual(new Set(['0,0', '10,0', '10,10', '0,10']));
  });

  test('returns no points of a ring beside the box', () => {
    expect(
      clipRing(
        [
          [11, 11],
          [12, 11],
          [12, 12],
        ],
        BOX,
      ),
    ).toEqual([]);
  });
});
