import type { Child } from '~/domain/child';
import type { ChildId } from '~/domain/ids';
import type { Instant, TimeZone } from '~/domain/time';
import type { Api } from '~/server/api.server';
import { fromWireUser, removeUser, updateUser } from '~/wire/family';

/** Changes a child's name or zone. @throws Refusal with reason `stale` where somebody changed the child meanwhile (S29) */
export async function updateChild(
  api: Api,
  change: { id: ChildId; updatedAt: Instant; name: string; timeZone: TimeZone },
  idempotencyKey: string,
): Promise<Child> {
  const body = { user_id: change.id, updated_ts: change.updatedAt, user_name: change.name, time_zone: change.timeZone };
  return fromWireUser(await api.call(updateUser, { query: {}, body }, { idempotencyKey }));
}

/** Removes a child with its devices and rules (A88). False = nothing was removed, «No users deleted» (5.3.3). */
export async function removeChild(api: Api, id: ChildId, idempotencyKey: string): Promise<boolean> {
  const { objects_deleted } = await api.call(removeUser, { query: { user_id: id }, body: undefined }, { idempotencyKey });
  return objects_deleted > 0;
}

/** The time zones to choose from, the given one first among them if the list lacks it. */
export function listTimeZones(...own: Array<TimeZone>): Array<TimeZone> {
  return [...new Set([...own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
