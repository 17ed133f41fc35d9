import { isOpen } from '#app/domain/command';
import { commandStateSchema } from '#app/wire/command';
import type { CallContext } from '../core/call-context';
import { aboutCommand, type CommandRow, endCommand, findLastCommand } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';
import { findAnswerTo, markDeleted } from '../store/sample.queries';
import { createViewCheck, findObstacle } from './sampling';

/** Returns whether the device has announced a sample for this request, so that it can no longer be canceled. */
export function isAnswered(call: CallContext, { kind, device_id, id }: CommandRow): boolean {
  return kind === 'on_demand' && findAnswerTo(call.sql, device_id, id) !== null;
}

/**
 * Deletes what has arrived of the sample for a request that expired or failed. Such a request does not count in the monthly limit, so its
 * sample must not be stored later.
 */
export function dropUnfinished(call: CallContext, { kind, device_id, child_id, id }: CommandRow): void {
  const sample = kind === 'on_demand' ? findAnswerTo(call.sql, device_id, id) : null;
  if (sample?.state !== 'arriving' || !markDeleted(call.sql, sample.id, call.now)) return;
  call.recordChange('sample', sample.id, { deviceId: device_id, ...(child_id === null ? {} : { childId: child_id }) });
  call.setDue('samples', 'gone', call.now);
}

/** Returns the open request for a screenshot of this device, or null. */
export function findOpenRequest(call: CallContext, device: StoredDevice): CommandRow | null {
  const last = findLastCommand(call.sql, device.id, 'on_demand');
  return last !== null && isOpen(commandStateSchema.parse(last.state)) ? last : null;
}

/**
 * Fails the open requests that these devices can't carry out anymore, with the obstacle as the error. A sample that is being uploaded was
 * taken before, so it may arrive. Call it after plans, settings or reports have changed.
 */
export function endImpossibleRequests(call: CallContext, devices: ReadonlyArray<StoredDevice>): void {
  for (const device of devices) {
    const command = findOpenRequest(call, device);
    if (command === null || isAnswered(call, command)) continue;
    const isOff = command.child_id !== null && !createViewCheck(call)(command.child_id);
    const error = findObstacle(call, device)?.why ?? (isOff ? 'off' : null);
    if (error === null || !endCommand(call.sql, command, 'failed', call.now, error, false)) continue;
    call.cancelDue('command', command.id);
    call.recordChange('command', command.id, aboutCommand(command));
  }
}
