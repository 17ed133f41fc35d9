import { Hono } from 'hono';
import { UNDO_MS } from '#app/domain/undo';
import { cancelCommand, createCommand } from '#app/wire/command';
import { invalid, outsideAccount } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { isAnswered } from '../status/sample-requests';
import { type ChildRow, findChild } from '../store/child.queries';
import { aboutCommand, type CommandRow, endCommand, findCommand, listOpenCommands } from '../store/command.queries';
import { findDevice, listDevices, listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import { requireGeolocation } from '../subscription/plan-of';
import { pauseChild, resumeChild, undoPause } from './pause';
import { requestFromDevice, requestInstall } from './request';
import { stopLocating } from './stop-locating';

/**
 * Creates and cancels pauses and requests to devices (S24, S39, S53, S54, S55). A policy command can't be canceled: the new state would
 * stay, but the device would not be told. Instead, removing the rule or ending the pause sends the opposite change.
 */
export const commands = new Hono<FamilyApp>()
  .post(
    '/',
    handleEndpoint(createCommand, (call, { body }) => {
      if (body.command === 'pause') {
        const command_ids = pauseChild(call, requireChild(call, body.user_id), body.duration);
        return { command_ids, undo_until: call.now + UNDO_MS };
      }
      if (body.command === 'resume') return { command_ids: resumeChild(call, requireChild(call, body.user_id)) ?? [] };
      if (body.command === 'location_burst') requireGeolocation(call);
      if (body.command === 'location_stop') {
        requireGeolocation(call);
        return { command_ids: targets(call, body).flatMap((device) => stopLocating(call, device) ?? []) };
      }
      const managed = targets(call, body).filter((device) => device.report.managementRemovedAt === null);
      if (managed.length === 0) throw invalid('No managed device');
      if (body.command === 'install_childapp') return { command_ids: managed.map((device) => requestInstall(call, device)) };
      const kind = body.command;
      return { command_ids: managed.map((device) => requestFromDevice(call, device, kind)) };
    }),
  )
  .delete(
    '/',
    handleEndpoint(cancelCommand, (call, { body }) => {
      if ('command_id' in body) {
        const command = findCommand(call.sql, body.command_id);
        return { objects_deleted: command !== null && command.kind !== 'policy' && cancel(call, command) ? 1 : 0 };
      }
      const child = findChild(call.sql, body.user_id);
      if (child === null) return { objects_deleted: 0 };
      if (body.command === 'pause') {
        if (body.undo !== true) return { objects_deleted: resumeChild(call, child) === null ? 0 : 1 };
        const undone = undoPause(call, child);
        return { objects_deleted: undone === null ? 0 : 1, undone: undone ?? false };
      }
      const open = listDevicesOfChild(call.sql, body.user_id).flatMap((device) => listOpenCommands(call.sql, device.id));
      const cancelled = open.filter((command) => command.kind !== 'policy' && command.kind === body.command && cancel(call, command));
      return { objects_deleted: cancelled.length };
    }),
  );

/** Cancels a command. Returns false if it has ended, or if the device is already uploading the requested screenshot. */
function cancel(call: CallContext, command: CommandRow): boolean {
  if (isAnswered(call, command)) return false;
  const isCancelled = endCommand(call.sql, command, 'cancelled', call.now);
  if (isCancelled) call.recordChange('command', command.id, aboutCommand(command));
  return isCancelled;
}

function targets(call: CallContext, body: { user_id?: string | undefined; device_id?: string | undefined }): Array<StoredDevice> {
  if (body.device_id !== undefined) {
    const device = findDevice(call.sql, body.device_id);
    if (device === null) throw outsideAccount();
    return [device];
  }
  if (body.user_id === undefined) return listDevices(call.sql);
  return listDevicesOfChild(call.sql, requireChild(call, body.user_id).id);
}

function requireChild(call: CallContext, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw outsideAccount();
  return child;
}
