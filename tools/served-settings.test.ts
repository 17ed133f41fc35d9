import { describe, expect, test } from 'vitest';
import { makeSecrets } from './secrets.ts';
import { requireSettings } from './served-settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const settings = (change: Record<string, string> = {}) => ({
  ...makeSecrets(),
  PUBLIC_URL: 'https://porchlight.example',
  API_URL: 'https://api.porchlight.example',
  MAIL_FROM: 'Porchlight <a@porchlight.example>',
  SMTP_URL: 'smtps://mail.example',
  ...change,
});

describe('requireSettings', () => {
  test('gives each Worker only its own secrets', () => {
    const all = settings();
    const { web, api } = requireSettings(all);
    expect(web).toEqual({ SESSION_KEYS: all.SESSION_KEYS, PUBLIC_URL: all.PUBLIC_URL, API_URL: all.API_URL });
    expect(api.SEAL_KEYS).toBe(all.SEAL_KEYS);
    expect(api).not.toHaveProperty('SESSION_KEYS');
  });

  test.each([
    ['SESSION_KEYS', 'garbage'],
    ['SESSION_KEYS', 'k1:YWJj'],
    ['SESSION_KEYS', `k1:${KEY},`],
    ['SEAL_KEYS', KEY],
    ['SEAL_KEYS', `:${KEY}`],
    ['SEAL_KEYS', `k.1:${KEY}`],
    ['DIRECTORY_KEY', 'YWJj'],
    ['DIRECTORY_KEY', `${KEY} ${KEY}`],
    ['PASSWORD_PEPPER', 'correct horse battery staple, and some more words'],
  ])('refuses an invalid secret by name, without showing it: %s', (name, text) => {
    const sentence = (() => {
      try {
        requireSettings(settings({ [name]: text }));
        return 'started';
      } catch (error) {
        return String(error);
      }
    })();
    expect(sentence).toContain(`${name} must`);
    expect(sentence).not.toContain(text);
  });

  test('accepts several keys in a ring with spaces after the commas', () => {
    expect(requireSettings(settings({ SEAL_KEYS: `k2:${KEY}, k1:${KEY}` })).api.SEAL_KEYS).toBe(`k2:${KEY}, k1:${KEY}`);
  });

  test.each(['localhost', '10.0.0.0/8', '10.0.0.1, 10.0.0.2', '10.0.0.1:80', 'proxy.example'])(
    'refuses a proxy that is not one IP address: %s',
    (text) => {
      expect(() => requireSettings(settings({ TRUSTED_PROXY: text }))).toThrow(
        `TRUSTED_PROXY must be one IP address such as 127.0.0.1; got “${text}”.`,
      );
    },
  );

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
  ])("normalizes the proxy's address to the form that sockets report: %s", (text, peer) => {
    const { web, api } = requireSettings(settings({ TRUSTED_PROXY: text }));
    expect([web.TRUSTED_PROXY, api.TRUSTED_PROXY]).toEqual([peer, peer]);
  });

  test.each(['nobody', 'Porchlight', 'Porchlight <a b@c.example>', 'Porchlight <>'])('refuses a sender without an address: %s', (text) => {
    expect(() => requireSettings(settings({ MAIL_FROM: text }))).toThrow('MAIL_FROM must be an address');
  });
});
