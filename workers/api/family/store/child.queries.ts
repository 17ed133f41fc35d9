import { CHILD_APP_ID, NO_GRANULARITY } from '#app/domain/app-rules';
import { ACCOUNT_TYPES } from '#app/domain/child';
import type { Limits } from '#app/domain/plan';
import type { Override } from '#app/domain/rule';
import { localDate } from '#app/domain/time';
import type { PreviousZone } from '#app/domain/usage-log';
import type { UserWire } from '#app/wire/family';
import { type GranularityContentWire, toWireGranularity } from '#app/wire/granularity';
import type { DeviceUsers } from './device.queries';

/** A user of the account: the parent (type 1) or a child (type 10). `allowance_json` is seven numbers, Sunday first; null until set. */
export type ChildRow = {
  id: string;
  type: number;
  name: string;
  birthday: string | null;
  gender: string | null;
  time_zone: string;
  locale: string | null;
  slot: number;
  picture: number | null;
  allowance_json: string;
  allowance_enabled: number;
  requested_state: string;
  pause_until: number | null;
  /** When the current pause was requested. */
  paused_at: number | null;
  created_at: number;
  updated_at: number;
  retired_at: number | null;
  allowance_extra_json: string | null;
  granularity_json: string | null;
  granularity_at: number;
  photo_key: string | null;
  photo_at: number | null;
  /** What the current pause replaced, needed to undo the pause within ten seconds. */
  pause_replaced_json: string | null;
  left_zones_json: string | null;
};

export type Pause = { until: number | null; at: number };
/** What a pause replaced: the grant that it ended, and the earlier pause. */
export type Replaced = { grant: Override | null; pause: Pause | null };

/** Returns the parent and the children in order of creation. Includes removed children only with `withRetired`. */
export function listUsers(sql: SqlStorage, withRetired = false): Array<ChildRow> {
  return sql.exec<ChildRow>(`SELECT * FROM child ${withRetired ? '' : 'WHERE retired_at IS NULL'} ORDER BY created_at, id`).toArray();
}

export function listChildren(sql: SqlStorage): Array<ChildRow> {
  return listUsers(sql).filter((row) => row.type === ACCOUNT_TYPES.managed);
}

/** Returns a child that is not removed, or null. Never returns the parent's own record. */
export function findChild(sql: SqlStorage, id: string): ChildRow | null {
  const query = 'SELECT * FROM child WHERE id = ? AND type = ? AND retired_at IS NULL';
  return sql.exec<ChildRow>(query, id, ACCOUNT_TYPES.managed).toArray()[0] ?? null;
}

/** Returns the parent's own record if it has this id, or null. */
export function findParent(sql: SqlStorage, id: string): ChildRow | null {
  return sql.exec<ChildRow>('SELECT * FROM child WHERE id = ? AND type = ?', id, ACCOUNT_TYPES.account).toArray()[0] ?? null;
}

export function findUser(sql: SqlStorage, id: string): ChildRow | null {
  return sql.exec<ChildRow>('SELECT * FROM child WHERE id = ?', id).toArray()[0] ?? null;
}

