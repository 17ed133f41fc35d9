import type { Instant } from '#app/domain/time';
import { attempt, type Outcome } from './form.server';

/**
 * Saves a form's changes to a row that others may have changed since it was read. If the stored row still has the values that the form
 * showed, saves again on top of it. Otherwise saves nothing and returns the stored row as `current` (S29).
 * @param toRow reads the stored row from a refusal; null if there is none
 * @param isAsRead true if the row still has the values that the form showed
 */
export async function saveWithMerge<Row extends { updatedAt: Instant }, Saved>(
  readAt: Instant,
  save: (updatedAt: Instant) => Promise<Saved>,
  toRow: (current: unknown) => Row | null,
  isAsRead: (row: Row) => boolean,
): Promise<{ outcome: Outcome<Saved>; current: Row | null }> {
  const outcome = await attempt(() => save(readAt));
  const current = toCurrent(outcome, toRow);
  if (current === null || !isAsRead(current)) return { outcome, current };
  const again = await attempt(() => save(current.updatedAt));
  return { outcome: again, current: toCurrent(again, toRow) };
}

function toCurrent<Row>(outcome: Outcome<unknown>, toRow: (current: unknown) => Row | null): Row | null {
  if (outcome.kind !== 'refused' || outcome.refusal.details.reason !== 'stale') return null;
  return toRow(outcome.refusal.details.current);
}
