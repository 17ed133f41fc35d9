import { describe, expect, test } from 'vitest';
import { disambiguateAppNames } from './app-names.ts';

const app = (bundleId: string, name: string, device = '') => ({ bundleId, name, device });

describe('disambiguateAppNames', () => {
  test.each([
    ['keeps unique names', [app('a', 'Chess', 'phone'), app('b', 'Racer', 'phone')], ['Chess', 'Racer']],
    [
      'adds the device to a name used on two devices',
      [app('a', 'Khan', 'phone'), app('b', 'Khan', 'tablet')],
      ['Khan (phone)', 'Khan (tablet)'],
    ],
    [
      'adds the bundle ID to a name used twice on one device',
      [app('a', 'Khan', 'phone'), app('b', 'Khan', 'phone')],
      ['Khan (a)', 'Khan (b)'],
    ],
    [
      'adds the bundle ID only to apps that the device name does not distinguish',
      [app('a', 'K', 'x'), app('b', 'K', 'x'), app('c', 'K', 'y')],
      ['K (a)', 'K (b)', 'K (y)'],
    ],
    ['adds the bundle ID if the device is unnamed', [app('a', 'Khan'), app('b', 'Khan')], ['Khan (a)', 'Khan (b)']],
  ])('%s', (_case, apps, names) => {
    expect(disambiguateAppNames(apps, ({ device }) => device).map(({ name }) => name)).toEqual(names);
  });
});
