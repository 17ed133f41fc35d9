import { createKeyPair, decodeSpki, encodeSpki, keyIdOf, pinOf } from '#app/keys/account-key.ts';
import type { Bytes } from '#app/keys/bytes.ts';
import { saltOfEmail } from '#app/keys/derive.ts';
import { createEnvelope } from '#app/keys/envelope.ts';
import { getAccount } from '#app/wire/account.ts';
import type { AcctkeyWire } from '#app/wire/keys.ts';
import type { Parent } from './parent.ts';

/** Creates an account key and locks it with the key derived from the password, as a browser does at sign-up (SIGN-014). */
export async function createAccountKey(email: string, wrapKey: Bytes): Promise<AcctkeyWire> {
  const [{ spki, pkcs8 }, salt] = await Promise.all([createKeyPair(), saltOfEmail(email)]);
  const keyId = await keyIdOf(spki);
  const enc_priv = await createEnvelope(pkcs8, keyId, { kind: 'password', salt, key: wrapKey });
  pkcs8.fill(0);
  return { enc_priv, key: encodeSpki(spki), key_id: keyId, key_type: 'rsa' };
}

/** Returns the pin that an invitation of this parent names; null while the account has no key. */
export async function readPin(parent: Parent): Promise<string | null> {
  const { acctkey } = await parent.call(getAccount, {});
  const spki = acctkey === null ? null : decodeSpki(acctkey.key);
  return spki === null ? null : pinOf(spki);
}
