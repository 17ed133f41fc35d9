import type { StoredDevice } from '../store/device.queries';
import type { StoredNotice } from '../store/notice.queries';

/** Who uses a device as far as is known: a child's id where the device named it or has no other, else '' for whoever does. */
export function userOf({ childIds, report: { activeChildId } }: StoredDevice): string {
  return activeChildId ?? (childIds.length === 1 ? (childIds[0] ?? '') : '');
}

/**
 * The ids of those whom a notice is about. One about a device goes where the device goes: it is its child's while that child uses the device,
 * else of whom the device names, or of all who use it.
 */
export function usersOfNotice({ child_id }: Pick<StoredNotice, 'child_id'>, device: StoredDevice | null): Array<string> {
  if (device === null || device.retired_at !== null) return child_id === '' ? [] : [child_id];
  if (device.childIds.includes(child_id)) return [child_id];
  const { activeChildId } = device.report;
  return activeChildId === null ? device.childIds : [activeChildId];
}
