import { expect, test } from 'vitest';
import { toSource } from './scrypt-source.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['account:4711', 'account:4711'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('toSource turns %s into %s', (name, source) => {
  expect(toSource(name)).toBe(source);
});
