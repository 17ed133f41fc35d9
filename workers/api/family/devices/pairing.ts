import { cleanName } from '#app/domain/child';
import { toDeviceOs } from '#app/domain/device';
import { normalisePairingCode, PAIRING_CODE_LIFE_MS, PAIRING_LIFE_MS } from '#app/domain/pairing';
import { type EnrolAnswer, type EnrolBody, USAGE_EVERY_S } from '#app/wire/device';
import { ERROR_CODES, invalidPairingCode, outsideAccount, Refusal } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { newSecret, newToken } from '../core/secrets';
import { moveToNewDevice } from '../notifications/new-apps';
import { scheduleDeviceNotSeen, schedulePairingReminder, withdrawPairingReminder, withdrawReminders } from '../notifications/notify';
import { policyOf } from '../policy/policy';
import { findChild } from '../store/child.queries';
import { countDevices, findDevice, listFormerDevices, putDevice, type StoredDevice } from '../store/device.queries';
import { accountKeyOf } from '../store/key.queries';
import { findPairing, listOpenPairings, type PairingRow, putPairing, removePairing } from '../store/pairing.queries';
import { hashCode, isCode, newCode } from './pairing-code';
import { retireDevice } from './retire';

/** Maximum number of open pairings: as many as the largest plan has devices. */
const OPEN_MAX = 20;

/** Maximum length of a device name, in code points. */
const NAME_MAX = 64;

/** A pairing with its code in plain text, which is returned once and never stored. The code is '' if a device has already been paired. */
export type OpenedPairing = { row: PairingRow; code: string };

/** Opens a pairing for a child (S36). Its id has 128 random bits and is valid for 7 days, its code for 15 minutes. */
export function openPairing(call: CallContext, child: { id: string; name: string }, os: string): OpenedPairing {
  const [id, code] = [newToken(16), newCode()];
  const row: PairingRow = {
    id,
    child_id: child.id,
    child_name: child.name,
    os,
    code: hashCode(code, id, call.env.PASSWORD_PEPPER),
    code_expires_at: call.now + PAIRING_CODE_LIFE_MS,
    expires_at: call.now + PAIRING_LIFE_MS,
    nonce: null,
    device_id: null,
    created_at: call.now,
  };
  makeRoom(call);
  putPairing(call.sql, row);
  call.setDue('pairing', row.id, row.expires_at);
  schedulePairingReminder(call, row);
  call.recordChange('pairing', row.id);
  return { row, code };
}

/** Removes the oldest open pairings if there are too many. Their pages treat them as expired. */
function makeRoom(call: CallContext): void {
  const open = listOpenPairings(call.sql).sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
  for (const { id } of open.slice(0, Math.max(0, open.length + 1 - OPEN_MAX))) {
    removePairing(call.sql, id);
    call.cancelDue('pairing', id);
    withdrawPairingReminder(call, id);
    call.recordChange('pairing', id);
  }
}

/**
 * Creates a new code for an open pairing (A134). Returns an already used pairing unchanged, without a code.
 * @throws Refusal code 410 for an unknown or expired pairing
 */
export function renewCode(call: CallContext, pairId: string): OpenedPairing {
  const row = findPairing(call.sql, pairId);
  if (row === null || row.expires_at <= call.now) throw outsideAccount();
  if (row.device_id !== null) return { row, code: '' };
  const code = newCode();
  const hash = hashCode(code, row.id, call.env.PASSWORD_PEPPER);
  const renewed = { ...row, code: hash, code_expires_at: call.now + PAIRING_CODE_LIFE_MS };
  putPairing(call.sql, renewed);
  call.recordChange('pairing', row.id);
  return { row: renewed, code };
}

/** Returns the device's make and model, cleaned like names that parents enter, because pages show both. */
function namesOf({ make, model, model_name }: EnrolBody): Pick<StoredDevice, 'make' | 'model' | 'model_name'> {
  return { make: cleanName(make), model: cleanName(model), model_name: cleanName(model_name) };
}