export function putUser(sql: SqlStorage, row: ChildRow): void {
  sql.exec(
    `INSERT OR REPLACE INTO child (id, type, name, birthday, gender, time_zone, locale, slot, picture, allowance_json, allowance_enabled,
      requested_state, pause_until, paused_at, created_at, updated_at, retired_at, allowance_extra_json, granularity_json, granularity_at,
      photo_key, photo_at, pause_replaced_json, left_zones_json)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.type,
    row.name,
    row.birthday,
    row.gender,
    row.time_zone,
    row.locale,
    row.slot,
    row.picture,
    row.allowance_json,
    row.allowance_enabled,
    row.requested_state,
    row.pause_until,
    row.paused_at,
    row.created_at,
    row.updated_at,
    row.retired_at,
    row.allowance_extra_json,
    row.granularity_json,
    row.granularity_at,
    row.photo_key,
    row.photo_at,
    row.pause_replaced_json,
    row.left_zones_json,
  );
}

/**
 * Stores a pause; null ends the current pause. A pause with `until: null` has no end. Leaves `updated_at` unchanged, because it protects
 * form edits and no form edits the pause.
 */
export function setPause(sql: SqlStorage, childId: string, pause: Pause | null, replaced: Replaced | null = null): void {
  const state = pause === null ? 'play' : 'pause';
  const query = 'UPDATE child SET requested_state = ?, pause_until = ?, paused_at = ?, pause_replaced_json = ? WHERE id = ?';
  sql.exec(query, state, pause?.until ?? null, pause?.at ?? null, replaced === null ? null : JSON.stringify(replaced), childId);
}

/** Returns what the child's current pause replaced, or null. */
export function replacedByPause(row: ChildRow): Replaced | null {
  return row.pause_replaced_json === null ? null : JSON.parse(row.pause_replaced_json);
}

/**
 * Stores the child's profile picture; null removes it. Leaves `updated_at` unchanged, because no form edits the picture together with other
 * fields.
 */
export function setPhoto(sql: SqlStorage, childId: string, photo: { key: string; at: number } | null): void {
  sql.exec('UPDATE child SET photo_key = ?, photo_at = ? WHERE id = ?', photo?.key ?? null, photo?.at ?? null, childId);
}

/** True if a row references this file. */
export function isPhotoKept(sql: SqlStorage, key: string): boolean {
  return sql.exec('SELECT 1 FROM child WHERE photo_key = ? LIMIT 1', key).toArray().length > 0;
}

/** Returns the API path of a child's profile picture, even if the child has none. */
export function photoUrl(childId: string): string {
  return `/data?key=avatar.png&user_id=${childId}`;
}

/** Returns the pause that is active at `now`, or null. Ignores an expired pause whose row has not been cleared. */
export function pauseOf(row: ChildRow, now: number): Pause | null {
  if (row.requested_state !== 'pause' || (row.pause_until !== null && row.pause_until <= now)) return null;
  return { until: row.pause_until, at: row.paused_at ?? 0 };
}

/** Returns the allowance in seconds per weekday, Sunday first. Returns seven zeros if none was ever set. */
export function allowanceOf(row: ChildRow): Array<number> {
  return readAllowance(row) ?? [0, 0, 0, 0, 0, 0, 0];
}

function readAllowance(row: ChildRow): Array<number> | null {
  return JSON.parse(row.allowance_json);
}

/** True if the allowance applies. If the plan doesn't include it, the settings stay stored but don't apply. */
export function isAllowanceOn(row: ChildRow, limits: Pick<Limits, 'allowance'>): boolean {
  return row.allowance_enabled === 1 && limits.allowance === 'on';
}

/** Returns the bonus time and its date (A122), or null. A date that is past in the child's zone is ignored. */
export function allowanceExtraOf(row: ChildRow, now: number): { date: string; seconds: number } | null {
  if (row.allowance_extra_json === null) return null;
  const extra: { date: string; seconds: number } = JSON.parse(row.allowance_extra_json);
  return extra.date < localDate(now, row.time_zone) ? null : extra;
}

/** Returns the child's previous zones, oldest first, for as long as usage is kept. */
export function leftZonesOf(row: ChildRow): Array<PreviousZone> {
  return row.left_zones_json === null ? [] : JSON.parse(row.left_zones_json);
}

/** Returns the child's app settings. Removes rules for the child app, which old rows may contain. */
export function granularityOf(row: ChildRow): GranularityContentWire {
  if (row.granularity_json === null) return toWireGranularity(NO_GRANULARITY);
  const stored: GranularityContentWire = JSON.parse(row.granularity_json);
  const { app_directives, app_schedules, app_limits } = stored;
  if (![app_directives, app_schedules, app_limits].some((table) => Object.hasOwn(table, CHILD_APP_ID))) return stored;
  return {
    ...stored,
    app_directives: withoutGuard(app_directives),
    app_schedules: withoutGuard(app_schedules),
    app_limits: withoutGuard(app_limits),
  };
}

function withoutGuard<Value>({ [CHILD_APP_ID]: _, ...others }: Record<string, Value>): Record<string, Value> {
  return others;
}

/**
 * Converts a row to the wire format. `devices` are the child's; their latest activity is the child's last activity (FAM-024).
 * `hasGeolocation`: whether the plan includes location. `isViewEnabled`: whether screenshots are turned on for the child.
 */
export function toWireUser(
  row: ChildRow,
  accountId: string,
  email: string | null,
  devices: Array<Pick<DeviceUsers, 'id' | 'lastActivityAt' | 'locationActive'>>,
  { hasGeolocation, isViewEnabled }: { hasGeolocation: boolean; isViewEnabled: boolean },
  now: number,
): UserWire {
  const activities = devices.flatMap(({ lastActivityAt }) => lastActivityAt ?? []);
  return {
    user_id: row.id,
    account_id: accountId,
    type: row.type === ACCOUNT_TYPES.account ? ACCOUNT_TYPES.account : ACCOUNT_TYPES.managed,
    user_name: row.name,
    email,
    birthday: row.birthday,
    gender: row.gender,
    time_zone: row.time_zone,
    locale: row.locale,
    img_url: row.photo_key === null ? null : photoUrl(row.id),
    img_modified: row.photo_at,
    settings: { slot: row.slot, avatar_idx: row.picture },
    user_location_active: hasGeolocation && devices.some(({ locationActive }) => locationActive),
    allowance: allowanceOf(row),
    is_allowance_set: readAllowance(row) !== null,
    allowance_enabled: row.allowance_enabled === 1,
    allowance_extra: allowanceExtraOf(row, now),
    allowance_state: row.requested_state === 'pause' ? 'pause' : 'play',
    view_enabled: isViewEnabled,
    devices: devices.map(({ id }) => id),
    retired: row.retired_at !== null,
    schedule_ts: row.updated_at,
    updated_ts: row.updated_at,
    last_activity: activities.length === 0 ? null : Math.max(...activities),
    created: row.created_at,
  };
}
