import { describe, expect, test } from 'vitest';
import { toHost, toHostList } from './host';

describe('host', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  Example.COM. ', 'example.com'],
    ['https://www.example.com/path?q=1#top', 'www.example.com'],
    ['HTTP://user:secret@example.com:8080', 'example.com'],
    ['//example.com', 'example.com'],
    ['example.com/path', 'example.com'],
    ['example.com:443', 'example.com'],
    ['example.com:', 'example.com'],
    ['*.example.com', 'example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MU\u0308NCHEN.de', 'xn--mnchen-3ya.de'],
    ['https://例子.中国/路', 'xn--fsqu00a.xn--fiqs8s'],
    ['例子。中国', 'xn--fsqu00a.xn--fiqs8s'],
    ['ＥＸＡＭＰＬＥ．com', 'example.com'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['exa\u00admple.com', 'example.com'],
    ['1and1.com', '1and1.com'],
    ['a-b.example.co.uk', 'a-b.example.co.uk'],
    ['straße.de', 'xn--strae-oqa.de'],
  ])('parses %s as the host %s', (text, host) => {
    expect(toHost(text)).toBe(host);
    expect(toHost(host)).toBe(host);
  });

  test.each([
    '',
    'example',
    'localhost',
    '192.0.2.1',
    'http://192.0.2.1/',
    '0x7f.1',
    '1.0x',
    '[2001:db8::1]',
    'http://[::1]:80/',
    '2001:db8::1',
    'a b.com',
    'exa_mple.com',
    '-a.com',
    'a-.com',
    'a..com',
    '.com',
    'somebody@example.com',
    'mailto:somebody@example.com',
    'javascript:alert(1)',
    'example.com:port',
    `${'a'.repeat(64)}.com`,
    `${'ü'.repeat(63)}.com`,
    `${'a.'.repeat(130)}com`,
    `${'a'.repeat(3000)}.com`,
    '\u0301a.com',
    'ex\u202eample.com',
  ])('rejects %s as a host', (text) => {
    expect(toHost(text)).toBe(null);
  });

  // Compares with the platform's URL parser: several scripts, long names, and names that need Punycode bias adaptation.
  test.each([
    'bücher.example',
    'ελληνικά.gr',
    'почта.рф',
    'परीक्षा.example',
    '日本語ドメイン名.jp',
    'aü日b.example',
    '𐐷a.example',
    `${'ж'.repeat(30)}.example`,
  ])('encodes %s like the platform', (name) => {
    expect(toHost(name)).toBe(new URL(`http://${name}`).hostname);
  });

  test('keeps each host once and returns the positions of invalid lines', () => {
    expect(toHostList(['b.com', '', ' https://B.com/x ', 'a.com'])).toEqual({ hosts: ['b.com', 'a.com'] });
    expect(toHostList(['a.com', 'no', 'b.com', '1.2.3.4'])).toEqual({ wrong: [1, 3] });
    expect(toHostList(Array(100).fill('no'))).toEqual({ wrong: Array.from({ length: 20 }, (_, index) => index) });
  });

  test('accepts 200 hosts, rejects 201, and does not count duplicates', () => {
    const hosts = Array.from({ length: 200 }, (_, index) => `h${index}.com`);
    expect(toHostList([...hosts, ...hosts])).toEqual({ hosts });
    expect(toHostList([...hosts, 'one-more.com'])).toEqual({ tooMany: true });
  });
});
