import { MAX_SCROLL_FROZEN_IDS } from './layout';

let scrollFrozenIds: ReadonlyArray<string> = [];

/** With one more id that holds the page still. At most eight are kept (3.15.3): a ninth takes the place of the oldest (A26). */
export function withFrozenId(ids: ReadonlyArray<string>, id: string): ReadonlyArray<string> {
  return ids.includes(id) ? ids : [...ids, id].slice(-MAX_SCROLL_FROZEN_IDS);
}

/** Holds the page still until `releaseScroll` was called for this id and every other (4.13.7). */
export function freezeScroll(id: string): void {
  change(withFrozenId(scrollFrozenIds, id));
}

/** This id holds the page no more. */
export function releaseScroll(id: string): void {
  change(scrollFrozenIds.filter((other) => other !== id));
}

function change(ids: ReadonlyArray<string>): void {
  const { documentElement: root } = document;
  if (scrollFrozenIds.length === 0 && ids.length > 0) {
    // The place of a scroll bar that was there is kept, so that nothing jumps.
    root.dataset.frozen = window.innerWidth > root.clientWidth ? 'gutter' : 'true';
  }
  scrollFrozenIds = ids;
  if (ids.length === 0) delete root.dataset.frozen;
}
