import { isOpen } from '#app/domain/command';
import { LOCATION_BURST_MS } from '#app/domain/locator';
import { commandStateSchema } from '#app/wire/command';
import type { CallContext } from '../core/call-context';
import { aboutCommand, type CommandRow, endCommand, findLastCommand } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';
import { requestFromDevice } from './request';

/**
 * Ends the running «Locate now» of a device (A183). A request that the device has not got is canceled. A device that may have begun is told to
 * stop. Returns the id of that command, or null if none is needed.
 */
export function stopLocating(call: CallContext, device: StoredDevice): string | null {
  const burst = findLastCommand(call.sql, device.id, 'location_burst');
  if (burst === null || !isRunning(burst, call.now)) return null;
  const isWaiting = burst.state === 'saved';
  if (isPending(burst)) end(call, burst, 'cancelled');
  if (isWaiting) return null;
  const last = findLastCommand(call.sql, device.id, 'location_stop');
  // A device carries out commands in their order, so an older stop does not end a newer request.
  if (last !== null && isPending(last) && last.seq < burst.seq) end(call, last, 'superseded');
  return requestFromDevice(call, device, 'location_stop');
}

function isPending({ state }: CommandRow): boolean {
  return isOpen(commandStateSchema.parse(state));
}

/** True if a device may still be carrying out the request. */
function isRunning(burst: CommandRow, now: number): boolean {
  if (isPending(burst)) return true;
  return burst.state === 'confirmed' && now < (burst.sent_at ?? burst.saved_at) + LOCATION_BURST_MS;
}

function end(call: CallContext, command: CommandRow, state: 'cancelled' | 'superseded'): void {
  endCommand(call.sql, command, state, call.now);
  call.recordChange('command', command.id, aboutCommand(command));
  call.cancelDue('command', command.id);
}
