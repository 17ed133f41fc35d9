import type { DerivedSecrets } from './derive-fields';
import { runKeyTask } from './key-pool';
import { keepPendingKey } from './key-store';

/**
 * Keeps the hashed password as the pending key, which unlocks the account's key on the first page. Does nothing if no password was hashed.
 */
export async function keepForOpening(hashing: Promise<DerivedSecrets | null>): Promise<void> {
  const secret = (await hashing)?.password;
  if (secret !== undefined) await keepPendingKey(secret);
}

/**
 * Creates a new account's key and locks it with the derived password (SIGN-014). Sets the field `acctkey` to JSON of `encPriv`, `key` and
 * `keyId`. If no key can be created, the field stays unset, and the key is created later.
 */
export async function addNewKey(fields: FormData, hashing: Promise<DerivedSecrets | null>): Promise<void> {
  const [secrets, made] = await Promise.all([hashing, runKeyTask('generateKeyPair').catch(() => null)]);
  const secret = secrets?.password;
  if (secret === undefined || made === null) return;
  const { key, keyId, pkcs8 } = made;
  const wrappingSecret = { kind: secret.kind, salt: secret.salt, key: secret.wrapKey };
  const encPriv = await runKeyTask('encryptPrivateKey', { pkcs8, keyId, secret: wrappingSecret }).catch(() => null);
  pkcs8.fill(0);
  if (encPriv !== null) fields.set('acctkey', JSON.stringify({ encPriv, key, keyId }));
}
