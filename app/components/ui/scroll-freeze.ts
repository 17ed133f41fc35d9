import { MAX_SCROLL_FROZEN_IDS } from './layout';

let scrollFrozenIds: ReadonlyArray<string> = [];

/** Returns the ids with `id` added. Keeps at most eight ids (3.15.3): a ninth replaces the oldest (A26). */
export function withFrozenId(ids: ReadonlyArray<string>, id: string): ReadonlyArray<string> {
  return ids.includes(id) ? ids : [...ids, id].slice(-MAX_SCROLL_FROZEN_IDS);
}

/** Freezes the page's scrolling until `releaseScroll` is called for every id (4.13.7). */
export function freezeScroll(id: string): void {
  change(withFrozenId(scrollFrozenIds, id));
}

/** Removes this id and unfreezes the page if it was the last one. */
export function releaseScroll(id: string): void {
  change(scrollFrozenIds.filter((other) => other !== id));
}

function change(ids: ReadonlyArray<string>): void {
  const { documentElement: root } = document;
  if (scrollFrozenIds.length === 0 && ids.length > 0) {
    // Reserves the space of a visible scroll bar, so that the layout does not shift.
    root.dataset.frozen = window.innerWidth > root.clientWidth ? 'gutter' : 'true';
  }
  scrollFrozenIds = ids;
  if (ids.length === 0) delete root.dataset.frozen;
}
