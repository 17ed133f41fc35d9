import { expect, test } from 'vitest';
import { newPasswordSchema } from './new-password';

test.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'trustno1', 'porchlight', 'Porchlight2026!', 'porch-light1'])(
  '«%s» is guessed first',
  (password) => {
    expect(newPasswordSchema.safeParse(password).error?.issues).toMatchObject([{ message: 'password_common' }]);
  },
);

test.each(['long enough', 'porchlight over the door', '密码密码密码密码', 'password of mine', 'aB3$xxyz'])('«%s» is not', (password) => {
  expect(newPasswordSchema.parse(password)).toBe(password);
});

test.each([
  ['', 'empty_password'],
  ['1234567', 'password_too_short'],
  ['1'.repeat(97), 'password_too_long'],
])('«%s» is refused for what it is first: %s', (password, issue) => {
  expect(newPasswordSchema.safeParse(password).error?.issues[0]).toMatchObject({ message: issue });
});
