import { afterEach, describe, expect, test } from 'vitest';
import { emptyKeyStore, keepPendingKey } from '#app/browser/key-store';
import { saltOfEmail, saltOfIdentity } from '#app/keys/derive';
import type { KeyFacts } from './key.schemas';
import { readHeld } from './reconcile-key';

afterEach(emptyKeyStore);

const FACTS: KeyFacts = {
  accountId: 'b',
  email: 'b@example.com',
  loginScheme: 'password',
  isLegacy: false,
  identity: null,
  keyState: 'ok',
  stored: null,
  hasPasswordError: false,
};
const sso = { ...FACTS, email: '', loginScheme: 'sso', identity: { issuer: 'https://id.example', subject: '7' } } as const;

describe('readHeld', () => {
  test.each([
    ['of this account, as it was typed', saltOfEmail(' B@example.com'), FACTS, 'derived'],
    ['of a login to another account, in another tab', saltOfEmail('a@example.com'), FACTS, 'nothing'],
    ['of a password, for an account that has none', saltOfEmail(''), sso, 'nothing'],
    ['of a passphrase', saltOfIdentity('https://id.example', '7'), sso, 'derived'],
    ['for an account that nobody vouches for', saltOfEmail(''), { ...sso, identity: null }, 'nothing'],
  ] as const)('uses a derived key only for its own account: %s', async (_whose, salt, facts, held) => {
    const wrapKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
    await keepPendingKey({ kind: 'password', authKey: 'ab', wrapKey, salt: await salt });
    expect(await readHeld(facts)).toBe(held);
  });
});
