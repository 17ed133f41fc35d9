import type { DeviceDescriptor, LoginAnswer } from '#app/wire/account';
import type { Visitor } from '#workers/api/caller';
import type { CallContext } from '../core/call-context';
import { type AccountRow, findAccount } from '../store/account.queries';
import { confirm, openSession } from './login';

/** An identity verified by a provider, and the browser that logs in (A85). */
export type SsoLogin = { issuer: string; subject: string; device: DeviceDescriptor };

/** True if the account belongs to this identity, matched by issuer and subject, never by address. */
export function isLinked(call: CallContext, identity: { issuer: string; subject: string }): boolean {
  const row = findAccount(call.sql);
  return row !== null && isOf(row, identity);
}

/**
 * Logs in. Returns null for another identity, a password account or a retired account. Finishes a sign-up that was interrupted after the
 * directory confirmed it.
 */
export function logInWithSso(call: CallContext, wanted: SsoLogin, visitor: Visitor): LoginAnswer | null {
  const row = findAccount(call.sql);
  if (row === null || !isOf(row, wanted) || row.retired_at !== null) return null;
  return row.confirmed_at === null ? confirm(call, wanted.device, visitor) : openSession(call, wanted.device, visitor);
}

function isOf({ login_scheme, sso_issuer, sso_subject }: AccountRow, { issuer, subject }: { issuer: string; subject: string }): boolean {
  return login_scheme === 'sso' && sso_issuer === issuer && sso_subject === subject;
}