/**
 * Enrolls a device (S61). A repeated request with the same nonce gets the same answer. Another nonce gets `already_paired` and no secret. A
 * code must be the current one. A device whose management was removed gets back its name, children and app list. Its old row is retired
 * (D09). `requireRoom` checks the plan's limit again, given the number of other devices.
 * @throws Refusal with reason `already_paired` or `code` (unknown or expired pairing, wrong code), or that of `requireRoom`
 */
export function completePairing(
  call: CallContext,
  pairId: string,
  body: EnrolBody,
  requireRoom: (call: CallContext, beside: number) => unknown,
): EnrolAnswer {
  const pairing = findPairing(call.sql, pairId);
  if (pairing === null || (pairing.device_id === null && pairing.expires_at <= call.now)) throw invalidPairingCode();
  if (pairing.device_id !== null) {
    const device = pairing.nonce === body.device_nonce ? findDevice(call.sql, pairing.device_id) : null;
    if (device === null) throw new Refusal(ERROR_CODES.unknown, 400, 'This pairing already has a device', { reason: 'already_paired' });
    return toAnswer(call, device);
  }
  if ('code' in body) {
    const isRight = isCode(normalisePairingCode(body.code), pairing.code, pairing.id, call.env.PASSWORD_PEPPER);
    if (!isRight || pairing.code_expires_at <= call.now) throw invalidPairingCode();
  }
  if (findChild(call.sql, pairing.child_id) === null) throw invalidPairingCode();
  const former = listFormerDevices(call.sql, body.udid);
  requireRoom(call, countDevices(call.sql) - former.length);
  const id = call.newId();
  const named = namesOf(body);
  const device: StoredDevice = {
    id,
    pair_id: pairing.id,
    secret: call.sealer.seal(newSecret(), `device:${id}`),
    name: former.at(-1)?.name ?? [...(named.model_name || named.model || named.make || 'Device')].slice(0, NAME_MAX).join(''),
    ...named,
    os: toDeviceOs(body.os),
    udid: body.udid,
    fcm_token: body.fcm_token ?? null,
    management_level: body.management_level,
    key_pinned: Number(body.key_pinned),
    childIds: [...new Set([pairing.child_id, ...former.flatMap(({ childIds }) => childIds)])],
    suspended: 0,
    schedule_at: call.now,
    report_seq: 0,
    report: {
      seenAt: call.now,
      lastActivityAt: null,
      toldAt: null,
      battery: null,
      batteryAt: null,
      osVersion: body.os_version,
      appVersion: body.app_version,
      components: {},
      errorCount: 0,
      activeChildId: null,
      applied: null,
      managementRemovedAt: null,
      locationActive: false,
      locationAt: null,
      isInUse: null,
      usePaceMs: USAGE_EVERY_S * 1000,
      unsupported: [],
    },
    created_at: call.now,
    updated_at: call.now,
    retired_at: null,
  };
  for (const one of former) {
    moveToNewDevice(call, one, device);
    retireDevice(call, one, id);
  }
  putDevice(call.sql, device);
  putPairing(call.sql, { ...pairing, nonce: body.device_nonce, device_id: id });
  call.cancelDue('pairing', pairing.id);
  withdrawReminders(call, pairing);
  scheduleDeviceNotSeen(call, id);
  call.recordChange('device', id, { deviceId: id });
  call.recordChange('pairing', pairing.id);
  return toAnswer(call, device);
}

function toAnswer(call: CallContext, device: StoredDevice): EnrolAnswer {
  return {
    device_id: device.id,
    account_id: call.accountId,
    device_secret: call.sealer.open(device.secret, `device:${device.id}`),
    schedule_ts: device.schedule_at,
    policy: policyOf(call, device),
    account_key: accountKeyOf(call.sql),
  };
}
