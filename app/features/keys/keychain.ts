import type { KeyPool } from '#app/browser/key-pool';
import type { HashedSecret } from '#app/browser/key-tasks';
import { PASSWORD_INVALID } from '#app/domain/credentials';
import { newRecoveryCode, readRecoveryWords, recoveryKey } from '#app/keys/recovery';
import type { KeyFacts, KeyRequest, StoredKey } from './key.schemas';
import { reportKeyUnlocked } from './key-server';
import {
  attemptKeyWork,
  exchange,
  failed,
  type KeyOutcome,
  KeyWorkAborted,
  keep,
  openTyped,
  readPendingSecret,
  toTypedSecret,
  toWrappingSecret,
  WRONG,
} from './key-work';

type Run = KeyPool['run'];

/** Unlocks the key with a typed password or passphrase. A wrong one sets `hasPasswordError` in the session (A51). */
export async function openKey(facts: KeyFacts, text: string): Promise<KeyOutcome> {
  const outcome = await attemptKeyWork(async (run) => {
    const secret = await run('hashPassword', toTypedSecret(facts, text));
    const stored = await retrieve(facts, secret.authKey);
    const { opened } = await openTyped(run, stored, secret, text);
    return keep(facts, opened);
  });
  if (outcome.kind === 'wrong') await reportKeyUnlocked(false);
  return outcome;
}

/** Creates the account's first key, locked with a typed password or passphrase (S12). */
export function makeKey(facts: KeyFacts, text: string): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => makeKeyUnder(run, facts, await run('hashPassword', toTypedSecret(facts, text)), 'register'));
}

/** Creates a key locked with an already derived secret. `reset` replaces a lost key. */
export async function makeKeyUnder(run: Run, facts: KeyFacts, secret: HashedSecret, intent: 'register' | 'reset'): Promise<KeyOutcome> {
  const { key, keyId, pkcs8 } = await run('generateKeyPair');
  const encPriv = await run('encryptPrivateKey', { pkcs8, keyId, secret: toWrappingSecret(secret) });
  const { authKey } = secret;
  await exchange({ intent, secret: authKey, newSecret: authKey, encPriv, key, keyId });
  return keep(facts, await run('decryptPrivateKey', { encPriv, keyId, kind: secret.kind, key: secret.wrapKey }));
}

/**
 * Unlocks the key with the old password and locks it with the current one (S05). Used after the password was changed without the key.
 * @param current the current password; null if the login has just derived it
 */
export function relockKey(facts: KeyFacts, old: string, current: string | null): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const secret = await currentSecret(run, facts, current);
    const { encPriv } = requireStored(facts);
    const key = await run('hashForCopy', { encPriv, kind: secret.kind, text: old });
    return relockWith(run, facts, secret, { kind: secret.kind, key });
  });
}

/** Like `relockKey`, for a page that derived both passwords during the change. */
export function relockDerived(facts: KeyFacts, old: CryptoKey, current: HashedSecret): Promise<KeyOutcome> {
  return attemptKeyWork((run) => relockWith(run, facts, current, { kind: current.kind, key: old }));
}

/**
 * Unlocks the key with the recovery code and locks it with the current password or passphrase. Used after a password reset or for a
 * forgotten passphrase.
 */
export function recoverKey(facts: KeyFacts, words: string, current: string | null): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const bytes = await readRecoveryWords(words);
    if (bytes === null) return failed('key.no_words');
    return relockWith(run, facts, await currentSecret(run, facts, current), { kind: 'recovery', key: await recoveryKey(bytes) });
  });
}

/** Replaces a key that can no longer be unlocked (S15). Data encrypted for the old key stays unreadable. */
export function replaceKey(facts: KeyFacts, current: string | null): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => makeKeyUnder(run, facts, await currentSecret(run, facts, current), 'reset'));
}

/**
 * Locks an SSO account's key with another passphrase.
 * @throws Error 'This operation is invalid for password accounts' for an account with a password (8.2.5)
 */
