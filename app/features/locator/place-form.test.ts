import { describe, expect, test } from 'vitest';
import { addNotByRow, checkPlace, readPlaceValues, toContent, toNewPlaceValues, toPlaceValues } from './place-form';

const PLACE = {
  id: 'p',
  lat: 51.5,
  lon: -0.1,
  radius: 138,
  address: 'Mill Lane 4',
  name: 'School',
  icon: 'school' as const,
  isActive: true,
  triggers: ['enter' as const],
  childIds: ['mia'],
  notBy: [{ childId: 'mia', weekdays: [1, 2], time: '08:30' }],
  updatedAt: 7,
};
const FAMILY = ['mia', 'ben'];

function typed(fields: Record<string, string | Array<string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  return readPlaceValues(form);
}
const GOOD = { name: ' Gym ', lat: '1.5', lon: '2', radius: '120', unit: 'metric', child: ['mia'] };
const check = (change: Record<string, string | Array<string>>) => checkPlace(typed({ ...GOOD, ...change }), FAMILY);

describe('checkPlace', () => {
  test('accepts a place with its trimmed name and the ticked triggers', () => {
    expect(check({ active: '1', exit: '1' })).toMatchObject({
      draft: { name: 'Gym', lat: 1.5, lon: 2, radius: 120, isActive: true, triggers: ['exit'], childIds: ['mia'] },
    });
  });

  test.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'name'],
    ['no position', { lat: '', lon: '' }, 'address'],
    ['a latitude above 90', { lat: '90.1' }, 'lat'],
    ['a latitude that is no number', { lat: 'abc' }, 'lat'],
    ['a longitude that is no number', { lon: '1e2' }, 'lon'],
    ['a latitude without a longitude', { lon: '' }, 'lon'],
    ['a longitude without a latitude', { lat: '' }, 'lat'],
    ['a radius of 0', { radius: '0' }, 'radius'],
    ['a radius that is no number', { radius: 'wide' }, 'radius'],
    ['no child', { child: [] }, 'child'],
    ['only a foreign child', { child: ['eve'] }, 'child'],
    ['a row without a time', { 'nb-1-child': 'mia', 'nb-1-day': '1', 'nb-1-time': '' }, 'nb-1-time'],
    ['a row without days', { 'nb-1-child': 'mia', 'nb-1-time': '08:00' }, 'nb-1-day'],
  ])('refuses %s', (_name, change, field) => {
    expect(Object.keys((check(change) as { faults: object }).faults)).toEqual([field]);
  });

  test('names what is wrong with each coordinate', () => {
    const faults = { lat: 'places.error_latitude', lon: 'places.error_longitude' };
    expect(check({ lat: '-91', lon: '181' })).toEqual({ faults });
  });

  test('accepts a decimal comma in coordinates, and keeps other text as typed', () => {
    expect(check({ lat: '53,09', lon: '-12,63' })).toMatchObject({ draft: { lat: 53.09, lon: -12.63 } });
    expect(typed({ ...GOOD, lat: '53,09,1', lon: 'a,b' })).toMatchObject({ lat: '53,09,1', lon: 'a,b' });
  });

  test.each([
    ['500 m', { radius: '500' }, 300],
    ['984 ft', { radius: '984', unit: 'imperial' }, 300],
    ['450 ft', { radius: '450', unit: 'imperial' }, 137],
    ['99,6 m', { radius: '99,6' }, 100],
    ['an unchanged radius in feet', { radius: '450', radius_shown: '450', meters: '138', unit: 'imperial' }, 138],
  ])('stores %s as whole meters, at most 300', (_name, change, radius) => {
    expect(check(change)).toMatchObject({ draft: { radius } });
  });
});

describe('form values', () => {
  test('a stored place keeps its content when its form is saved unchanged', () => {
    const values = toPlaceValues(PLACE, 'imperial');
    const found = checkPlace(values, FAMILY);
    expect('draft' in found && toContent(found.draft)).toBe(toContent(PLACE));
    expect(values.opened).toBe(toContent(PLACE));
  });

  test('a chosen search result replaces the position and the address', () => {
    expect(typed({ ...GOOD, address: 'mill', address_shown: 'mill', found: '3.25,-4,Mill Lane 4, Alderbridge' })).toMatchObject({
      lat: '3.25',
      lon: '-4',
      address: 'Mill Lane 4, Alderbridge',
    });
  });

  test('a new place takes only a position of two numbers from the address', () => {
    const known = toNewPlaceValues({ lat: '1.5', lon: '2' }, [], 'metric');
    const unknown = toNewPlaceValues({ lat: '1.5', lon: 'x' }, [], 'metric');
    expect([known.lat, known.lon, unknown.lat, unknown.lon]).toEqual(['1.5', '2', '', '']);
  });

  test('gives a new row its own key', () => {
    const rows = addNotByRow([{ key: '4', childId: 'mia', weekdays: [], time: '' }], 'ben');
    expect(rows.map(({ key, childId }) => [key, childId])).toEqual([
      ['4', 'mia'],
      ['5', 'ben'],
    ]);
  });
});
