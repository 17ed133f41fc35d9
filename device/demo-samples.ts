import { setTimeout as sleep } from 'node:timers/promises';
import { isQuiet } from '#app/domain/sample-config.ts';
import type { Instant } from '#app/domain/time.ts';
import { type ConfigChange, updateUserConfig } from '#app/wire/samples.ts';
import type { Device } from './call.ts';
import { captureAt } from './capture.ts';
import { serverTime } from './decide.ts';
import { isWithinHours } from './habits.ts';
import type { Parent } from './parent.ts';
import { GIVE_UP_MS } from './samples.ts';
import type { DeviceState } from './state.ts';

/** By first name. Leo has no automatic screenshots: his gallery is empty until a parent asks for one. */
const SETTINGS: Readonly<Record<string, ConfigChange>> = {
  Mia: { automated: { enabled: true, interval_min: 120, quiet: { from: '20:30', to: '07:00' } } },
  Ben: {
    automated: { enabled: true, interval_min: 60, quiet: { from: '23:00', to: '06:30' } },
    ocr: { custom_terms: ['skate park', 'Kaan', '明天'], ignore_terms: ['killer app', 'headshot', 'shoot the ball'] },
  },
};

const MINUTE_MS = 60_000;
/** The devices whose first start brings screenshots of the last days, and the time between them. */
const EVERY_MS: Readonly<Record<string, number>> = {
  'mia-phone': 150 * MINUTE_MS,
  'mia-tablet': 120 * MINUTE_MS,
  'ben-phone': 120 * MINUTE_MS,
};
/** A device forgets what it could not upload for longer. So no screenshot is older. */
const BACK_MS = GIVE_UP_MS - 60 * MINUTE_MS;
/** Pause after each screenshot. The devices must not slow down the pages. */
const PAUSE_MS = 700;

/** Turns on what the children’s devices capture. A child that a person removed is null. */
export async function addSampleSettings(parent: Parent, children: Record<string, string | null>): Promise<void> {
  for (const [name, config] of Object.entries(SETTINGS)) {
    const user_id = children[name] ?? null;
    if (user_id === null) continue;
    await parent.call(updateUserConfig, { body: { request_type: 'update_user_config', request_args: { user_id, config } } });
  }
}

/**
 * Gives a running demo device the screenshots that it would have taken in the last days, as if it had been offline since: drawn for their
 * time, searched, sealed, and uploaded by its next rounds.
 */
export async function catchUpSamples(device: Device, file: string, signal: AbortSignal): Promise<void> {
  const every = EVERY_MS[file];
  if (every === undefined) return;
  // The settings arrive with one of the first rounds.
  for (let round = 0; round < 60 && automatedOf(device.store.read()) === null; round += 1) await pause(signal);
  const state = device.store.read();
  for (const at of listTimes(state, every, serverTime(state, device.now()))) {
    if (signal.aborted) return;
    const [user] = device.store.read().policy?.rules.users ?? [];
    if (user !== undefined) await captureAt(device, user.user_id, at);
    await pause(signal);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
}

function automatedOf({ policy }: DeviceState) {
  const user = policy?.rules.users[0];
  return policy?.rules.sampling?.users.find(({ user_id }) => user_id === user?.user_id)?.automated ?? null;
}

/** Returns the times at which the child used the device outside quiet hours, newest first, so that the gallery soon shows today. */
export function listTimes(state: DeviceState, everyMs: number, now: Instant): Array<Instant> {
  const user = state.policy?.rules.users[0];
  const automated = automatedOf(state);
  if (user === undefined || automated === null) return [];
  const count = Math.floor(BACK_MS / everyMs);
  // Not on the minute: a device counts from its last screenshot.
  const times = Array.from({ length: count }, (_, index) => now - (index + 1) * everyMs + ((index * 7919) % 11) * MINUTE_MS);
  const isUsed = (at: Instant) => state.habits?.useHours.some((hours) => isWithinHours(hours, at, user.time_zone)) === true;
  return times.filter((at) => isUsed(at) && !isQuiet(automated.quiet, at, user.time_zone));
}
