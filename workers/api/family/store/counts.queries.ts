import { createBoundedMemo } from '#app/domain/bounded-memo';
import { monthOf, nextMonthStart } from '#app/domain/time';
import { type AccountRow, setCounts } from './account.queries';

/** Blocks and grants of the current calendar month in the account's zone, and when they reset (A28, A45). */
export type Counts = { month: string; blocks: number; grants: number; resetsAt: number };

/** Reset instants by month and zone. Every page reads the account, and date calculations are slow. */
const resets = createBoundedMemo<number>(200);

/**
 * Returns the counts at `now`. A new month starts at zero without a write. A move to a zone where the counted month has not begun doesn't
 * reset the counts: that month stays current.
 */
export function countsOf(account: AccountRow, now: number): Counts {
  const zone = account.time_zone;
  const local = monthOf(now, zone);
  const isAhead = account.count_month > local;
  const month = isAhead ? account.count_month : local;
  const isThisMonth = account.count_month === month;
  return {
    month,
    blocks: isThisMonth ? account.block_count : 0,
    grants: isThisMonth ? account.grant_count : 0,
    resetsAt: resets.get(`${month} ${local} ${zone}`, () => {
      const next = nextMonthStart(now, zone);
      return isAhead ? nextMonthStart(next, zone) : next;
    }),
  };
}

export function storeCounts(sql: SqlStorage, counts: Counts): void {
  setCounts(sql, counts.month, counts.blocks, counts.grants);
}
