import type { KeyPool } from '~/browser/key-pool';
import type { HashedSecret } from '~/browser/key-tasks';
import { PASSWORD_INVALID } from '~/domain/credentials';
import { newRecoveryCode, readRecoveryWords, recoveryKey } from '~/keys/recovery';
import type { KeyFacts, KeyRequest, StoredKey } from './key.schemas';
import { tellLock } from './key-server';
import {
  attemptKeyWork,
  exchange,
  failed,
  type KeyOutcome,
  KeyStop,
  keep,
  openTyped,
  readDerived,
  toLock,
  toTyped,
  WRONG,
} from './key-work';

type Run = KeyPool['run'];

/** Opens the key with the password or passphrase that was typed. What does not open it is remembered as `hasPasswordError` (A51). */
export async function openKey(facts: KeyFacts, text: string): Promise<KeyOutcome> {
  const outcome = await attemptKeyWork(async (run) => {
    const secret = await run('hashPassword', toTyped(facts, text));
    const stored = await retrieve(facts, secret.authKey);
    const { opened } = await openTyped(run, stored, secret, text);
    return keep(facts, opened);
  });
  if (outcome.kind === 'wrong') await tellLock(false);
  return outcome;
}

/** Makes the account's first key under a password or passphrase that was typed (S12). */
export function makeKey(facts: KeyFacts, text: string): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => makeKeyUnder(run, facts, await run('hashPassword', toTyped(facts, text)), 'register'));
}

/** The same with what a login has just derived, or another key in the place of a lost one. */
export async function makeKeyUnder(run: Run, facts: KeyFacts, secret: HashedSecret, intent: 'register' | 'reset'): Promise<KeyOutcome> {
  const { key, keyId, pkcs8 } = await run('generateKeyPair');
  const encPriv = await run('encryptPrivateKey', { pkcs8, keyId, lock: toLock(secret) });
  const { authKey } = secret;
  await exchange({ intent, secret: authKey, newSecret: authKey, encPriv, key, keyId });
  return keep(facts, await run('decryptPrivateKey', { encPriv, keyId, kind: secret.kind, key: secret.wrapKey }));
}

/**
 * After a change of the password that could not open the key (S05): opens it with the password it still asks for, and locks it under
 * today's.
 * @param current today's password; null where the login has just derived it
 */
export function relockKey(facts: KeyFacts, old: string, current: string | null): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const secret = await currentSecret(run, facts, current);
    const { encPriv } = requireStored(facts);
    const key = await run('hashForCopy', { encPriv, kind: secret.kind, text: old });
    return lockAnew(run, facts, secret, { kind: secret.kind, key });
  });
}

/** The same where this page derived both while the password was changed. */
export function relockDerived(facts: KeyFacts, old: CryptoKey, current: HashedSecret): Promise<KeyOutcome> {
  return attemptKeyWork((run) => lockAnew(run, facts, current, { kind: current.kind, key: old }));
}

/** After a reset, or for a forgotten passphrase: opens the key with the recovery code and locks it under today's password or passphrase. */
export function recoverKey(facts: KeyFacts, words: string, current: string | null): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const bytes = await readRecoveryWords(words);
    if (bytes === null) return failed('key.no_words');
    return lockAnew(run, facts, await currentSecret(run, facts, current), { kind: 'recovery', key: await recoveryKey(bytes) });
  });
}

/** Another key in the place of one that nobody can open any more (S15). What was locked for the old one stays closed. */
export function startAnew(facts: KeyFacts, current: string | null): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => makeKeyUnder(run, facts, await currentSecret(run, facts, current), 'reset'));
}

/**
 * Locks an SSO account's key under another passphrase.
 * @throws Error 'This operation is invalid for password accounts' for one that has a password, which is changed with its key (8.2.5)
 */
