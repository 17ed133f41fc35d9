import type { Call } from '../core/call';
import { newSecret } from '../core/secrets';
import { closePairing } from '../notifications/raise-notice';
import { setTokenKey } from '../store/account.queries';
import { listOpenPairings, removePairing } from '../store/device.queries';

/**
 * No device gets in by what was made before: links with the account's token are void, and every pairing that waits for its device is closed,
 * whoever opened it (S05, S06, S08). Devices that are paired stay.
 */
export function voidInvitations(call: Call): void {
  setTokenKey(call.sql, call.sealer.seal(newSecret(), 'account'));
  for (const { id } of listOpenPairings(call.sql)) {
    removePairing(call.sql, id);
    call.notDue('pairing', id);
    closePairing(call, id);
    call.changed('pairing', id);
  }
}
