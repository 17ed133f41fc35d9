import type { Instant } from '#app/domain/time.ts';

const MINUTE_MS = 60_000;
/** A look at the gallery ends when the page was not loaded for this time. */
const LOOK_GAP_MS = 30 * MINUTE_MS;
/** The end of a look is stored at most this often. */
const STORE_EVERY_MS = MINUTE_MS;

/** A look at a child’s gallery: when the one before ended, null for none, and when the page was last loaded. */
export type Look = { before: Instant | null; last: Instant };

/**
 * Returns the look that a page load belongs to (A200), and whether it has to be stored. `look.before` is the parent’s last look: later
 * screenshots are new, also after a reload.
 */
export function continueLook(stored: Look | null, now: Instant): { look: Look; isStored: boolean } {
  if (stored === null) return { look: { before: null, last: now }, isStored: false };
  const isNext = now - stored.last > LOOK_GAP_MS;
  if (isNext) return { look: { before: stored.last, last: now }, isStored: false };
  const isStored = now - stored.last < STORE_EVERY_MS;
  return { look: isStored ? stored : { ...stored, last: now }, isStored };
}
