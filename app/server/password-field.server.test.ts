import { describe, expect, test } from 'vitest';
import vectors from '#app/keys/vectors.json';
import { webContext } from '#tests/web-context.ts';
import { looksDerived, readPassword, toAuthKey } from './password-field.server';

const HEX = 'ab'.repeat(32);
const [VECTOR] = vectors;

function fieldsOf(values: Record<string, string>): FormData {
  const fields = new FormData();
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  return fields;
}

describe('password field', () => {
  test('distinguishes typed and derived fields, and treats 64 typed hex digits as typed (A80)', () => {
    expect(readPassword(fieldsOf({ password: ' typed  ' }), 'password')).toEqual({ kind: 'typed', text: ' typed  ' });
    expect(readPassword(fieldsOf({ password: 'pa\u0308ss' }), 'password')).toEqual({ kind: 'typed', text: 'p\u00e4ss' });
    expect(readPassword(fieldsOf({ password: HEX }), 'password')).toEqual({ kind: 'typed', text: HEX });
    expect(readPassword(fieldsOf({ password_derived: HEX }), 'password')).toEqual({ kind: 'derived', authKey: HEX });
    expect(readPassword(fieldsOf({ new_password_derived: HEX, password: '' }), 'new_password')).toEqual({ kind: 'derived', authKey: HEX });
    expect(readPassword(fieldsOf({ password: '', password_derived: '' }), 'password')).toBeNull();
    expect([looksDerived(HEX), looksDerived(HEX.toUpperCase()), looksDerived('typed')]).toEqual([true, false, false]);
  });

  test.each([
    ['both fields together', { password: 'typed', password_derived: HEX }],
    ['a derived value that is too short', { password_derived: HEX.slice(2) }],
    ['a derived value in capitals', { password_derived: HEX.toUpperCase() }],
    ['typed text in the derived field', { password_derived: 'long enough' }],
  ])('refuses %s, which our forms never post', (_name, values) => {
    expect(() => readPassword(fieldsOf(values), 'password')).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('uses a derived value directly, and derives a typed one after asking the counters', async () => {
    const asked: Array<unknown> = [];
    const context = webContext({
      internal: {
        reserveAttempt: async (kind: string, { email }: { email: string }) => {
          asked.push([kind, email]);
          return true;
        },
      },
    });
    const request = new Request('https://porchlight.example/');
    expect(await toAuthKey(request, context, 'login', 'a@example.com', { kind: 'derived', authKey: HEX })).toEqual({
      authKey: HEX,
      counted: false,
    });
    expect(asked).toEqual([]);
    const typed = { kind: 'typed', text: VECTOR?.password ?? '' } as const;
    expect(await toAuthKey(request, context, 'reset', VECTOR?.email ?? '', typed)).toEqual({ authKey: VECTOR?.authKey, counted: true });
    expect(asked).toEqual([['reset', 'a@example.com']]);
  });

  test('refuses too many attempts before deriving anything', async () => {
    const context = webContext({ internal: { reserveAttempt: async () => false } });
    const typed = { kind: 'typed', text: 'long enough' } as const;
    const refused = toAuthKey(new Request('https://porchlight.example/'), context, 'login', 'a@example.com', typed);
    await expect(refused).rejects.toMatchObject({ code: 413 });
  });
});
