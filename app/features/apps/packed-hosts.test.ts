import { describe, expect, test } from 'vitest';
import { packHosts, unpackHosts } from './packed-hosts';

const KNOWN = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'];

describe('packed hosts', () => {
  test.each([
    ['the same', KNOWN, '0-4'],
    ['one less', ['a.com', 'c.com', 'd.com', 'e.com'], '0 2-4'],
    ['one more, in its place', ['a.com', 'new.com', 'b.com'], '0 new.com 1'],
    ['in another order', ['e.com', 'd.com'], '4 3'],
    ['nothing', [], ''],
    ['all others', ['1.com', '2-3.com'], '1.com 2-3.com'],
  ])('a list told by another one is the same list again: %s', (_name, hosts, packed) => {
    expect(packHosts(hosts, KNOWN)).toBe(packed);
    expect(unpackHosts(packed, KNOWN)).toEqual(hosts);
  });

  test('places that there are not, and what is no place, are left out', () => {
    expect(unpackHosts('7 x 3-99 -1', KNOWN)).toEqual(['d.com', 'e.com']);
  });
});
