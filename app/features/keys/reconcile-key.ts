import { keepPendingKey, readUnlockedKey, takeLegacyChange } from '#app/browser/key-store';
import { type KeyStep, type LocalKey, nextKeyStep, promptsImmediately } from '#app/domain/key-step';
import type { KeyFacts } from './key.schemas';
import { fetchKeyFacts, reportKeyUnlocked } from './key-server';
import { attemptKeyWork, isDerivedFor, keep, readPendingSecret } from './key-work';
import { makeKeyUnder, relockDerived } from './keychain';

/** Returns what this browser has stored for the account's current key. Ignores keys of other accounts and older keys. */
export async function readHeld(facts: KeyFacts): Promise<LocalKey> {
  const { accountId, stored } = facts;
  const opened = await readUnlockedKey(accountId);
  if (opened !== null && opened.keyId === stored?.keyId && opened.key === stored.key) return 'opened';
  return (await readPendingSecret(facts)) === null ? 'nothing' : 'derived';
}

/**
 * The step that remains for the parent after all automatic steps. `asks`: prompt immediately, on any page. `knowsSecret`: the login derived
 * the current password, so the parent need not type it again.
 */
export type ReconciledKey = { facts: KeyFacts; held: LocalKey; step: KeyStep; asks: boolean; knowsSecret: boolean };

let underWay: Promise<ReconciledKey> | null = null;

/**
 * Unlocks or creates the key with the secret that the last login derived, if any (A68). Concurrent calls share one run.
 * @throws Error if the server does not answer
 */
export function reconcileKey(): Promise<ReconciledKey> {
  underWay ??= reconcile().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function reconcile(): Promise<ReconciledKey> {
  const found = await fetchKeyFacts();
  const facts = (await followLegacyChange(found)) ? await fetchKeyFacts() : found;
  const held = await readHeld(facts);
  const knowsSecret = typeof (await readPendingSecret(facts))?.authKey === 'string';
  const step = nextKeyStep(facts, held);
  if (step !== 'open' && step !== 'make') return { facts, held, step, asks: promptsImmediately(step, facts.hasPasswordError), knowsSecret };
  const outcome = step === 'open' ? await openDerived(facts) : await makeDerived(facts);
  if (outcome.kind === 'done') return { facts, held: 'opened', step: 'done', asks: false, knowsSecret };
  // The parent is not asked; the next page tries again. Only a correct password that fails to unlock the key is an error (A51).
  const hasPasswordError = step === 'open' && (outcome.kind === 'wrong' || outcome.notice === 'key.unreadable');
  if (hasPasswordError) await reportKeyUnlocked(false);
  const left = step === 'open' ? 'ask-password' : 'wait';
  return {
    facts: { ...facts, hasPasswordError },
    held: 'nothing',
    step: left,
    asks: promptsImmediately(left, hasPasswordError),
    knowsSecret,
  };
}

/**
 * Handles a legacy account's first change of password or address on this page (ACCT-028). Keeps the secret derived from the new password,
 * for creating a key. Locks a `flagged` key with that secret.
 * @returns true if the key was re-encrypted
 */
async function followLegacyChange(facts: KeyFacts): Promise<boolean> {
  // The account stays legacy until the server has stored the change, which it may still refuse.
  if (facts.isLegacy) return false;
  const change = takeLegacyChange();
  if (change === null || !(await isDerivedFor(facts, change.next))) return false;
  await keepPendingKey(change.next);
  return facts.keyState === 'flagged' && (await relockDerived(facts, change.old, change.next)).kind === 'done';
}

function openDerived(facts: KeyFacts) {
  return attemptKeyWork(async (run) => {
    const [pending, { stored }] = [await readPendingSecret(facts), facts];
    if (pending === null || stored === null) return { kind: 'failed', notice: 'key.not_here' };
    const { encPriv, keyId } = stored;
    return keep(facts, await run('decryptPrivateKey', { encPriv, keyId, kind: pending.kind, key: pending.wrapKey }));
  });
}

function makeDerived(facts: KeyFacts) {
  return attemptKeyWork(async (run) => {
    const pending = await readPendingSecret(facts);
    if (pending === null || pending.authKey === null) return { kind: 'failed', notice: 'key.not_here' };
    return makeKeyUnder(run, facts, { ...pending, authKey: pending.authKey }, 'register');
  });
}
