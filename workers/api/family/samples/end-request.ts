import type { CallContext } from '../core/call-context';
import type { CommandRow } from '../store/command.queries';
import { findAnswerTo, markDeleted } from '../store/sample.queries';

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
