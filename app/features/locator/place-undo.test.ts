import { describe, expect, test } from 'vitest';
import { packPlace, unpackPlace } from './place-undo';

const FAMILY = Array.from({ length: 40 }, (_, index) => `child-${index}`);
const PLACE = {
  lat: -89.999999,
  lon: 180,
  radius: 300,
  address: 'Mill Lane “4”',
  name: 'Grandma',
  icon: 'family' as const,
  isActive: false,
  triggers: ['exit' as const],
  childIds: FAMILY,
  notBy: FAMILY.map((childId, index) => ({ childId, weekdays: [index % 7], time: index === 0 ? '00:00' : '23:59' })),
};

describe('packPlace', () => {
  test('writes 40 children and 40 rows in less than 600 characters, and nothing is lost', () => {
    const text = packPlace(PLACE, FAMILY);
    expect(text.length).toBeLessThan(600);
    expect(unpackPlace(text, FAMILY.toReversed())).toEqual(PLACE);
  });

  test('leaves out children who are not in the family', () => {
    const place = { ...PLACE, childIds: ['gone', 'child-3'], notBy: [{ childId: 'gone', weekdays: [1], time: '08:30' }] };
    expect(unpackPlace(packPlace(place, FAMILY), FAMILY)).toMatchObject({ childIds: ['child-3'], notBy: [] });
  });
});

describe('unpackPlace', () => {
  test('returns null if a child was added or removed after packing', () => {
    const text = packPlace(PLACE, FAMILY);
    expect(unpackPlace(text, FAMILY.slice(1))).toBeNull();
    expect(unpackPlace(text, [...FAMILY, 'a'])).toBeNull();
  });

  test.each(['', '[]', '{"lat":1}', 'null', JSON.stringify([91, 0, 1, '', 'x', 'home', true, true, true, '', '', ''])])(
    'returns null for %s',
    (text) => {
      expect(unpackPlace(text, FAMILY)).toBeNull();
    },
  );
});
