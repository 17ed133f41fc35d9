import { describe, expect, test } from 'vitest';
import { newPasswordFor, newPasswordSchema } from './new-password';

describe('new password', () => {
  test.each([
    ['frequent passwords', ['password', 'PassWord', '12345678', 'qwertyuiop', 'trustno1']],
    ['the product’s name', ['porchlight', 'Porchlight2026!', 'porch-light1']],
    ['one repeated character', ['aaaaaaaa', 'ÄÄÄÄÄÄÄÄ', '        ', '密密密密密密密密', '👍👍👍👍👍👍👍👍']],
    ['two characters', ['aabbabab', 'abababab', '00100111', 'AaAaAaAb']],
    ['one repeated unit', ['12341234', 'abcabcabc', 'AbcdabcDab', 'x7q!x7q!x7q!', 'passwordpassword', '1234567812345678', 'жукжукжук']],
    ['sequences', ['abcdefgh', 'HGFEDCBA', '23456789', '34567890', '78901234', '21098765', 'абвгдежз', '😀😁😂😃😄😅😆😇']],
  ])('rejects as too common: %s', (_, passwords) => {
    for (const password of passwords) {
      expect(newPasswordSchema.safeParse(password).error?.issues, password).toMatchObject([{ message: 'password_common' }]);
    }
  });

  test.each([
    ['several words', ['long enough', 'long enough 2', 'porchlight over the door', 'password of mine', 'aB3$xxyz']],
    ['almost a pattern', ['abcdefgi', '12341235', 'aaaaaabc', 'acegikmo', 'horsehorsX', 'correct horsecorrect horse']],
    ['Chinese', ['密码密码密码密码', '门廊的灯为你亮着', '我我我你你你他他']],
    ['emoji', ['🐎🔋📎✅🐎🔋📎✅', '👍🏽👍🏽👎🏽👎🏽', '👨‍👩‍👧‍👦👨‍👩‍👧', '🇩🇪🇫🇷🇳🇱🇪🇸']],
    ['other scripts', ['こんばんはこども', '안녕하세요 우리집', 'فانوس الشرفة']],
  ])('accepts: %s', (_, passwords) => {
    for (const password of passwords) expect(newPasswordSchema.parse(password), password).toBe(password.normalize('NFC'));
  });

  test.each(['mia.keller@example.com', ' Mia.Keller@Example.com ', 'mia.keller', 'MIA.Keller'])(
    'rejects «%s», the account’s own address',
    (password) => {
      const schema = newPasswordFor('Mia.Keller@example.com');
      expect(schema.safeParse(password).error?.issues).toMatchObject([{ message: 'password_own_email' }]);
    },
  );

  test('accepts another address, and text that only contains part of the own address', () => {
    const schema = newPasswordFor('mia.keller@example.com');
    for (const password of ['mia.keller2', 'mia.keller@example.org', 'example.com']) expect(schema.parse(password)).toBe(password);
  });

  test.each([
    ['', 'empty_password'],
    ['1234567', 'password_too_short'],
    ['1'.repeat(97), 'password_too_long'],
  ])('reports only the first problem of «%s»: %s', (password, issue) => {
    expect(newPasswordSchema.safeParse(password).error?.issues[0]).toMatchObject({ message: issue });
  });
});
