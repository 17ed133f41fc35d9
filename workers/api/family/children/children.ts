import { Hono } from 'hono';
import { ERROR_CODES, notYours, Refusal } from '../../../../app/wire/errors';
import { createUser, listUsers, removeUser, type UserWire, updateUser } from '../../../../app/wire/family';
import { getAccount } from '../accounts/account.queries';
import { answer, type FamilyApp } from '../answer';
import type { Call } from '../call';
import { armChild } from '../clock';
import { listDevicesOfChild, putDevice } from '../devices/device.queries';
import { createChild, readChildName } from '../new-child';
import { propagate, propagateTo } from '../propagate';
import { forgetChild } from '../raise-notice';
import { retireDevice } from '../retire';
import { removeRulesOfChild } from '../rules/rule.queries';
import { findEntitlements } from '../subscription/sku.queries';
import { type ChildRow, findChild, findUser, listUsers as listUserRows, putUser, toWireUser } from './child.queries';

/** Children of the account (S27 to S30). The parent's own record is listed too, with type 1 (A17). */
export const children = new Hono<FamilyApp>()
  .get(
    '/',
    answer(listUsers, (call, { query }) => {
      if (query.user_id === undefined) return listUserRows(call.sql, query.include === 'retired').map((row) => toWire(call, row));
      const row = findUser(call.sql, query.user_id);
      if (row === null || (row.retired_at !== null && query.include !== 'retired')) throw notYours();
      return toWire(call, row);
    }),
  )
  .post(
    '/',
    answer(createUser, (call, { body }) => {
      const { user_obj: wanted } = body;
      const row = createChild(call, wanted.user_name, wanted.time_zone);
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
    answer(updateUser, (call, { body }) => {
      const before = findChild(call.sql, body.user_id);
      if (before === null) throw notYours();
      if (before.updated_at !== body.updated_ts) throw stale(toWire(call, before));
      const setsAllowance = body.allowance !== undefined || body.allowance_enabled !== undefined;
      if (setsAllowance && findEntitlements(call.sql, call.now).limits.allowance === 'off') throw notYours();
      const after: ChildRow = {
        ...before,
        name: body.user_name === undefined ? before.name : readChildName(body.user_name),
        time_zone: body.time_zone ?? before.time_zone,
        birthday: body.birthday === undefined ? before.birthday : body.birthday,
        gender: body.gender === undefined ? before.gender : body.gender,
        locale: body.locale === undefined ? before.locale : body.locale,
        slot: body.settings?.slot ?? before.slot,
        picture: body.settings?.avatar_idx === undefined ? before.picture : body.settings.avatar_idx,
        allowance_json: body.allowance === undefined ? before.allowance_json : JSON.stringify(body.allowance),
        allowance_enabled: body.allowance_enabled === undefined ? before.allowance_enabled : Number(body.allowance_enabled),
        updated_at: Math.max(call.now, before.updated_at + 1),
      };
      putUser(call.sql, after);
      // The zone moves every window of the child, and the name is what its devices show.
      if (after.time_zone !== before.time_zone || after.name !== before.name || setsAllowance) propagate(call, after.id, 'rules');
      call.changed('user', after.id, { childId: after.id });
      return toWire(call, after);
    }),
  )
  .delete(
    '/',
    answer(removeUser, (call, { query }) => {
      const row = findChild(call.sql, query.user_id);
      if (row === null) return { objects_deleted: 0 };
      putUser(call.sql, { ...row, retired_at: call.now, updated_at: Math.max(call.now, row.updated_at + 1) });
      removeRulesOfChild(call.sql, row.id);
      for (const device of listDevicesOfChild(call.sql, row.id)) {
        const rest = device.childIds.filter((id) => id !== row.id);
        if (rest.length === 0) {
          retireDevice(call, device);
          continue;
        }
        const kept = { ...device, childIds: rest, updated_at: Math.max(call.now, device.updated_at + 1) };
        putDevice(call.sql, kept);
        propagateTo(call, kept, rest[0] ?? row.id, 'rules');
      }
      forgetChild(call, row.id);
      armChild(call, row.id);
      call.changed('user', row.id, { childId: row.id });
      return { objects_deleted: 1 };
    }),
  );

function toWire(call: Call, row: ChildRow): UserWire {
  const email = row.type === 1 ? getAccount(call.sql).email : null;
  return toWireUser(
    row,
    call.accountId,
    email,
    listDevicesOfChild(call.sql, row.id).map((device) => device.id),
  );
}

/** The row as it stands, for whoever wrote on an older one (S29). */
function stale(current: UserWire): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'The row has changed since it was read', { reason: 'stale', current });
}
