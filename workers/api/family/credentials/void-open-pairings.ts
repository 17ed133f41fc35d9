import type { CallContext } from '../core/call-context';
import { newSecret } from '../core/secrets';
import { withdrawPairingReminder } from '../notifications/notify';
import { setTokenKey } from '../store/account.queries';
import { listOpenPairings, removePairing } from '../store/pairing.queries';

/**
 * Voids everything that could still pair a device (S05, S06, S08): links with the account token and all open pairings. Paired devices stay.
 */
export function voidOpenPairings(call: CallContext): void {
  setTokenKey(call.sql, call.sealer.seal(newSecret(), 'account'));
  for (const { id } of listOpenPairings(call.sql)) {
    removePairing(call.sql, id);
    call.cancelDue('pairing', id);
    withdrawPairingReminder(call, id);
    call.recordChange('pairing', id);
  }
}
