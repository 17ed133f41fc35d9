import type { Instant } from '#app/domain/time';
import { attempt, type Outcome } from './form.server';

/**
 * Saves the fields that a form changed in a row that others may have changed since. If their changes do not overlap, the form's are saved on top;
 * otherwise nothing is saved and `current` is the stored row (S29). `toRow` reads the row from a refusal, null if it has none. `isAsRead`: true
 * if the row still has the values the form was rendered with.
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
