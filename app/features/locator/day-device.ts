import type { DeviceId } from '#app/domain/ids';
import { distanceBetween } from '#app/domain/position';
import type { LocatedDevice } from './located-device';
import type { HistoryDay } from './locator.server';

/** A device whose positions are farther apart was carried around. In meters. */
const CARRIED_M = 300;

/**
 * Returns the device that shows best where a child was on a day, or null without positions: one that was carried around before one that was
 * not, then one that no other child uses, then the one that went farthest, then the one with the most positions.
 */
export function findDayDevice(
  devices: ReadonlyArray<Pick<LocatedDevice, 'id' | 'otherChildIds'>>,
  { points, path }: Pick<HistoryDay, 'points' | 'path'>,
): DeviceId | null {
  const rated = devices.map(({ id, otherChildIds }) => {
    const [first, ...others] = path.flat().filter(({ deviceId }) => deviceId === id);
    const meters = first === undefined ? 0 : Math.max(0, ...others.map((point) => distanceBetween(first, point)));
    const count = points.filter(({ deviceId }) => deviceId === id).length;
    return { id, isCarried: meters > CARRIED_M, isOwn: otherChildIds.length === 0, meters: Math.round(meters / CARRIED_M), count };
  });
  const found = rated
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) => Number(b.isCarried) - Number(a.isCarried) || Number(b.isOwn) - Number(a.isOwn) || b.meters - a.meters || b.count - a.count,
    );
  return found[0]?.id ?? null;
}
