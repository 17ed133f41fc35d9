import type { CommandAction } from '../../../app/domain/command';
import type { Call } from './call';
import { endCommand, insertCommand, listOpenCommands } from './commands/command.queries';
import { listDevicesOfChild, type StoredDevice, setScheduleAt } from './devices/device.queries';

/**
 * Sends a change of a child's state on its way: each of its devices gets a new policy version and one command that
 * carries it; an older one that was still travelling is superseded (S24). Such commands never expire.
 */
export function propagate(call: Call, childId: string, action: CommandAction): void {
  for (const device of listDevicesOfChild(call.sql, childId)) propagateTo(call, device, childId, action);
}

/** The same for one device. */
export function propagateTo(call: Call, device: StoredDevice, childId: string, action: CommandAction): void {
  const scheduleAt = Math.max(call.now, device.schedule_at + 1);
  setScheduleAt(call.sql, device.id, scheduleAt);
  for (const open of listOpenCommands(call.sql, device.id)) {
    if (open.kind === 'policy') endCommand(call.sql, open.id, 'superseded', call.now);
  }
  insertCommand(call.sql, {
    id: call.newId(),
    device_id: device.id,
    child_id: childId,
    kind: 'policy',
    action,
    schedule_at: scheduleAt,
    saved_at: call.now,
    expires_at: null,
  });
}
