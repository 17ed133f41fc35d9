import { canonicalZone, type TimeZone } from '#app/domain/time';
import { UNKNOWN_ZONE } from '#app/domain/zone-name';
import { invalid } from '#app/wire/errors';
import type { UserWire } from '#app/wire/family';
import type { CallContext } from '../core/call-context';
import { setTimeZone } from '../store/account.queries';
import { type ChildRow, putUser } from '../store/child.queries';

/** Stored name of UTC chosen by a parent, so that a login doesn't mistake it for an unknown zone. */
const CHOSEN_UTC: TimeZone = 'Etc/UTC';

type Wanted = { user_id: string; updated_ts: number; time_zone?: string | undefined };

/**
 * Changes the zone of the account and of the parent's own record. Children keep their zone, so devices need no new policy. `current` is the
 * record as clients read it, because some clients send back the whole user.
 * @throws Refusal 400 naming every other field that differs
 */
export function changeAccountZone(
  call: CallContext,
  before: ChildRow,
  current: UserWire,
  { user_id: _id, updated_ts: _ts, time_zone, ...others }: Wanted,
): ChildRow {
  const read = new Map<string, unknown>(Object.entries(current));
  const differing = Object.entries(others).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(read.get(name)),
  );
  if (differing.length > 0) {
    const fields = Object.fromEntries(differing.map(([name]) => [name, 'read_only']));
    throw invalid('Only time_zone can be changed on the parent’s own record', fields);
  }
  const zone = toStored(time_zone ?? before.time_zone);
  if (zone === before.time_zone) return before;
  const after = { ...before, time_zone: zone, updated_at: Math.max(call.now, before.updated_at + 1) };
  putUser(call.sql, after);
  setTimeZone(call.sql, zone);
  call.recordChange('user', after.id);
  call.recordChange('account', call.accountId);
  return after;
}

function toStored(zone: TimeZone): TimeZone {
  const canonical = canonicalZone(zone);
  return canonical === UNKNOWN_ZONE ? CHOSEN_UTC : canonical;
}
