import type { StoredDevice } from '../store/device.queries';
import type { StoredNotification } from '../store/notification.queries';

/** Returns the child who uses the device: the reported one or its only one. '' if unknown. */
export function userOf({ childIds, report: { activeChildId } }: StoredDevice): string {
  return activeChildId ?? (childIds.length === 1 ? (childIds[0] ?? '') : '');
}

/**
 * Returns the ids of the children a notification is about: its own child while that child uses the device. Otherwise the active child, or
 * all users of the device if the active child is unknown.
 */
export function usersOfNotification({ child_id }: Pick<StoredNotification, 'child_id'>, device: StoredDevice | null): Array<string> {
  if (device === null || device.retired_at !== null) return child_id === '' ? [] : [child_id];
  if (device.childIds.includes(child_id)) return [child_id];
  const { activeChildId } = device.report;
  return activeChildId === null ? device.childIds : [activeChildId];
}
