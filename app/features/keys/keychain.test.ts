import { describe, expect, test } from 'vitest';
import type { KeyFacts } from './key.schemas';
import { changePassphrase } from './keychain';

describe('keychain', () => {
  test('refuses to change the passphrase of a password account (AUTH-065, ERR-021)', () => {
    const facts = { loginScheme: 'password' } as KeyFacts;
    expect(() => changePassphrase(facts, 'old', 'new')).toThrow('This operation is invalid for password accounts');
  });
});
