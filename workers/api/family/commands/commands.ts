import { Hono } from 'hono';
import { DEVICE_INFO_THROTTLE_MS, isOpen, REQUEST_LIFE_MS } from '../../../../app/domain/command';
import { cancelCommand, commandStateSchema, createCommand } from '../../../../app/wire/command';
import { invalid, notYours } from '../../../../app/wire/errors';
import { answer, type FamilyApp } from '../answer';
import type { Call } from '../call';
import { type ChildRow, findChild } from '../children/child.queries';
import { findDevice, listDevices, listDevicesOfChild, type StoredDevice } from '../devices/device.queries';
import { sendCommand } from '../send-command';
import { aboutCommand, type CommandRow, endCommand, findCommand, findLastCommand, listOpenCommands } from './command.queries';
import { pauseChild, resumeChild } from './pause';

/**
 * Pauses, requests to devices, and taking them back (S24, S39, S54, S55). A change of state is not taken back as a command: what it carries
 * would stay, and the device would never hear of it. Lifting the rule, or ending the pause, sends the change that undoes it.
 */
export const commands = new Hono<FamilyApp>()
  .post(
    '/',
    answer(createCommand, (call, { body }) => {
      if (body.command === 'pause') return { command_ids: pauseChild(call, requireChild(call, body.user_id), body.duration) };
      if (body.command === 'resume') return { command_ids: resumeChild(call, requireChild(call, body.user_id)) ?? [] };
      const managed = targets(call, body).filter((device) => device.report.managementRemovedAt === null);
      if (managed.length === 0) throw invalid('No managed device');
      return { command_ids: managed.map((device) => requestInfo(call, device)) };
    }),
  )
  .delete(
    '/',
    answer(cancelCommand, (call, { body }) => {
      if ('command_id' in body) {
        const command = findCommand(call.sql, body.command_id);
        return { objects_deleted: command !== null && command.kind !== 'policy' && cancel(call, command) ? 1 : 0 };
      }
      const child = findChild(call.sql, body.user_id);
      if (child === null) return { objects_deleted: 0 };
      if (body.command === 'pause') return { objects_deleted: resumeChild(call, child) === null ? 0 : 1 };
      const open = listDevicesOfChild(call.sql, body.user_id).flatMap((device) => listOpenCommands(call.sql, device.id));
      const cancelled = open.filter((command) => command.kind !== 'policy' && command.kind === body.command && cancel(call, command));
      return { objects_deleted: cancelled.length };
    }),
  );

function cancel(call: Call, command: CommandRow): boolean {
  const isCancelled = endCommand(call.sql, command.id, 'cancelled', call.now);
  if (isCancelled) call.changed('command', command.id, aboutCommand(command));
  return isCancelled;
}

function targets(call: Call, body: { user_id?: string | undefined; device_id?: string | undefined }): Array<StoredDevice> {
  if (body.device_id !== undefined) {
    const device = findDevice(call.sql, body.device_id);
    if (device === null) throw notYours();
    return [device];
  }
  if (body.user_id === undefined) return listDevices(call.sql);
  return listDevicesOfChild(call.sql, requireChild(call, body.user_id).id);
}

function requireChild(call: Call, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw notYours();
  return child;
}

/** At most one request in six minutes: while one is open or young, its id is the answer (S39). */
function requestInfo(call: Call, device: StoredDevice): string {
  const last = findLastCommand(call.sql, device.id, 'device_info');
  if (last !== null && (isOpen(commandStateSchema.parse(last.state)) || call.now - last.saved_at < DEVICE_INFO_THROTTLE_MS)) return last.id;
  const id = call.newId();
  const expiresAt = call.now + REQUEST_LIFE_MS;
  sendCommand(call, {
    id,
    device_id: device.id,
    child_id: null,
    kind: 'device_info',
    action: null,
    schedule_at: device.schedule_at,
    saved_at: call.now,
    expires_at: expiresAt,
  });
  call.due('command', id, expiresAt);
  call.changed('command', id, { deviceId: device.id });
  return id;
}
