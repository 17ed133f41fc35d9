import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCountedNetworks, toLoggedPrefix } from './network.ts';

const ONE = { narrow: '2001:db8:0:1::/64', wide: '2001:db8:0::/48' };
const MAPPED = { narrow: '203.0.113.7', wide: null };
const NONE = { narrow: 'unknown', wide: null };

describe('networks of an address', () => {
  test.each([
    ['IPv4', '203.0.113.7', MAPPED],
    ['IPv4 with a port', '203.0.113.7:4711', MAPPED],
    ['IPv4 with spaces around it', ' 203.0.113.7 ', MAPPED],
    ['IPv4-mapped with dots', '::ffff:203.0.113.7', MAPPED],
    ['IPv4-mapped in hex', '::ffff:cb00:7107', MAPPED],
    ['IPv4-mapped, uncompressed in upper case', '0:0:0:0:0:FFFF:CB00:7107', MAPPED],
    ['IPv4-mapped in brackets', '[::ffff:203.0.113.7]:4711', MAPPED],
    ['IPv6 compressed', '2001:db8:0:1::7', ONE],
    ['IPv6 uncompressed', '2001:0db8:0000:0001:0000:0000:0000:0007', ONE],
    ['IPv6 in upper case', '2001:DB8:0:1::ABCD', ONE],
    ['IPv6 with a dotted end', '2001:db8:0:1::203.0.113.7', ONE],
    ['IPv6 with a zone id', '2001:db8:0:1::7%eth0', ONE],
    ['IPv6 in brackets', '[2001:db8:0:1::7]', ONE],
    ['IPv6 in brackets with zone id and port', '[2001:db8:0:1::7%25eth0]:443', ONE],
    ['loopback', '::1', { narrow: '0:0:0:0::/64', wide: '0:0:0::/48' }],
    ['an empty text', '', NONE],
    ['unknown', 'unknown', NONE],
    ['a host name', 'example.com', NONE],
    ['IPv4 out of range', '203.0.113.256', NONE],
    ['IPv4 with a leading zero, which may be octal', '203.0.113.07', NONE],
    ['IPv4 with three parts', '203.0.113', NONE],
    ['IPv4 with a trailing dot', '203.0.113.7.', NONE],
    ['IPv4 with a zone id', '203.0.113.7%eth0', NONE],
    ['IPv6 with nine groups', '1:2:3:4:5:6:7:8:9', NONE],
    ['IPv6 compressed twice', '2001::1::2', NONE],
    ['IPv6 with a prefix length', '2001:db8::/32', NONE],
    ['an address followed by a host name', '::1]@example.com', NONE],
    ['a long text', `2001:db8:0:1::7%${'a'.repeat(200)}`, NONE],
  ])('returns the networks of an address: %s', (_, address, expected) => {
    expect(toCountedNetworks(address)).toEqual(expected);
  });

  const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 });

  /** Formats of the same groups: padded, upper case, compressed zeros, a dotted end, a zone id or brackets. */
  const spelling = fc.record({
    padded: fc.boolean(),
    upper: fc.boolean(),
    compressAt: fc.nat(7),
    compressed: fc.nat(8),
    dotted: fc.boolean(),
    zone: fc.boolean(),
    brackets: fc.boolean(),
  });

  function spell(address: ReadonlyArray<number>, how: typeof spelling extends fc.Arbitrary<infer How> ? How : never): string {
    const parts = address.map((group) => group.toString(16).padStart(how.padded ? 4 : 1, '0'));
    let zeros = 0;
    while (zeros < how.compressed && address[how.compressAt + zeros] === 0) zeros++;
    if (how.dotted && how.compressAt + zeros <= 6) {
      const [high = 0, low = 0] = address.slice(6);
      parts.splice(6, 2, [high >> 8, high & 255, low >> 8, low & 255].join('.'));
    }
    const text =
      zeros === 0 ? parts.join(':') : `${parts.slice(0, how.compressAt).join(':')}::${parts.slice(how.compressAt + zeros).join(':')}`;
    const cased = `${how.upper ? text.toUpperCase() : text}${how.zone ? '%en0' : ''}`;
    return how.brackets ? `[${cased}]` : cased;
  }

  function isMapped(address: ReadonlyArray<number>): boolean {
    return address[5] === 0xffff && address.slice(0, 5).every((group) => group === 0);
  }

  test('returns the first 64 and 48 bits for every spelling of an IPv6 address', () => {
    fc.assert(
      fc.property(groups, spelling, (address, how) => {
        fc.pre(!isMapped(address));
        const first = (count: number) =>
          address
            .slice(0, count)
            .map((group) => group.toString(16))
            .join(':');
        expect(toCountedNetworks(spell(address, how))).toEqual({ narrow: `${first(4)}::/64`, wide: `${first(3)}::/48` });
      }),
      { numRuns: 2000 },
    );
  });

  test('returns the IPv4 address for every spelling of an IPv4-mapped one', () => {
    fc.assert(
      fc.property(fc.ipV4(), spelling, (address, how) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const mapped = [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d];
        expect(toCountedNetworks(spell(mapped, how))).toEqual({ narrow: address, wide: null });
      }),
    );
  });

  test('returns the same narrow network if and only if the first 64 bits are equal', () => {
    fc.assert(
      fc.property(groups, fc.nat(7), fc.integer({ min: 1, max: 0xffff }), (address, at, change) => {
        const other = address.map((group, index) => (index === at ? group ^ change : group));
        fc.pre(!isMapped(address) && !isMapped(other));
        const one = toCountedNetworks(address.map((group) => group.toString(16)).join(':'));
        const two = toCountedNetworks(other.map((group) => group.toString(16)).join(':'));
        expect([one.narrow === two.narrow, one.wide === two.wide]).toEqual([at >= 4, at >= 3]);
      }),
    );
  });

  test('accepts any text, and returns a known network only for an address', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789abcdefx:.[]%/ ') }));
    fc.assert(
      fc.property(text, (address) => {
        const host = address.trim();
        const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(host)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(host)?.[1] ?? host;
        const isAddress = isIPv4(bare) || isIPv6(bare.replace(/(?<=.)%.+$/, ''));
        expect(toCountedNetworks(address).narrow !== 'unknown').toBe(isAddress);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
    ['someone@example.com', 'unknown'],
  ])('shortens %s to %s for the log', (address, expected) => {
    expect(toLoggedPrefix(address)).toBe(expected);
  });
});
