import { createBoundedMemo } from '../../../../app/domain/bounded-memo';
import { monthOf, nextMonthStart } from '../../../../app/domain/time';
import { type AccountRow, setCounts } from './account.queries';

/** Blocks and grants of the running calendar month in the account's time zone, and when they start anew (A28, A45). */
export type Counts = { month: string; blocks: number; grants: number; resetsAt: number };

/** By month and zone: each page reads the account, and calendars are dear. */
const resets = createBoundedMemo<number>(200);

/**
 * The counts as of `now`: a new month begins at zero without anybody writing it. A month that was counted in stays the current one after the
 * account moves to a zone where it has not begun: moving to and fro must not empty the counts.
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
