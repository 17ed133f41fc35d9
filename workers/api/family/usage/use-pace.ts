import { USAGE_EVERY_S } from '../../../../app/wire/device';
import type { Call } from '../core/call';
import { wakeDevice } from '../policy/clock';
import { listDevices, type StoredDevice } from '../store/device.queries';

/** How often growing use is to be told while somebody wants to know, and while nobody does: a report is a row. */
const OFTEN_MS = USAGE_EVERY_S * 1000;
const SELDOM_MS = 5 * 60_000;
/** A device that tells its use once a minute and has told none for longer lies there. */
const IDLE_MS = 150_000;

/**
 * Does the device lie there, as far as it is known? By its own word, else by how long it has told no use, which depends on how often it was
 * asked to. One without a socket tells of itself every minute whatever it was asked.
 */
export function isIdle(call: Call, { id, report }: Pick<StoredDevice, 'id' | 'report'>): boolean {
  const { isInUse, lastActivityAt, usePaceMs } = report;
  if (isInUse === false) return true;
  const pace = call.heardBySocket(id) === null ? OFTEN_MS : usePaceMs;
  return lastActivityAt !== null && call.now - lastActivityAt > pace - OFTEN_MS + IDLE_MS;
}

/**
 * How often a device that has just spoken is to tell growing use: every minute while somebody looks or another device of the same child is in
 * use, since what each may use depends on both; else every five. What cannot wait it tells at once (device/transitions.ts). One that does not
 * say whether it is in use knows nothing of that, and one without a socket cannot be woken: both tell it every minute.
 */
export function paceOf(call: Call, device: StoredDevice): number {
  if (device.report.isInUse !== true || call.heardBySocket(device.id) === null || call.isWatched()) return OFTEN_MS;
  return listBeside(call, device).some((other) => isInHand(call, other)) ? OFTEN_MS : SELDOM_MS;
}

/**
 * Another device of the child is in use: those that tell it seldom tell what they have counted, and then every minute. At each of its reports,
 * since a socket can swallow the word.
 */
export function wakeBeside(call: Call, device: StoredDevice): void {
  if (!isInHand(call, device)) return;
  for (const other of listBeside(call, device)) if (isSeldomTold(other)) wakeDevice(call, other);
}

/** A device opens its socket anew: what it missed meanwhile may be that it is to tell its use more often. */
export function wakeReturned(call: Call, device: StoredDevice): void {
  if (isSeldomTold(device) && paceOf(call, device) === OFTEN_MS) wakeDevice(call, device);
}

/** A browser opens its socket: what its page shows is as good as the devices' last word, so those in use that speak seldom speak now. */
export function wakeForWatcher(call: Call): void {
  for (const device of listDevices(call.sql)) if (isSeldomTold(device)) wakeDevice(call, device);
}

/** The same for a reader who may hold no socket: only where the last word is a minute old. The answer that it gets is that word. */
export function wakeForReader(call: Call, devices: ReadonlyArray<StoredDevice>): void {
  call.looked();
  for (const device of devices) {
    const isFresh = call.now - (device.report.toldAt ?? 0) < OFTEN_MS;
    if (!isFresh && isSeldomTold(device)) wakeDevice(call, device);
  }
}

function isInHand(call: Call, device: StoredDevice): boolean {
  return device.report.lastActivityAt !== null && !isIdle(call, device);
}

/** Only one that is in use by its own word was asked for less. */
function isSeldomTold({ report }: StoredDevice): boolean {
  return report.usePaceMs > OFTEN_MS;
}

function listBeside(call: Call, { id, childIds }: StoredDevice): Array<StoredDevice> {
  return listDevices(call.sql).filter((other) => other.id !== id && other.childIds.some((childId) => childIds.includes(childId)));
}
