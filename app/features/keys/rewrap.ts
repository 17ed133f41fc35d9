import type { HashedSecret } from '#app/browser/key-tasks';
import { fetchKeyFacts } from './key-server';
import { attemptKeyWork, exchange, type KeyOutcome, toWrappingSecret } from './key-work';

/** Form field for the staged key when the password or address changes: JSON of encPriv, key and keyId. */
export const STAGED_KEY_FIELD = 'staged_key';

/**
 * Locks the account key with the new secret and stages it on the server. Call this before posting a change of password or address. That
 * change then replaces the secret and the key together (S14, S05, S06); until then the old secret unlocks the key. Writes the staged key to
 * `fields`.
 * @param current the current secret from `deriveFields`, for the current address
 * @param next the new secret: another password, or the current password with another address
 * @returns `wrong` if the current password is wrong, `failed`, or `done`. Also `done` if there is no working key to lock.
 */
export async function stageKey(fields: FormData, current: HashedSecret, next: HashedSecret): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const { stored, keyState } = await fetchKeyFacts();
    if (stored === null || keyState !== 'ok') return { kind: 'done' };
    const { encPriv, keyId } = stored;
    const { kind, wrapKey } = current;
    const staged = await run('rewrapPrivateKey', { encPriv, keyId, kind, key: wrapKey, secret: toWrappingSecret(next) });
    const key = { ...stored, encPriv: staged };
    await exchange({ intent: 'changepw', secret: current.authKey, newSecret: next.authKey, ...key });
    fields.set(STAGED_KEY_FIELD, JSON.stringify(key));
    return { kind: 'done' };
  });
}
