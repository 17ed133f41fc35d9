import type { ChildId } from '#app/domain/ids';

/** Returns the children of a device as one string, independent of their order. The form of these children stores it in `opened`. */
export function toUsersText(childIds: Array<ChildId>): string {
  return childIds.toSorted().join(' ');
}