export function changePassphrase(facts: KeyFacts, current: string, next: string): Promise<KeyOutcome> {
  if (facts.loginScheme === 'password') throw new Error(PASSWORD_INVALID);
  return attemptKeyWork(async (run) => {
    const [secret, nextSecret] = await Promise.all([current, next].map((text) => run('hashPassword', toTypedSecret(facts, text))));
    if (secret === undefined || nextSecret === undefined) return WRONG;
    const stored = await retrieve(facts, secret.authKey);
    const { by, opened } = await openTyped(run, stored, secret, current);
    await relock(
      run,
      stored,
      { intent: 'register', secret: secret.authKey, newSecret: nextSecret.authKey },
      by,
      toWrappingSecret(nextSecret),
    );
    return keep(facts, opened);
  });
}

/** A recovery code that is not active yet: its words, and a function that activates it. */
export type RecoveryDraft = { words: Array<string>; confirm: () => Promise<KeyOutcome> };

/**
 * Creates a recovery code (A129). The earlier code stays valid until the parent confirms the new one.
 * @param onDraft called with the code if the password was correct. Its `confirm` returns `wrong` if the password has changed since.
 */
export function draftRecovery(facts: KeyFacts, text: string, onDraft: (draft: RecoveryDraft) => void): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const secret = await run('hashPassword', toTypedSecret(facts, text));
    const stored = await retrieve(facts, secret.authKey);
    const { by, opened } = await openTyped(run, stored, secret, text);
    const { bytes, words } = await newRecoveryCode();
    const { encPriv, keyId } = stored;
    const locked = { encPriv, keyId, ...by, secret: { kind: 'recovery' as const, key: await recoveryKey(bytes) } };
    // The request names no new secret, so the password's lock stays. The server refuses this older envelope if the password has changed
    // since.
    const keyRequest = { intent: 'register' as const, secret: secret.authKey };
    const next = { ...stored, encPriv: await run('rewrapPrivateKey', locked) };
    onDraft({ words, confirm: () => attemptKeyWork(async () => exchange({ ...keyRequest, ...next }).then(() => keep(facts, opened))) });
    return { kind: 'done' };
  });
}

/** Unlocks the key with `by`, locks it with `secret` and stores it on the server. Keeps the unlocked key in the browser. */
async function relockWith(run: Run, facts: KeyFacts, secret: HashedSecret, by: Opener): Promise<KeyOutcome> {
  const stored = requireStored(facts);
  const { encPriv, keyId } = stored;
  const opened = await run('decryptPrivateKey', { encPriv, keyId, ...by });
  await relock(run, stored, { intent: 'register', secret: secret.authKey, newSecret: secret.authKey }, by, toWrappingSecret(secret));
  return keep(facts, opened);
}

type Opener = { kind: 'password' | 'passphrase' | 'recovery'; key: CryptoKey | Awaited<ReturnType<typeof recoveryKey>> };
type Proof = { intent: 'register'; secret: string; newSecret: string };

async function relock(
  run: Run,
  stored: StoredKey,
  proof: Proof,
  by: Opener,
  wrappingSecret: ReturnType<typeof toWrappingSecret>,
): Promise<void> {
  const { encPriv, keyId } = stored;
  const keyRequest: KeyRequest = {
    ...proof,
    ...stored,
    encPriv: await run('rewrapPrivateKey', { encPriv, keyId, ...by, secret: wrappingSecret }),
  };
  await exchange(keyRequest);
}

/**
 * Returns the current password or passphrase, either as typed or as derived by the login.
 * @throws KeyWorkAborted `failed` if there is neither
 */
async function currentSecret(run: Run, facts: KeyFacts, text: string | null): Promise<HashedSecret> {
  if (text !== null) return run('hashPassword', toTypedSecret(facts, text));
  const pending = await readPendingSecret(facts);
  if (pending === null || pending.authKey === null) throw new KeyWorkAborted(failed('key.type_current'));
  return { ...pending, authKey: pending.authKey };
}

/**
 * Returns the key as stored on the server. A legacy account has no derived secret on the server, so its key is taken from `facts`.
 * Unlocking that key then shows whether the secret is correct.
 */
function retrieve(facts: KeyFacts, secret: string): StoredKey | Promise<StoredKey> {
  return facts.isLegacy ? requireStored(facts) : exchange({ intent: 'retrieve', secret });
}

function requireStored({ stored }: KeyFacts): StoredKey {
  if (stored === null) throw new KeyWorkAborted(failed('key.unreadable'));
  return stored;
}
