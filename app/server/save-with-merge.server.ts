import type { Instant } from '~/domain/time';
import { attempt, type Outcome } from './form.server';

/**
 * Saves what a form changed of a row that others may have changed since it was read. What they left alone of it is saved on top of theirs;
 * else nothing is, and `current` is the row as it stands (S29). `toRow` reads the row of a refusal, null where it is none; `isAsRead`: does
 * it still say what this form was drawn with?
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
