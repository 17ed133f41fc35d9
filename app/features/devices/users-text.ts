import type { ChildId } from '~/domain/ids';

/** Who uses a device as its form keeps what it found, whatever their order. */
export function toUsersText(childIds: Array<ChildId>): string {
  return childIds.toSorted().join(' ');
}
