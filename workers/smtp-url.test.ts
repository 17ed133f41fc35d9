import { describe, expect, test } from 'vitest';
import { parseSmtpUrl } from './smtp-url.ts';

describe('parseSmtpUrl', () => {
  test.each([
    ['smtp://mail.example', 'mail.example', 587, 'required'],
    ['smtp://mail.example:25', 'mail.example', 25, 'required'],
    ['smtp://mail.example:465', 'mail.example', 465, 'implicit'],
    ['smtps://mail.example', 'mail.example', 465, 'implicit'],
    ['smtps://mail.example:2465', 'mail.example', 2465, 'implicit'],
    ['smtp+insecure://mail.example', 'mail.example', 587, 'offered'],
    ['smtp+insecure://mail.example:465', 'mail.example', 465, 'implicit'],
    ['smtp://localhost:1025', 'localhost', 1025, 'offered'],
    ['smtp://LOCALHOST', 'LOCALHOST', 587, 'offered'],
    ['smtp://127.0.0.1', '127.0.0.1', 587, 'offered'],
    ['smtp://127.1.2.3', '127.1.2.3', 587, 'offered'],
    ['smtp://[::1]:25', '::1', 25, 'offered'],
    ['smtps://localhost', 'localhost', 465, 'implicit'],
    // These hosts look like this machine but are not accepted as loopback.
    ['smtp://127.0.0.1.mail.example', '127.0.0.1.mail.example', 587, 'required'],
    ['smtp://localhost.mail.example', 'localhost.mail.example', 587, 'required'],
    ['smtp://localhost@mail.example', 'mail.example', 587, 'required'],
    ['smtp://0.0.0.0', '0.0.0.0', 587, 'required'],
    ['smtp://[::ffff:127.0.0.1]', '::ffff:7f00:1', 587, 'required'],
  ])('parses %s as host %s, port %d, TLS %s', (url, host, port, tls) => {
    expect(parseSmtpUrl(url)).toMatchObject({ host, port, tls });
  });

  test('decodes escapes in user and password', () => {
    expect(parseSmtpUrl('smtps://me%40mail.example:a%3Ab%20%26%25@mail.example').user).toEqual({
      name: 'me@mail.example',
      password: 'a:b &%',
    });
    expect(parseSmtpUrl('smtps://mail.example').user).toBeNull();
  });

  test.each([
    ['mail.example:587', 'must be smtps://'],
    ['https://mail.example', 'must be smtps://'],
    ['smtp+tls://mail.example', 'must be smtps://'],
    ['smtp:mail.example', 'must be smtps://'],
    ['smtp://mail.example:99999', 'must be smtps://'],
    ['smtp://', 'names no host'],
    ['smtp://mail.example?secure=false', 'ends after the port'],
    ['smtp://mail.example/#tls', 'ends after the port'],
    ['smtp://:secret@mail.example', 'no user'],
    ['smtp://me:100%@mail.example', 'no escape'],
  ])('rejects %s with an error that omits the password', (url, sentence) => {
    expect(() => parseSmtpUrl(url)).toThrow(sentence);
    expect(() => parseSmtpUrl(url)).not.toThrow('secret');
  });
});
