import type { DeviceId } from './ids.ts';
import { INACTIVE_AFTER_MS } from './position.ts';
import { addDays, type Instant, type LocalDate } from './time.ts';

/** Polling is fast for this time after «Locate now», in ms (9.2.13). A device ends its burst then too (S53). */
export const LOCATION_BURST_MS = 12 * 60_000;
/** Minimum number of days to choose from in the history (9.2.11, A10). */
export const HISTORY_WINDOW_DAYS = 3;

/** Returns the oldest date of the history. `today`: the child's local date. `days`: `geolocation_days` of the plan (A10). */
export function oldestHistoryDate(today: LocalDate, days: number): LocalDate {
  return addDays(today, -days);
}

/** The fields that decide which device the locator shows. Times are null if never. */
export type LocatorDevice = {
  id: DeviceId;
  name: string;
  locationAt: Instant | null;
  lastActivityAt: Instant | null;
  lastSeenAt: Instant | null;
};

/**
 * Returns the device that the locator shows (4.10.1), or null without devices. Uses the first that exists: the chosen device, the latest
 * position, the latest point of the path, the latest activity (A94). Ignores an unknown choice.
 */
export function selectLocatorDevice<D extends LocatorDevice>(
  devices: ReadonlyArray<D>,
  chosen: DeviceId | null,
  pathDevice: DeviceId | null = null,
): D | null {
  const find = (id: DeviceId | null) => devices.find((device) => device.id === id);
  const located = devices.filter(({ locationAt }) => locationAt !== null).sort((a, b) => (b.locationAt ?? 0) - (a.locationAt ?? 0));
  return find(chosen) ?? located[0] ?? find(pathDevice) ?? [...devices].sort(byActivity)[0] ?? null;
}

/** Sorts by last activity, latest first, then by last contact, then by name (A94). */
function byActivity(a: LocatorDevice, b: LocatorDevice): number {
  return (
    (b.lastActivityAt ?? 0) - (a.lastActivityAt ?? 0) ||
    (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0) ||
    (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}

/** Why a device shows no current position (2.13.3). */
export type DeviceProblem = 'no_longer_connected' | 'unmanaged_devices' | 'location_disabled' | 'device_inactive';

/** The facts that decide about a problem. `isConnected`: false for a retired or unknown device. */
export type LocatorFacts = { isConnected: boolean; isManaged: boolean; isLocationOn: boolean; lastSeenAt: Instant | null };

/** Returns the first problem by priority, or null (A16). A device that was never seen has just been paired and is not inactive. */
export function findDeviceProblem({ isConnected, isManaged, isLocationOn, lastSeenAt }: LocatorFacts, now: Instant): DeviceProblem | null {
  if (!isConnected) return 'no_longer_connected';
  if (!isManaged) return 'unmanaged_devices';
  if (!isLocationOn) return 'location_disabled';
  return lastSeenAt !== null && now - lastSeenAt > INACTIVE_AFTER_MS ? 'device_inactive' : null;
}
