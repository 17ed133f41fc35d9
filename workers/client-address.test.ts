import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

function call(cf: object | undefined, headers: Record<string, string>): Request {
  return Object.defineProperty(new Request('https://porchlight.example/', { headers }), 'cf', { value: cf });
}

const PROXY = '10.0.0.1';

describe('clientAddress', () => {
  test.each<[string, object | undefined, Record<string, string>, string | undefined, string]>([
    ['Cloudflare says it', { country: 'DE' }, { 'CF-Connecting-IP': '203.0.113.7' }, undefined, '203.0.113.7'],
    ['nobody says it', undefined, {}, undefined, 'unknown'],
    ['our own socket knows it', { clientIp: '203.0.113.7:4711' }, {}, undefined, '203.0.113.7'],
    ['IPv6', { clientIp: '[2001:db8::1]:4711' }, {}, undefined, '2001:db8::1'],
    ['IPv4 on a dual-stack socket', { clientIp: '[::ffff:203.0.113.7]:4711' }, {}, undefined, '203.0.113.7'],
    [
      'a client that claims another',
      { clientIp: '203.0.113.7:1' },
      { 'CF-Connecting-IP': '6.6.6.6', 'X-Forwarded-For': '6.6.6.6' },
      undefined,
      '203.0.113.7',
    ],
    ['a stranger that plays the proxy', { clientIp: '203.0.113.7:1' }, { 'X-Forwarded-For': '6.6.6.6' }, PROXY, '203.0.113.7'],
    ['the proxy', { clientIp: `${PROXY}:1` }, { 'X-Forwarded-For': '6.6.6.6, 203.0.113.7' }, PROXY, '203.0.113.7'],
    ['the proxy that says nothing', { clientIp: `${PROXY}:1` }, {}, PROXY, PROXY],
  ])('the address of a caller: %s', (_, cf, headers, proxy, expected) => {
    expect(clientAddress(call(cf, headers), proxy)).toBe(expected);
  });
});
