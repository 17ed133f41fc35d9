import { DEVICE_INFO_THROTTLE_MS, INSTALL_LOCK_MS, isOpen, REQUEST_LIFE_MS } from '#app/domain/command';
import { type CommandWire, commandStateSchema } from '#app/wire/command';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { sendCommand } from '../policy/send-command';
import { findLastCommand } from '../store/command.queries';
import type { StoredDevice } from '../store/device.queries';

type RequestKind = Extract<CommandWire['kind'], 'device_info' | 'app_list' | 'install_childapp' | 'location_burst' | 'location_stop'>;

/** A new request within this time after the last one is merged into it (S39). With 0, it is merged only while the last one is open. */
const FRESH_MS: Record<RequestKind, number> = {
  device_info: DEVICE_INFO_THROTTLE_MS,
  app_list: 0,
  install_childapp: 0,
  location_burst: 0,
  location_stop: 0,
};

/**
 * Asks an Apple device to install the child app (S52), at most once in 45 s, even after a failure.
 * @throws Refusal 400 with `fields.device_id` for another system, with `fields.command` and `resets_ts` during the 45 s
 */
export function requestInstall(call: CallContext, device: StoredDevice): string {
  if (device.os !== 'iOS') throw invalid('Only Apple devices support this installation', { device_id: 'not_ios' });
  const last = findLastCommand(call.sql, device.id, 'install_childapp');
  const opensAt = last === null ? 0 : last.saved_at + INSTALL_LOCK_MS;
  if (call.now < opensAt) {
    const details = { fields: { command: 'locked' }, resetsAt: opensAt };
    throw new Refusal(ERROR_CODES.unknown, 400, 'The app was requested less than 45 seconds ago', details);
  }
  return requestFromDevice(call, device, 'install_childapp');
}

/**
 * Sends a request to one device; it expires after 10 minutes (S24, S25, S39, S53). Returns the command id. If a request of this type is
 * open or recent, returns its id instead.
 */
export function requestFromDevice(call: CallContext, device: StoredDevice, kind: RequestKind): string {
  const last = findLastCommand(call.sql, device.id, kind);
  if (last !== null && (isOpen(commandStateSchema.parse(last.state)) || call.now - last.saved_at < FRESH_MS[kind])) return last.id;
  const id = call.newId();
  const expiresAt = call.now + REQUEST_LIFE_MS;
  sendCommand(call, {
    id,
    device_id: device.id,
    child_id: null,
    kind,
    action: null,
    schedule_at: device.schedule_at,
    saved_at: call.now,
    expires_at: expiresAt,
  });
  call.setDue('command', id, expiresAt);
  call.recordChange('command', id, { deviceId: device.id });
  return id;
}
