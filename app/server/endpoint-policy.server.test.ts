import { describe, expect, test } from 'vitest';
import { type EndpointRule, judgeEndpoint } from './endpoint-policy.server.ts';

const LISTED = ['https://api.porchlight.example', 'https://qa.example:8443/v2', 'http://localhost:4101'];
const production = (mode: EndpointRule['mode']): EndpointRule => ({ mode, isProduction: true, listed: LISTED });
const demonstration: EndpointRule = { mode: 'any', isProduction: false, listed: [] };
const reasonOf = (typed: string, rule: EndpointRule) => {
  const judgement = judgeEndpoint(typed, rule);
  return judgement.kind === 'refused' ? judgement.reason : 'allowed';
};

describe('judgeEndpoint', () => {
  test('allows nothing when off, not even listed endpoints', () => {
    for (const typed of [...LISTED, 'https://other.example', '']) expect(reasonOf(typed, production('off'))).toBe('off');
  });

  test.each([
    ['https://api.porchlight.example', 'https://api.porchlight.example'],
    ['  HTTPS://API.porchlight.example/  ', 'https://api.porchlight.example'],
    ['https://api.porchlight.example:443/v3//', 'https://api.porchlight.example/v3'],
    ['https://qa.example:8443', 'https://qa.example:8443'],
    ['http://localhost:4101/', 'http://localhost:4101'],
  ])('allows the listed endpoint %j', (typed, base) => {
    for (const mode of ['allowlist', 'any'] as const) expect(judgeEndpoint(typed, production(mode))).toEqual({ kind: 'allowed', base });
  });

  // Values close to a listed one: another scheme, port, subdomain, or a lookalike name.
  test.each([
    'http://api.porchlight.example',
    'https://api.porchlight.example:8443',
    'https://qa.example',
    'https://api.porchlight.example.evil.example',
    'https://evil-api.porchlight.example',
    'https://api.porchlight.example.',
    'http://localhost:4102',
    'http://127.0.0.1:4101',
    'https://аpi.porchlight.example',
  ])('does not allow %j, which is not listed', (typed) => {
    expect(reasonOf(typed, production('allowlist'))).toBe('not_listed');
  });

  test.each([
    'https://user@api.porchlight.example',
    'https://user:secret@api.porchlight.example',
    'https://:secret@api.porchlight.example',
    'https://api.porchlight.example@evil.example',
    'https://api.porchlight.example:443@evil.example/',
  ])('refuses credentials in %j', (typed) => {
    for (const rule of [production('allowlist'), production('any'), demonstration]) expect(reasonOf(typed, rule)).toBe('credentials');
  });

  test.each([
    '',
    'api.porchlight.example',
    '//api.porchlight.example',
    'https:/api.porchlight.example',
    'https:\\\\api.porchlight.example',
    'https://',
    'https:///x',
    'https://api.porchlight.example?to=evil',
    'https://api.porchlight.example#x',
    'https://api.porchlight.example\\@evil.example',
    'https://api.porchlight.example/ x',
    'https://api.porchlight.example\n.evil.example',
    'https://a b',
    'https://1.2.3.4.5',
    'https://x:99999',
    'ftp://api.porchlight.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ws://api.porchlight.example',
    `https://api.porchlight.example/${'x'.repeat(200)}`,
  ])('refuses %j as invalid', (typed) => {
    for (const rule of [production('allowlist'), production('any'), demonstration]) expect(reasonOf(typed, rule)).toBe('invalid');
  });

  test.each([
    'http://localhost',
    'http://localhost.',
    'http://LOCALHOST:8080',
    'http://a.localhost',
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://0177.0.0.1',
    'http://0',
    'http://0.0.0.0',
    'http://10.1.2.3',
    'http://100.64.0.1',
    'http://100.127.255.255',
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.169.254./',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.0.1',
    'http://192.0.0.8',
    'http://198.18.0.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://１２７.０.０.１',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://router',
    'http://printer.local',
    'http://metadata.google.internal',
    'http://nas.home.arpa',
    'http://intra.corp',
    'http://10.0.0.1.nip.io',
    'http://app.169.254.169.254.nip.io',
    'http://app-127-0-0-1.sslip.io',
    'http://8.8.8.8.10.0.0.1.nip.io',
    'http://7f000001.nip.io',
    'http://app-0A000001.nip.io',
    'http://a9fea9fe.sslip.io',
    'http://app.c0a80001.sslip.io',
    'http://--1.sslip.io',
    'http://--.nip.io',
    'http://fd00--1.sslip.io',
    'http://app.FE80--1.nip.io',
    'http://app-fd12-3456-789a--1.nip.io',
    'http://fd00-a-b-c-d-e-f-1.sslip.io',
    'http://--ffff-7f00-1.sslip.io',
    // Refused like [2607:f8b0:400a:800::200e], although it is public.
    'http://2607-f8b0-400a-800--200e.sslip.io',
    'http://localtest.me',
    'http://api.lvh.me:8080',
  ])('refuses the internal address %j in production', (typed) => {
    expect(reasonOf(typed, production('any'))).toBe('private');
    expect(reasonOf(typed, production('allowlist'))).toBe('not_listed');
    // The demonstration may call the developer's own machine.
    expect(reasonOf(typed, demonstration)).toBe('allowed');
  });

  test.each([
    'https://other.example',
    'http://8.8.8.8',
    'https://100.63.0.1',
    'https://100.128.0.1',
    'https://172.15.0.1',
    'https://172.32.0.1',
    'https://11.0.0.1',
    'https://223.1.1.1',
    'https://localhost.example',
    'https://v10.0.0.example',
    'https://8.8.8.8.nip.io',
    'https://08080808.nip.io',
    'https://shop--8-8-8-8.sslip.io',
    'https://xn--bcher-kva.8.8.8.8.nip.io',
    'https://fd00--1.example',
    'https://0a1b2c3d.example',
    'https://release-2026-11-22.example',
    'https://notlvh.me',
  ])('allows the external address %j', (typed) => {
    expect(reasonOf(typed, production('any'))).toBe('allowed');
  });
});
