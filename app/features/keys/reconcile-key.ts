import { keepPendingKey, readOpenedKey, takeLegacyChange } from '~/browser/key-store';
import { type KeyHeld, type KeyStep, nextKeyStep, promptsImmediately } from '~/domain/key-step';
import type { KeyFacts } from './key.schemas';
import { fetchKeyFacts, tellLock } from './key-server';
import { attemptKeyWork, isDerivedFor, keep, readDerived } from './key-work';
import { makeKeyUnder, relockDerived } from './keychain';

/** What this browser holds for the account: never another account's key, never an older key of this one. */
export async function readHeld(facts: KeyFacts): Promise<KeyHeld> {
  const { accountId, stored } = facts;
  const opened = await readOpenedKey(accountId);
  if (opened !== null && opened.keyId === stored?.keyId && opened.key === stored.key) return 'opened';
  return (await readDerived(facts)) === null ? 'nothing' : 'derived';
}

/**
 * What is left for the parent to do, after everything was done that needs no word. `asks`: at once, on whatever page this is. `knowsSecret`:
 * this page derived what proves today's password, so nobody types it twice.
 */
export type ReconciledKey = { facts: KeyFacts; held: KeyHeld; step: KeyStep; asks: boolean; knowsSecret: boolean };

let underWay: Promise<ReconciledKey> | null = null;

/**
 * Opens or makes the key with what a login has just derived, if it did (A68). Whoever asks meanwhile is told the same.
 * @throws Error where the server does not answer
 */
export function reconcileKey(): Promise<ReconciledKey> {
  underWay ??= settle().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function settle(): Promise<ReconciledKey> {
  const found = await fetchKeyFacts();
  const facts = (await followLegacyChange(found)) ? await fetchKeyFacts() : found;
  const held = await readHeld(facts);
  const knowsSecret = typeof (await readDerived(facts))?.authKey === 'string';
  const step = nextKeyStep(facts, held);
  if (step !== 'open' && step !== 'make') return { facts, held, step, asks: promptsImmediately(step, facts.hasPasswordError), knowsSecret };
  const outcome = step === 'open' ? await openDerived(facts) : await makeDerived(facts);
  if (outcome.kind === 'done') return { facts, held: 'opened', step: 'done', asks: false, knowsSecret };
  // Not the parent's fault, and tried again with the next page; what was not opened by the right password is asked about (A51).
  const hasPasswordError = step === 'open' && (outcome.kind === 'wrong' || outcome.notice === 'key.unreadable');
  if (hasPasswordError) await tellLock(false);
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
 * After a legacy account's first change of password or address in this page (ACCT-028): the new password is what the key is made under, or
 * the key there is gets locked under it. @returns whether the key was re-encrypted
 */
async function followLegacyChange(facts: KeyFacts): Promise<boolean> {
  // Until the server has stored the change it may still refuse it.
  if (facts.isLegacy) return false;
  const change = takeLegacyChange();
  if (change === null || !(await isDerivedFor(facts, change.next))) return false;
  await keepPendingKey(change.next);
  return facts.keyState === 'flagged' && (await relockDerived(facts, change.old, change.next)).kind === 'done';
}

function openDerived(facts: KeyFacts) {
  return attemptKeyWork(async (run) => {
    const [pending, { stored }] = [await readDerived(facts), facts];
    if (pending === null || stored === null) return { kind: 'failed', notice: 'key.not_here' };
    const { encPriv, keyId } = stored;
    return keep(facts, await run('decryptPrivateKey', { encPriv, keyId, kind: pending.kind, key: pending.wrapKey }));
  });
}

function makeDerived(facts: KeyFacts) {
  return attemptKeyWork(async (run) => {
    const pending = await readDerived(facts);
    if (pending === null || pending.authKey === null) return { kind: 'failed', notice: 'key.not_here' };
    return makeKeyUnder(run, facts, { ...pending, authKey: pending.authKey }, 'register');
  });
}
