import type { FamilyJob } from '#workers/api/bindings';
import type { CallContext } from '../core/call-context';
import { endSessions } from '../core/end-sessions';
import { retireDevice } from '../devices/retire';
import { getAccount, retireAccount } from '../store/account.queries';
import { findCustomerId } from '../store/customer.queries';
import { listDevices } from '../store/device.queries';
import { listDueIds } from '../store/due.queries';
import { listUndoAddresses } from '../store/undo.queries';

/** Time from the request to the purge (S11). */
export const DELETION_WAIT_MS = 30 * 24 * 60 * 60_000;
/** Time after which a job without any result is sent again. The queue retries failed deliveries much earlier. */
export const JOB_RETRY_MS = 6 * 60 * 60_000;

/**
 * Runs the first half of the purge: retires the account, ends all sessions and removes all devices. Returns the job that frees the family's
 * directory entries, or null if no deletion is due. Repeated until `forget` has deleted the rows.
 */
export function startPurge(call: CallContext): FamilyJob | null {
  const account = getAccount(call.sql);
  if (account.deletion_requested_at === null || account.deletion_requested_at + DELETION_WAIT_MS > call.now) return null;
  call.setDue('purge', '', call.now + JOB_RETRY_MS);
  retireAccount(call.sql, call.now);
  endSessions(call, null);
  for (const device of listDevices(call.sql)) retireDevice(call, device);
  const { sso_issuer: issuer, sso_subject: subject } = account;
  return {
    kind: 'deletion',
    accountId: call.accountId,
    emails: [...new Set([account.email, ...listUndoAddresses(call.sql), ...listDueIds(call.sql, 'address')])].filter(
      (email) => email !== '',
    ),
    sso: issuer === null || subject === null ? null : { issuer, subject },
    customerId: findCustomerId(call.sql),
  };
}
