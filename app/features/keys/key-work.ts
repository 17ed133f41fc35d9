import { type KeyPool, keyPool } from '~/browser/key-pool';
import { dropPendingKey, keepOpenedKey, type PendingKey, readPendingKey } from '~/browser/key-store';
import type { HashedSecret, Opened, TypedSecret } from '~/browser/key-tasks';
import { type Bytes, toHex } from '~/keys/bytes';
import { saltOfEmail, saltOfIdentity } from '~/keys/derive';
import { type CopyKind, InvalidEnvelope, NoSuchCopy, WrongSecret } from '~/keys/envelope';
import type { KeyFacts, KeyRequest, StoredKey } from './key.schemas';
import { exchangeKey, tellLock } from './key-server';

/** What became of something that a parent asked for. `wrong`: the secret was not the right one; `failed`: `notice` says why in words. */
export type KeyOutcome = { kind: 'done' } | { kind: 'wrong' } | { kind: 'failed'; notice: string };
export const DONE: KeyOutcome = { kind: 'done' };
export const WRONG: KeyOutcome = { kind: 'wrong' };
export const failed = (notice: string): KeyOutcome => ({ kind: 'failed', notice });

/** Ends work early with an outcome. */
export class KeyStop extends Error {
  readonly outcome: KeyOutcome;

  constructor(outcome: KeyOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Runs work with keys and tells its expected endings apart; one tab of the browser at a time. */
export async function attemptKeyWork(work: (run: KeyPool['run']) => Promise<KeyOutcome>): Promise<KeyOutcome> {
  try {
    return await inOneTab(() => work(keyPool().run));
  } catch (error) {
    if (error instanceof KeyStop) return error.outcome;
    if (error instanceof WrongSecret) return WRONG;
    if (error instanceof NoSuchCopy) return failed('key.no_copy');
    if (error instanceof InvalidEnvelope) return failed('key.unreadable');
    // No worker, no WebCrypto, no memory: nothing that was typed is to blame.
    return failed('key.not_here');
  }
}

function inOneTab<Value>(work: () => Promise<Value>): Promise<Value> {
  return 'locks' in navigator ? navigator.locks.request('account-key', work) : work();
}

/** How a typed secret of this account is salted. @throws KeyStop for an account of single sign-on that nobody vouches for */
export function toTyped({ loginScheme, email, identity }: KeyFacts, text: string): TypedSecret {
  if (loginScheme === 'password') return { kind: 'password', email, text };
  if (identity === null) throw new KeyStop(failed('key.not_here'));
  return { kind: 'passphrase', ...identity, text };
}

/**
 * What a login has just derived, if it was for this account. The browser keeps one for all its tabs, also that of a login to another account
 * which was refused; the salt tells whose it is.
 */
export async function readDerived(facts: KeyFacts): Promise<PendingKey | null> {
  const pending = await readPendingKey();
  return pending !== null && (await isDerivedFor(facts, pending)) ? pending : null;
}

/** Whether a secret is salted as this account's are. */
export async function isDerivedFor({ loginScheme, email, identity }: KeyFacts, { salt: used }: { salt: Bytes }): Promise<boolean> {
  if (loginScheme === 'sso' && identity === null) return false;
  const salt = identity === null || loginScheme === 'password' ? saltOfEmail(email) : saltOfIdentity(identity.issuer, identity.subject);
  return toHex(await salt) === toHex(used);
}

/** The same secret as a lock. */
export const toLock = ({ kind, salt, wrapKey }: Omit<HashedSecret, 'authKey'>) => ({ kind, salt, key: wrapKey });

/** Asks the server for an exchange. @returns the key as it stands then @throws KeyStop for any other answer */
export async function exchange(wish: KeyRequest): Promise<StoredKey> {
  const answer = await exchangeKey(wish);
  if (answer.kind === 'key') return answer.stored;
  throw new KeyStop(answer.kind === 'invalid' ? WRONG : failed(answer.notice));
}

/** Opens the copy of a kind by a typed secret: with what was derived for today's login, else by the salt that the copy itself names. */
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

/** An opened key, and what opened it. */
export type Unlocked = { opened: Opened; by: { kind: CopyKind; key: CryptoKey } };

/** Keeps the opened key for this browser and says so. What was derived at the login has done its work. */
export async function keep({ accountId }: KeyFacts, opened: Opened): Promise<KeyOutcome> {
  await keepOpenedKey({ accountId, ...opened });
  await dropPendingKey();
  await tellLock(true);
  return DONE;
}
