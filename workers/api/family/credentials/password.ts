import { normaliseEmail } from '../../../../app/domain/credentials';
import { ERROR_CODES, Refusal } from '../../../../app/wire/errors';
import { isAuthKey } from '../../given';
import { hashTyped, readLegacyCost } from '../../legacy-password';
import type { Call, FamilyObject } from '../core/call';
import { isSame, verifierOf } from '../core/secrets';
import { notForSso } from '../core/sso-account';
import { requireTryLeft, WrongPassword } from '../core/tried';
import { isLoginSecret } from '../keys/account-key';
import { type AccountRow, findAccount, getAccount } from '../store/account.queries';

/** A password that a signed call gave: authKey, or a legacy account's as typed together with its scrypts, of which any may be right (A80). `email` normalised. */
export type GivenPassword = { email: string; secret: string; hashes: ReadonlyArray<string> };

/** Hashes what was typed, where the account is a legacy one: the only wait, before the transaction. Never for a count that is used up. */
export async function readPassword(family: FamilyObject, given: { email: string; password: string }): Promise<GivenPassword> {
  const read = { email: normaliseEmail(given.email), secret: given.password, hashes: [] };
  const cost = readLegacyCost(family.bindings);
  const stored = family.act({ kind: 'visitor', id: '' }, (call) => {
    const account = findAccount(call.sql);
    if (account?.is_legacy !== 1 || cost === null || isAuthKey(given.password)) return null;
    requireTryLeft(call, 'password');
    return { salt: account.password_salt, source: `account:${call.accountId}` };
  });
  if (stored === null || cost === null) return read;
  // A signed call does not say which network its reader is in.
  return { ...read, hashes: await hashTyped(family.bindings, stored.source, given.password, stored.salt, cost) };
}

/**
 * The account, if the call knows its password.
 * @throws Refusal 410 for an SSO account, 413, 210 where a legacy account was given a derived value, 300
 */
export function requirePassword(call: Call, given: GivenPassword): AccountRow {
  const account = getAccount(call.sql);
  if (account.login_scheme === 'sso') throw notForSso();
  requireTryLeft(call, 'password');
  if (account.is_legacy === 1 && isAuthKey(given.secret) && call.env.LEGACY_IMPORT) {
    throw new Refusal(ERROR_CODES.unsupportedScheme, 400, 'This account logs in with the plain password');
  }
  if (given.email !== account.email || !isRight(call, account, given)) throw new WrongPassword();
  return account;
}

function isRight(call: Call, account: AccountRow, { secret, hashes }: GivenPassword): boolean {
  if (account.is_legacy === 0) return isLoginSecret(call, account, secret);
  const verifiers = hashes.map((hash) => verifierOf(hash, account.password_salt, call.env.PASSWORD_PEPPER));
  return verifiers.some((verifier) => isSame(verifier, account.password_verifier));
}
