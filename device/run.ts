import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from './call.ts';
import { decide, serverTime } from './decide.ts';
import { type Happening, step } from './device.ts';
import { addUsage } from './transitions.ts';
import { describeHappening, formatSeconds, zoneOf } from './words.ts';

/** Longer pauses than this were sleep, not use. */
const LONGEST_USE_S = 60;

/**
 * A device's life: a step every `everyMs` until the signal ends it or a parent removes the device. Each line that `say`
 * gets begins with the time in the child's zone. Resolves to `gone` or `stopped`.
 */
export async function runDevice(
  device: Device,
  given: { everyMs: number; inUse: boolean; signal: AbortSignal; say: (line: string) => void },
): Promise<'gone' | 'stopped'> {
  const { everyMs, inUse, signal, say } = given;
  let lastSaid = '';
  let lastStep = device.now();
  while (!signal.aborted) {
    const ownNow = device.now();
    if (inUse) countUse(device, ownNow, (ownNow - lastStep) / 1000);
    lastStep = ownNow;
    const zone = zoneNow(device);
    const happenings = await step(device);
    // A sign of life is no news, nor is the same refusal every two seconds.
    const news = happenings.length === 1 ? happenings.filter(({ kind }) => kind !== 'reported') : happenings;
    for (const line of linesOf(device, news, zone)) {
      if (line.text !== lastSaid) say(`${line.time}  ${line.text}`);
      lastSaid = line.text;
    }
    if (happenings.some(({ kind }) => kind === 'gone')) return 'gone';
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return 'stopped';
}

/** What happened, each as a line with its time in `zone`. */
export function linesOf(device: Device, happenings: Array<Happening>, zone: string): Array<{ time: string; text: string }> {
  const now = serverTime(device.store.read(), device.now());
  const time = formatSeconds(now, zone);
  return happenings.flatMap((happening) => {
    const text = describeHappening(happening, now);
    return text === null ? [] : [{ time, text }];
  });
}

/** The zone of the child whose device it is. Asked before a step: a device that is removed in it has forgotten its child. */
export function zoneNow(device: Device): string {
  const state = device.store.read();
  return zoneOf(decide(state, serverTime(state, device.now())));
}

function countUse(device: Device, ownNow: number, seconds: number): void {
  device.store.update((state) => addUsage(state, Math.min(seconds, LONGEST_USE_S), serverTime(state, ownNow)));
}
