import type { ChildId } from '#app/domain/ids';

/** Returns the children of a device as one string, independent of their order. Its form keeps this as the opened value. */
export function toUsersText(childIds: Array<ChildId>): string {
  return childIds.toSorted().join(' ');
}
