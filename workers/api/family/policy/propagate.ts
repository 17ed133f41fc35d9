import type { CommandAction } from '../../../../app/domain/command';
import type { Call } from '../core/call';
import { endCommand, listOpenCommands } from '../store/command.queries';
import { listDevicesOfChild, type StoredDevice, setScheduleAt } from '../store/device.queries';
import { armChild } from './clock';
import { firstResendAt, sendCommand } from './send-command';

/**
 * Sends a change of a child's state on its way: each of its devices gets a new policy version and one command that
 * carries it; an older one that was still travelling is superseded (S24). Such commands never expire. The child's clock is
 * set to what comes next. Returns the ids of the commands.
 */
export function propagate(call: Call, childId: string, action: CommandAction): Array<string> {
  const ids = listDevicesOfChild(call.sql, childId).map((device) => propagateTo(call, device, childId, action));
  armChild(call, childId);
  return ids;
}

/** The same for one device, whose child's question stays as it is. `action` null: another policy that changes no state. */
export function propagateTo(call: Call, device: StoredDevice, childId: string, action: CommandAction | null): string {
  const scheduleAt = Math.max(call.now, device.schedule_at + 1);
  // One row says both.
  setScheduleAt(call.sql, device.id, scheduleAt, call.heardBySocket(device.id) === null ? null : firstResendAt(call));
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
