import { createBoundedMemo } from '../../../../app/domain/bounded-memo';
import { monthOf, nextMonthStart } from '../../../../app/domain/time';
import { type AccountRow, setCounts } from './account.queries';

/** Blocks and grants of the running calendar month in the account's time zone, and when they start anew (A28, A45). */
export type Counts = { month: string; blocks: number; grants: number; resetsAt: number };

/** By month and zone: each page reads the account, and calendars are dear. */
const resets = createBoundedMemo<number>(200);

/** The counts as of `now`: a new month begins at zero without anybody writing it. */
export function countsOf(account: AccountRow, now: number): Counts {
  const month = monthOf(now, account.time_zone);
  const isThisMonth = account.count_month === month;
  return {
    month,
    blocks: isThisMonth ? account.block_count : 0,
    grants: isThisMonth ? account.grant_count : 0,
    resetsAt: resets.get(`${month} ${account.time_zone}`, () => nextMonthStart(now, account.time_zone)),
  };
}

export function storeCounts(sql: SqlStorage, counts: Counts): void {
  setCounts(sql, counts.month, counts.blocks, counts.grants);
}
