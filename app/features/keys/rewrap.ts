import type { HashedSecret } from '~/browser/key-tasks';
import { fetchKeyFacts } from './key-server';
import { attemptKeyWork, exchange, type KeyOutcome, toLock } from './key-work';

/** Where the staged key travels in the form that changes password or address: JSON of encPriv, key and keyId. */
export const STAGED_KEY_FIELD = 'staged_key';

/**
 * Before a change of the password or the address is posted: locks the account's key under the new secret and stages it, so that the change
 * commits both at once (S14, S05, S06). Until then the old lock stays, so whatever dies in between leaves a key that opens. Puts the staged
 * key into `fields`.
 * @param current today's secret as `deriveFields` gives it, of today's address
 * @param next the one that will count: another password, or the same under another address
 * @returns done (also where there is no key to lock, or one that today's password does not open: it is asked about afterwards), wrong for
 * another password than today's, or failed
 */
export async function stageKey(fields: FormData, current: HashedSecret, next: HashedSecret): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const { stored, keyState } = await fetchKeyFacts();
    if (stored === null || keyState !== 'ok') return { kind: 'done' };
    const { encPriv, keyId } = stored;
    const { kind, wrapKey } = current;
    const staged = await run('rewrapPrivateKey', { encPriv, keyId, kind, key: wrapKey, lock: toLock(next) });
    const key = { ...stored, encPriv: staged };
    await exchange({ intent: 'changepw', secret: current.authKey, newSecret: next.authKey, ...key });
    fields.set(STAGED_KEY_FIELD, JSON.stringify(key));
    return { kind: 'done' };
  });
}
