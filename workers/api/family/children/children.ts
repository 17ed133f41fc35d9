import { Hono } from 'hono';
import { ACCOUNT_TYPES } from '#app/domain/child';
import { findBirthdayFault, lastBirthday } from '#app/domain/child-profile';
import { addDays, canonicalZone, localDate } from '#app/domain/time';
import { moveExtra } from '#app/domain/usage';
import { NEIGHBOR_DATES } from '#app/domain/usage-log';
import { ERROR_CODES, invalid, outsideAccount, Refusal } from '#app/wire/errors';
import { createUser, listUsers, removeUser, type UserWire, updateUser } from '#app/wire/family';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { armNotByOfChild } from '../locations/not-by';
import { createChild, readChildName } from '../policy/new-child';
import { propagate } from '../policy/propagate';
import { createViewCheck } from '../status/sampling';
import { getAccount } from '../store/account.queries';
import {
  allowanceOf,
  type ChildRow,
  findChild,
  findParent,
  findUser,
  leftZonesOf,
  listUsers as listUserRows,
  putUser,
  toWireUser,
} from '../store/child.queries';
import { listDeviceUsers } from '../store/device.queries';
import { USAGE_KEPT_DAYS } from '../store/housekeeping.queries';
import { renamePairings } from '../store/pairing.queries';
import { hasGeolocation } from '../subscription/plan-of';
import { findEntitlements } from '../subscription/sku.queries';
import { changeAccountZone } from './account-zone';
import { removeChild } from './removal';

/** Days after today for which a parent can give bonus time. */
const EXTRA_DAYS_AHEAD = 2;
/** Maximum number of past time zones stored per child. */
const LEFT_ZONES = 16;
const DAY_MS = 24 * 60 * 60_000;

/** The account's children (S27 to S30). The list includes the parent's own record, with type 1 (A17). */
export const children = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listUsers, (call, { query }) => {
      if (query.user_id === undefined) return listUserRows(call.sql, query.include === 'retired').map((row) => toWire(call, row));
      const row = findUser(call.sql, query.user_id);
      if (row === null || (row.retired_at !== null && query.include !== 'retired')) throw outsideAccount();
      return toWire(call, row);
    }),
  )
  .post(
    '/',
    handleEndpoint(createUser, (call, { body }) => {
      const { user_obj: wanted } = body;
      const row = createChild(call, wanted.user_name, wanted.time_zone);
      requireBirthday(call, wanted.birthday);
      const changed: ChildRow = {
        ...row,
        birthday: wanted.birthday ?? null,
        gender: wanted.gender ?? null,
        locale: wanted.locale ?? null,
        picture: wanted.settings?.avatar_idx ?? null,
        slot: wanted.settings?.slot ?? row.slot,
      };
      putUser(call.sql, changed);
      return toWire(call, changed);
    }),
  )
  .put(
    '/',
    handleEndpoint(updateUser, (call, { body }) => {
      const before = findChild(call.sql, body.user_id) ?? findParent(call.sql, body.user_id);
      if (before === null) throw outsideAccount();
      if (before.updated_at !== body.updated_ts) throw stale(toWire(call, before));
      if (before.type === ACCOUNT_TYPES.account) return toWire(call, changeAccountZone(call, before, toWire(call, before), body));
      const setsAllowance = body.allowance !== undefined || body.allowance_enabled !== undefined || body.allowance_extra !== undefined;
      if (setsAllowance && findEntitlements(call.sql, call.now).limits.allowance === 'off') throw outsideAccount();
      requireSameState(body.allowance_state, before);
      if (body.birthday !== before.birthday) requireBirthday(call, body.birthday);
      const zone = canonicalZone(body.time_zone ?? before.time_zone);
      const isOn = body.allowance_enabled ?? before.allowance_enabled === 1;
      const after: ChildRow = {
        ...before,
        name: body.user_name === undefined ? before.name : readChildName(body.user_name),
        time_zone: zone,
        left_zones_json: toLeftZones(call, before, zone),
        birthday: body.birthday === undefined ? before.birthday : body.birthday,
        gender: body.gender === undefined ? before.gender : body.gender,
        locale: body.locale === undefined ? before.locale : body.locale,
        slot: body.settings?.slot ?? before.slot,
        picture: body.settings?.avatar_idx === undefined ? before.picture : body.settings.avatar_idx,
        allowance_json: toStoredAllowance(before, body.allowance, isOn),
        allowance_enabled: Number(isOn),
        allowance_extra_json:
          body.allowance_extra === undefined ? toMovedExtra(call, before, zone) : toStoredExtra(call, body.allowance_extra, zone),
        updated_at: Math.max(call.now, before.updated_at + 1),
      };
      putUser(call.sql, after);
      if (after.name !== before.name) renamePairings(call.sql, after.id, after.name);
      // A new zone moves all of the child's schedules, and devices show the child's name.
      if (after.time_zone !== before.time_zone || after.name !== before.name || setsAllowance) propagate(call, after.id, 'rules');
      if (after.time_zone !== before.time_zone) armNotByOfChild(call, after.id);
      call.recordChange('user', after.id, { childId: after.id });
      return toWire(call, after);
    }),
  )
  .delete(
    '/',
    handleEndpoint(removeUser, (call, { query }) => {
      const row = findChild(call.sql, query.user_id);
      if (row === null) return { objects_deleted: 0 };
      return { objects_deleted: 1, receipt: removeChild(call, row) };
    }),
  );

