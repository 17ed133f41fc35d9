import { enrolDevice } from '#app/wire/device.ts';
import { beginWithPin, receiveAccountKey } from './account-key.ts';
import { type CallResult, callServer, type Device } from './call.ts';
import { serverTime } from './decide.ts';
import type { Enrolment } from './enrollment.ts';
import type { DeviceState } from './state.ts';
import { apply } from './transitions.ts';

/**
 * Enrolls a device with a pairing code or the data of a pairing link (S61). Safe to repeat after a lost answer: the same nonce brings the
 * same answer. Refusal reasons: `already_paired`, `code`, `limit`.
 */
export async function enrol(device: Device, enrolment: Enrolment): Promise<CallResult<DeviceState>> {
  const { about, nonce } = device.store.read();
  const common = {
    device_nonce: nonce,
    make: about.make,
    model: about.model,
    model_name: about.modelName,
    os: about.os,
    os_version: about.osVersion,
    app_version: about.appVersion,
    udid: about.udid,
    management_level: about.managementLevel,
    key_pinned: enrolment.pinnedKey !== null,
  };
  const proof = enrolment.by === 'code' ? { code: enrolment.code } : { pair_id: enrolment.pairId, token: enrolment.token };
  const outcome = await callServer(device, enrolDevice, { body: { ...common, ...proof } });
  if (outcome.kind !== 'value') return outcome;
  const { account_id, account_key, device_id, device_secret, policy, schedule_ts } = outcome.value;
  const value = device.store.update((state) => {
    const now = serverTime(state, device.now());
    const enrolled: DeviceState = {
      ...state,
      enrolment: { kind: 'enrolled', accountId: account_id, deviceId: device_id, secret: device_secret },
      accountKey: receiveAccountKey(beginWithPin(enrolment.pinnedKey), account_key),
      policy: { rules: policy, scheduleTs: schedule_ts, fetchedAt: now },
      // Pairing requires a person, so the device is in use now.
      lastUsedAt: now,
    };
    return apply(enrolled, now);
  });
  return { kind: 'value', value };
}
