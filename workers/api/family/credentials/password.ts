import { normalizeEmail } from '#app/domain/credentials';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { isAuthKey } from '#workers/api/credentials-input';
import { hashTyped, readLegacyCost } from '#workers/api/legacy-password';
import type { CallContext, FamilyObject } from '../core/call-context';
import { requireAttemptLeft, WrongPassword } from '../core/rate-limit';
import { isSame, verifierOf } from '../core/secrets';
import { notForSso } from '../core/sso-account';
import { isLoginSecret } from '../keys/account-key';
import { type AccountRow, findAccount, getAccount } from '../store/account.queries';

/**
 * A password from a signed request: an authKey, or a legacy password as typed with its scrypt hashes, any of which may match (A80). `email`
 * is normalized.
 */
export type GivenPassword = { email: string; secret: string; hashes: ReadonlyArray<string> };

/**
 * Returns the given password, with its hashes for a legacy account. Call it before the transaction, because hashing is asynchronous.
 * @throws Refusal code 413 for too many attempts, before hashing
 */
export async function readPassword(family: FamilyObject, given: { email: string; password: string }): Promise<GivenPassword> {
  const read = { email: normalizeEmail(given.email), secret: given.password, hashes: [] };
  const cost = readLegacyCost(family.bindings);
  const stored = family.transaction({ kind: 'visitor', id: '' }, (call) => {
    const account = findAccount(call.sql);
    if (account?.is_legacy !== 1 || cost === null || isAuthKey(given.password)) return null;
    requireAttemptLeft(call, 'password');
    return { salt: account.password_salt, source: `account:${call.accountId}` };
  });
  if (stored === null || cost === null) return read;
  // A signed request doesn't reveal its network, so the scrypt service queues it by account.
  return { ...read, hashes: await hashTyped(family.bindings, stored.source, given.password, stored.salt, cost) };
}

/**
 * Returns the account if the given password is right.
 * @throws Refusal code 410 for a single sign-on account, code 413 for too many attempts
 * @throws Refusal code 210 if a legacy account got a derived value, code 300 for a wrong password
 */
export function requirePassword(call: CallContext, given: GivenPassword): AccountRow {
  const account = getAccount(call.sql);
  if (account.login_scheme === 'sso') throw notForSso();
  requireAttemptLeft(call, 'password');
  if (account.is_legacy === 1 && isAuthKey(given.secret) && call.env.LEGACY_IMPORT) {
    throw new Refusal(ERROR_CODES.unsupportedScheme, 400, 'This account logs in with the plain password');
  }
  if (given.email !== account.email || !isRight(call, account, given)) throw new WrongPassword();
  return account;
}

function isRight(call: CallContext, account: AccountRow, { secret, hashes }: GivenPassword): boolean {
  if (account.is_legacy === 0) return isLoginSecret(call, account, secret);
  const verifiers = hashes.map((hash) => verifierOf(hash, account.password_salt, call.env.PASSWORD_PEPPER));
  return verifiers.some((verifier) => isSame(verifier, account.password_verifier));
}
