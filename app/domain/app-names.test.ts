import { describe, expect, test } from 'vitest';
import { disambiguateAppNames } from './app-names.ts';

const app = (bundleId: string, name: string, device = '') => ({ bundleId, name, device });

describe('disambiguateAppNames', () => {
  test.each([
    ['names of their own', [app('a', 'Chess', 'phone'), app('b', 'Racer', 'phone')], ['Chess', 'Racer']],
    ['one name on two devices', [app('a', 'Khan', 'phone'), app('b', 'Khan', 'tablet')], ['Khan (phone)', 'Khan (tablet)']],
    ['one name on one device', [app('a', 'Khan', 'phone'), app('b', 'Khan', 'phone')], ['Khan (a)', 'Khan (b)']],
    ['of three, two on one device', [app('a', 'K', 'x'), app('b', 'K', 'x'), app('c', 'K', 'y')], ['K (a)', 'K (b)', 'K (y)']],
    ['no device named', [app('a', 'Khan'), app('b', 'Khan')], ['Khan (a)', 'Khan (b)']],
  ])('%s', (_case, apps, names) => {
    expect(disambiguateAppNames(apps, ({ device }) => device).map(({ name }) => name)).toEqual(names);
  });
});
