import type { DeviceDescriptor, LoginAnswer } from '../../../../app/wire/account';
import type { Visitor } from '../../caller';
import type { Call } from '../core/call';
import { type AccountRow, findAccount } from '../store/account.queries';
import { confirm, openSession } from './sign-in';

/** An identity that a provider vouched for, and the browser it signs in (A85). */
export type SsoSignIn = { issuer: string; subject: string; device: DeviceDescriptor };

/** True when the account is this identity's: by issuer and subject, never by an address. */
export function isLinked(call: Call, identity: { issuer: string; subject: string }): boolean {
  const row = findAccount(call.sql);
  return row !== null && isOf(row, identity);
}

/**
 * Signs in, or answers null: another identity, a password account, retired. An account that was cut off after the directory had confirmed it
 * is finished here.
 */
export function signInBySso(call: Call, wanted: SsoSignIn, visitor: Visitor): LoginAnswer | null {
  const row = findAccount(call.sql);
  if (row === null || !isOf(row, wanted) || row.retired_at !== null) return null;
  return row.confirmed_at === null ? confirm(call, wanted.device, visitor) : openSession(call, wanted.device, visitor);
}

function isOf({ login_scheme, sso_issuer, sso_subject }: AccountRow, { issuer, subject }: { issuer: string; subject: string }): boolean {
  return login_scheme === 'sso' && sso_issuer === issuer && sso_subject === subject;
}
