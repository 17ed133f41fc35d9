import { describe, expect, test } from 'vitest';
import { packHosts, unpackHosts } from './packed-hosts';

const KNOWN = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'];

describe('packed hosts', () => {
  test.each([
    ['the same list', KNOWN, '0-4'],
    ['one host less', ['a.com', 'c.com', 'd.com', 'e.com'], '0 2-4'],
    ['one host more, inserted', ['a.com', 'new.com', 'b.com'], '0 new.com 1'],
    ['another order', ['e.com', 'd.com'], '4 3'],
    ['an empty list', [], ''],
    ['only new hosts', ['1.com', '2-3.com'], '1.com 2-3.com'],
  ])('unpacks to the packed list: %s', (_name, hosts, packed) => {
    expect(packHosts(hosts, KNOWN)).toBe(packed);
    expect(unpackHosts(packed, KNOWN)).toEqual(hosts);
  });

  test('ignores positions that do not exist and text that is not a position', () => {
    expect(unpackHosts('7 x 3-99 -1', KNOWN)).toEqual(['d.com', 'e.com']);
  });
});