/**
 * Checks that an allowance state equals the stored one, because only a pause or resume command changes it (S54).
 * @throws Refusal 400 for another state
 */
function requireSameState(wanted: UserWire['allowance_state'] | undefined, { requested_state }: ChildRow): void {
  if (wanted === undefined || wanted === (requested_state === 'pause' ? 'pause' : 'play')) return;
  throw invalid('allowance_state is read-only. Use POST /command with pause or resume', { allowance_state: 'read_only' });
}

/**
 * Checks a birthday.
 * @throws Refusal 400 naming the field, for a birthday in the future or too long ago (FAM-006)
 */
function requireBirthday(call: CallContext, birthday: string | null | undefined): void {
  const fault = birthday === null || birthday === undefined ? null : findBirthdayFault(birthday, lastBirthday(call.now));
  if (fault !== null) throw invalid(`birthday: ${fault}`, { birthday: fault });
}

/**
 * Returns the allowance as stored. Turning it on without numbers stores the numbers that then apply: zeros if none were set.
 * @throws Refusal 400 for null while the allowance is on
 */
function toStoredAllowance(before: ChildRow, seconds: Array<number> | null | undefined, isOn: boolean): string {
  if (seconds === null && isOn) throw invalid('An active daily limit needs seven values', { allowance: 'on' });
  if (seconds === null) return JSON.stringify(null);
  if (seconds === undefined && !isOn) return before.allowance_json;
  return JSON.stringify(seconds ?? allowanceOf(before));
}

/**
 * Returns bonus time as stored. It may be for today in the child's zone or the next two days. 0 or null removes it (A122).
 * @throws Refusal 400 naming the field
 */
function toStoredExtra(call: CallContext, extra: { date: string; seconds: number } | null, zone: string): string | null {
  if (extra === null || extra.seconds === 0) return null;
  const today = localDate(call.now, zone);
  if (extra.date < today || extra.date > addDays(today, EXTRA_DAYS_AHEAD)) {
    throw invalid('Bonus time must be for today or one of the next two days', { allowance_extra: 'date' });
  }
  return JSON.stringify(extra);
}

/** Returns existing bonus time as stored, moved to the date in the child's new zone; null if there is none or it has ended. */
function toMovedExtra(call: CallContext, { allowance_extra_json, time_zone }: ChildRow, zone: string): string | null {
  if (allowance_extra_json === null || zone === time_zone) return allowance_extra_json;
  const moved = moveExtra(JSON.parse(allowance_extra_json), { from: time_zone, to: zone }, call.now);
  return moved === null ? null : JSON.stringify(moved);
}

/** Returns the child's past zones, including the zone that the child now leaves. Stored usage dates must be read in their own zone. */
function toLeftZones(call: CallContext, before: ChildRow, zone: string): string | null {
  if (zone === canonicalZone(before.time_zone)) return before.left_zones_json;
  const since = call.now - (USAGE_KEPT_DAYS + NEIGHBOR_DATES) * DAY_MS;
  const left = leftZonesOf(before).filter(({ until }) => until > since);
  return JSON.stringify([...left, { zone: before.time_zone, until: call.now }].slice(-LEFT_ZONES));
}

function toWire(call: CallContext, row: ChildRow): UserWire {
  const email = row.type === ACCOUNT_TYPES.account ? getAccount(call.sql).email : null;
  return toWireUser(
    row,
    call.accountId,
    email,
    listDeviceUsers(call.sql).filter(({ childIds }) => childIds.includes(row.id)),
    { hasGeolocation: hasGeolocation(call), isViewEnabled: createViewCheck(call)(row.id) },
    call.now,
  );
}

/** Returns a refusal with the current record, for a change based on an older one (S29). */
function stale(current: UserWire): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'The row has changed since it was read', { reason: 'stale', current });
}
