import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

function call(cf: object | undefined, headers: Record<string, string>): Request {
  return Object.defineProperty(new Request('https://porchlight.example/', { headers }), 'cf', { value: cf });
}

const PROXY = '10.0.0.1';

describe('clientAddress', () => {
  test.each<[string, object | undefined, Record<string, string>, string | undefined, string]>([
    ['CF-Connecting-IP from Cloudflare', { country: 'DE' }, { 'CF-Connecting-IP': '203.0.113.7' }, undefined, '203.0.113.7'],
    ['no source', undefined, {}, undefined, 'unknown'],
    ['the peer of our own socket', { clientIp: '203.0.113.7:4711' }, {}, undefined, '203.0.113.7'],
    ['an IPv6 peer', { clientIp: '[2001:db8::1]:4711' }, {}, undefined, '2001:db8::1'],
    ['an IPv4 peer of a dual-stack socket', { clientIp: '[::ffff:203.0.113.7]:4711' }, {}, undefined, '203.0.113.7'],
    [
      'the peer, although the client claims another address',
      { clientIp: '203.0.113.7:1' },
      { 'CF-Connecting-IP': '6.6.6.6', 'X-Forwarded-For': '6.6.6.6' },
      undefined,
      '203.0.113.7',
    ],
    [
      'the peer, although another client claims to be the proxy',
      { clientIp: '203.0.113.7:1' },
      { 'X-Forwarded-For': '6.6.6.6' },
      PROXY,
      '203.0.113.7',
    ],
    ['X-Forwarded-For from the proxy', { clientIp: `${PROXY}:1` }, { 'X-Forwarded-For': '6.6.6.6, 203.0.113.7' }, PROXY, '203.0.113.7'],
    ['the proxy, if it sends no X-Forwarded-For', { clientIp: `${PROXY}:1` }, {}, PROXY, PROXY],
  ])('returns the caller’s address: %s', (_, cf, headers, proxy, expected) => {
    expect(clientAddress(call(cf, headers), proxy)).toBe(expected);
  });
});