export function changePassphrase(facts: KeyFacts, current: string, next: string): Promise<KeyOutcome> {
  if (facts.loginScheme === 'password') throw new Error(PASSWORD_INVALID);
  return attemptKeyWork(async (run) => {
    const [secret, nextSecret] = await Promise.all([current, next].map((text) => run('hashPassword', toTyped(facts, text))));
    if (secret === undefined || nextSecret === undefined) return WRONG;
    const stored = await retrieve(facts, secret.authKey);
    const { by, opened } = await openTyped(run, stored, secret, current);
    await relock(run, stored, { intent: 'register', secret: secret.authKey, newSecret: nextSecret.authKey }, by, toLock(nextSecret));
    return keep(facts, opened);
  });
}

/** A recovery code that is not in force yet: its words, and what puts it there. */
export type RecoveryDraft = { words: Array<string>; confirm: () => Promise<KeyOutcome> };

/**
 * Makes a recovery code (A129). An earlier one counts until this one is confirmed, so that there is never a code that nobody wrote down.
 * @param onDraft is given the words when the password was right; confirming them is `wrong` when it was changed meanwhile
 */
export function draftRecovery(facts: KeyFacts, text: string, onDraft: (draft: RecoveryDraft) => void): Promise<KeyOutcome> {
  return attemptKeyWork(async (run) => {
    const secret = await run('hashPassword', toTyped(facts, text));
    const stored = await retrieve(facts, secret.authKey);
    const { by, opened } = await openTyped(run, stored, secret, text);
    const { bytes, words } = await newRecoveryCode();
    const { encPriv, keyId } = stored;
    const locked = { encPriv, keyId, ...by, lock: { kind: 'recovery' as const, key: await recoveryKey(bytes) } };
    // Without a new secret: the lock stays, so one that was changed meanwhile refuses this older envelope.
    const wish = { intent: 'register' as const, secret: secret.authKey };
    const next = { ...stored, encPriv: await run('rewrapPrivateKey', locked) };
    onDraft({ words, confirm: () => attemptKeyWork(async () => exchange({ ...wish, ...next }).then(() => keep(facts, opened))) });
    return { kind: 'done' };
  });
}

/** Opens one copy, locks the account's own one anew, tells the server and keeps the opened key. */
async function lockAnew(run: Run, facts: KeyFacts, secret: HashedSecret, by: Opener): Promise<KeyOutcome> {
  const stored = requireStored(facts);
  const { encPriv, keyId } = stored;
  const opened = await run('decryptPrivateKey', { encPriv, keyId, ...by });
  await relock(run, stored, { intent: 'register', secret: secret.authKey, newSecret: secret.authKey }, by, toLock(secret));
  return keep(facts, opened);
}

type Opener = { kind: 'password' | 'passphrase' | 'recovery'; key: CryptoKey | Awaited<ReturnType<typeof recoveryKey>> };
type Proof = { intent: 'register'; secret: string; newSecret: string };

async function relock(run: Run, stored: StoredKey, proof: Proof, by: Opener, lock: ReturnType<typeof toLock>): Promise<void> {
  const { encPriv, keyId } = stored;
  const wish: KeyRequest = { ...proof, ...stored, encPriv: await run('rewrapPrivateKey', { encPriv, keyId, ...by, lock }) };
  await exchange(wish);
}

/** Today's password or passphrase, typed or as the login has just derived it. @throws KeyStop `wrong` where there is neither */
async function currentSecret(run: Run, facts: KeyFacts, text: string | null): Promise<HashedSecret> {
  if (text !== null) return run('hashPassword', toTyped(facts, text));
  const pending = await readDerived(facts);
  if (pending === null || pending.authKey === null) throw new KeyStop(failed('key.type_current'));
  return { ...pending, authKey: pending.authKey };
}

/**
 * The key as the server holds it now. Of a legacy account the server knows no derived secret, so what the page was told is taken: whether
 * the secret is right, the copy itself says.
 */
function retrieve(facts: KeyFacts, secret: string): StoredKey | Promise<StoredKey> {
  return facts.isLegacy ? requireStored(facts) : exchange({ intent: 'retrieve', secret });
}

function requireStored({ stored }: KeyFacts): StoredKey {
  if (stored === null) throw new KeyStop(failed('key.unreadable'));
  return stored;
}
