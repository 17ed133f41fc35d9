import { type KeyPool, keyPool } from '#app/browser/key-pool';
import { dropPendingKey, type PendingKey, readPendingKey, storeUnlockedKey } from '#app/browser/key-store';
import type { DecryptedKey, HashedSecret, TypedSecret } from '#app/browser/key-tasks';
import { type Bytes, toHex } from '#app/keys/bytes';
import { saltOfEmail, saltOfIdentity } from '#app/keys/derive';
import { type CopyKind, InvalidEnvelope, NoSuchCopy, WrongSecret } from '#app/keys/envelope';
import type { KeyFacts, KeyRequest, StoredKey } from './key.schemas';
import { exchangeKey, reportKeyUnlocked } from './key-server';

/** Result of key work. `wrong`: the secret was wrong. `failed`: `notice` is the text key of the reason. */
export type KeyOutcome = { kind: 'done' } | { kind: 'wrong' } | { kind: 'failed'; notice: string };
export const DONE: KeyOutcome = { kind: 'done' };
export const WRONG: KeyOutcome = { kind: 'wrong' };
export const failed = (notice: string): KeyOutcome => ({ kind: 'failed', notice });

/** Thrown to end key work early with an outcome. */
export class KeyWorkAborted extends Error {
  readonly outcome: KeyOutcome;

  constructor(outcome: KeyOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Runs key work in one tab at a time. Returns any error as an outcome instead of throwing it. */
export async function attemptKeyWork(work: (run: KeyPool['run']) => Promise<KeyOutcome>): Promise<KeyOutcome> {
  try {
    return await inOneTab(() => work(keyPool().run));
  } catch (error) {
    if (error instanceof KeyWorkAborted) return error.outcome;
    if (error instanceof WrongSecret) return WRONG;
    if (error instanceof NoSuchCopy) return failed('key.no_copy');
    if (error instanceof InvalidEnvelope) return failed('key.unreadable');
    // The typed secret is not the cause, but for example a missing worker, missing WebCrypto or a lack of memory.
    return failed('key.not_here');
  }
}

function inOneTab<Value>(work: () => Promise<Value>): Promise<Value> {
  return 'locks' in navigator ? navigator.locks.request('account-key', work) : work();
}

/**
 * Returns the typed secret with the values for its salt: the email for a password, the identity for a passphrase.
 * @throws KeyWorkAborted for an SSO account without an identity
 */
export function toTypedSecret({ loginScheme, email, identity }: KeyFacts, text: string): TypedSecret {
  if (loginScheme === 'password') return { kind: 'password', email, text };
  if (identity === null) throw new KeyWorkAborted(failed('key.not_here'));
  return { kind: 'passphrase', ...identity, text };
}

/**
 * Returns the secret that the last login derived, or null if there is none for this account. All tabs share one stored secret. It may
 * belong to a refused login to another account, so its salt is compared.
 */
export async function readPendingSecret(facts: KeyFacts): Promise<PendingKey | null> {
  const pending = await readPendingKey();
  return pending !== null && (await isDerivedFor(facts, pending)) ? pending : null;
}

/** True if a secret was salted for this account. */
export async function isDerivedFor({ loginScheme, email, identity }: KeyFacts, { salt: used }: { salt: Bytes }): Promise<boolean> {
  if (loginScheme === 'sso' && identity === null) return false;
  const salt = identity === null || loginScheme === 'password' ? saltOfEmail(email) : saltOfIdentity(identity.issuer, identity.subject);
  return toHex(await salt) === toHex(used);
}

/** Returns a secret in the form that encrypts a copy of the key. */
export const toWrappingSecret = ({ kind, salt, wrapKey }: Omit<HashedSecret, 'authKey'>) => ({ kind, salt, key: wrapKey });

/**
 * Sends a key exchange.
 * @returns the key as now stored
 * @throws KeyWorkAborted for any other answer
 */
export async function exchange(keyRequest: KeyRequest): Promise<StoredKey> {
  const answer = await exchangeKey(keyRequest);
  if (answer.kind === 'key') return answer.stored;
  throw new KeyWorkAborted(answer.kind === 'invalid' ? WRONG : failed(answer.notice));
}

/**
 * Unlocks the copy of the secret's type. Tries the key derived with the current salt first, then a key derived with the salt stored in the
 * copy.
 */
export async function openTyped(run: KeyPool['run'], stored: StoredKey, secret: HashedSecret, text: string): Promise<Unlocked> {
  const { encPriv, keyId } = stored;
  const { kind } = secret;
  try {
    return { opened: await run('decryptPrivateKey', { encPriv, keyId, kind, key: secret.wrapKey }), by: { kind, key: secret.wrapKey } };
  } catch (error) {
    if (!(error instanceof WrongSecret)) throw error;
  }
  const key = await run('hashForCopy', { encPriv, kind, text });
  return { opened: await run('decryptPrivateKey', { encPriv, keyId, kind, key }), by: { kind, key } };
}

/** An unlocked key, and the type and key of the copy that unlocked it. */
export type Unlocked = { opened: DecryptedKey; by: { kind: CopyKind; key: CryptoKey } };

/** Stores the unlocked key in this browser and discards the secret that the login derived. Reports the unlock to the server. */
export async function keep({ accountId }: KeyFacts, opened: DecryptedKey): Promise<KeyOutcome> {
  await storeUnlockedKey({ accountId, ...opened });
  await dropPendingKey();
  await reportKeyUnlocked(true);
  return DONE;
}
