import type { CallContext } from '../core/call-context';
import { isAccountToken } from '../core/secrets';
import { findAccount } from '../store/account.queries';
import { findDevice } from '../store/device.queries';
import { findPairing } from '../store/pairing.queries';

/** What the page of a pairing link shows. `isOver`: the link no longer pairs a device. */
export type PairingSummary = { childName: string; isPaired: boolean; isOver: boolean };

/** Returns what the page of a pairing link shows: null for an unknown pairing, `bad-token` for a wrong token or address. */
export function describePairing(call: CallContext, email: string, pairId: string, token: string): PairingSummary | 'bad-token' | null {
  if (!isOwnToken(call, token) || findAccount(call.sql)?.email !== email) return 'bad-token';
  const pairing = findPairing(call.sql, pairId);
  if (pairing === null) return null;
  const isPaired = pairing.device_id !== null && findDevice(call.sql, pairing.device_id) !== null;
  return {
    childName: pairing.child_name,
    isPaired,
    isOver: !isPaired && (pairing.device_id !== null || pairing.expires_at <= call.now),
  };
}

/** True if the token is one of the account's tokens of the last 24 h. */
export function isOwnToken(call: CallContext, token: string): boolean {
  const row = findAccount(call.sql);
  return row !== null && isAccountToken(token, row.account_id, call.sealer.open(row.token_key, 'account'), call.now);
}
