import type { CommandAction } from '#app/domain/command';
import type { CallContext } from '../core/call-context';
import { endCommand, listOpenCommands } from '../store/command.queries';
import { listDevicesOfChild, type StoredDevice, setScheduleAt } from '../store/device.queries';
import { armChild } from './clock';
import { firstResendAt, sendCommand } from './send-command';

/**
 * Sends a changed state of a child to its devices. Each device gets a new policy version and one command that never expires and supersedes
 * the open one (S24). Also sets the child's clock. Returns the command ids.
 */
export function propagate(call: CallContext, childId: string, action: CommandAction): Array<string> {
  const ids = listDevicesOfChild(call.sql, childId).map((device) => propagateTo(call, device, childId, action));
  armChild(call, childId);
  return ids;
}

/**
 * Like `propagate` for one device, without setting the child's clock. With `action` null, the new policy changes no state. Returns the
 * command id.
 */
export function propagateTo(call: CallContext, device: StoredDevice, childId: string, action: CommandAction | null): string {
  const scheduleAt = Math.max(call.now, device.schedule_at + 1);
  // Sets both values in one write, because they are in the same row.
  setScheduleAt(call.sql, device.id, scheduleAt, call.lastActiveOnSocket(device.id) === null ? null : firstResendAt(call));
  call.rearm();
  for (const open of listOpenCommands(call.sql, device.id)) {
    if (open.kind === 'policy') endCommand(call.sql, open, 'superseded', call.now);
  }
  const id = call.newId();
  sendCommand(call, {
    id,
    device_id: device.id,
    child_id: childId,
    kind: 'policy',
    action,
    schedule_at: scheduleAt,
    saved_at: call.now,
    expires_at: null,
  });
  return id;
}
