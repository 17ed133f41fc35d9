import { randomBytes } from 'node:crypto';
import type { Device } from '#device/call.ts';
import { memoryStore } from '#device/device.ts';
import { enrol } from '#device/enrol.ts';
import { readCode } from '#device/enrollment.ts';
import { type About, newDeviceState } from '#device/state.ts';

/**
 * Enrolls a simulated device with a pairing code from a page. `model`: properties that differ from a current Android phone.
 * @throws Refusal when the server refuses, Error for an invalid code or when the server does not answer
 */
export async function pairDevice(apiUrl: string, code: string, model: Partial<About> = {}): Promise<Device> {
  const about = {
    make: 'Porchlight',
    model: 'walk',
    modelName: 'Mia’s phone',
    os: 'android',
    osVersion: '16',
    appVersion: '9.0.0',
    udid: 'walk',
    managementLevel: 'device-owner',
    ...model,
  };
  const nonce = randomBytes(24).toString('base64url');
  const device: Device = { store: memoryStore(newDeviceState({ apiUrl, nonce, about })), fetch: globalThis.fetch, now: Date.now };
  const invitation = readCode(code);
  if (invitation === null) throw new Error(`The pairing page shows no pairing code; got “${code}”`);
  const outcome = await enrol(device, invitation.enrolment);
  if (outcome.kind === 'refused') throw outcome.refusal;
  if (outcome.kind !== 'value') throw new Error(`The device could not be paired: ${JSON.stringify(outcome)}`);
  return device;
}
