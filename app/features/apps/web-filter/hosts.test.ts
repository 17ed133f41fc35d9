import { describe, expect, test } from 'vitest';
import { toHost } from '#app/domain/host';
import { checkHosts, parseHosts, toReadableHost } from './hosts';

describe('hosts', () => {
  test.each(['müller.de', '例え.jp', 'bücher.example.com', 'россия.рф', 'ελλάδα.gr', '中国.中国', '𐐷a.example'])(
    'toReadableHost decodes %s to the typed text',
    (host) => {
      expect(toReadableHost(toHost(host) ?? '')).toBe(host);
    },
  );

  test('leaves a host unchanged if it only looks encoded', () => {
    expect(['xn--.de', 'xn--99999999999.de', 'plain.de'].map(toReadableHost)).toEqual(['xn--.de', 'xn--99999999999.de', 'plain.de']);
  });

  test('splits at line breaks and commas and removes duplicates', () => {
    expect(parseHosts('a.com\r\n\n https://A.com/x , b.com;c d\n')).toEqual({
      hosts: ['a.com', 'b.com'],
      wrong: ['c d'],
      isTooBig: false,
    });
  });

  test('accepts 200 hosts and names the lines that are not hosts', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `https://site${index}.example.com/`).join('\n');
    const nothing = parseHosts('');
    expect(checkHosts(parseHosts(lines(200)), nothing)).toEqual({ allow: null, deny: null });
    expect(checkHosts(parseHosts(lines(2000)), nothing).allow).toEqual({ key: 'too_long', params: { count: 2000, max: 200 } });
    expect(checkHosts(nothing, parseHosts('tiktok\nok.com')).deny).toEqual({ key: 'no_host', params: { count: 1, lines: 'tiktok' } });
  });

  test('names a host that is in both lists in its readable form', () => {
    const fault = checkHosts(parseHosts('müller.de\na.com'), parseHosts('https://MÜLLER.de/')).deny;
    expect(fault).toEqual({ key: 'in_both', params: { count: 1, lines: 'müller.de' } });
  });

  test.each([
    ['ten thousand lines', 'site.example.com\n'.repeat(10_000)],
    ['four megabytes in one line', 'ж'.repeat(4 * 1024 * 1024)],
    ['199,999 one-letter entries', 'a,'.repeat(199_999)],
  ])('rejects %s without parsing any entry', (_what, text) => {
    const nothing = parseHosts('');
    expect(checkHosts(nothing, parseHosts(text))).toEqual({ allow: null, deny: { key: 'too_big', params: { max: 200 } } });
  });
});
