import { describe, expect, test } from 'vitest';
import { drag, toSquare, WHOLE, zoomTo } from './crop';

const WIDE = { width: 400, height: 200 };

describe('crop', () => {
  test.each([
    [WHOLE, { left: 100, top: 0, side: 200 }],
    [
      { zoom: 1, x: -1, y: 0 },
      { left: 0, top: 0, side: 200 },
    ],
    [
      { zoom: 1, x: 1, y: 1 },
      { left: 200, top: 0, side: 200 },
    ],
    [
      { zoom: 2, x: 0, y: 0 },
      { left: 150, top: 50, side: 100 },
    ],
    [
      { zoom: 4, x: 1, y: -1 },
      { left: 350, top: 0, side: 50 },
    ],
  ])('maps the crop %j of a wide photo to the square %j', (crop, square) => {
    expect(toSquare(WIDE, crop)).toEqual(square);
  });

  test('drag moves the photo with the pointer, but not beyond the photo’s edge', () => {
    expect(toSquare(WIDE, drag(WIDE, WHOLE, 0.25, 0))).toEqual({ left: 50, top: 0, side: 200 });
    expect(toSquare(WIDE, drag(WIDE, WHOLE, 1, 0.5))).toEqual({ left: 0, top: 0, side: 200 });
    expect(toSquare(WIDE, drag(WIDE, zoomTo(WHOLE, 2), 0, -0.25))).toEqual({ left: 150, top: 75, side: 100 });
  });

  test.each([
    [0, 1],
    [2.5, 2.5],
    [9, 4],
  ])('zoomTo limits %d to %d', (wanted, zoom) => {
    expect(zoomTo(WHOLE, wanted).zoom).toBe(zoom);
  });
});
