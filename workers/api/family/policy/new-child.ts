import { ACCOUNT_TYPES, childNameSchema, cleanName, lowestFreeSlot } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import { CHILDREN_MAX } from '#app/domain/plan';
import { DEFAULT_WINDOW } from '#app/domain/rule';
import { canonicalZone, isTimeZone } from '#app/domain/time';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { type ChildRow, listChildren, putUser } from '../store/child.queries';
import { putSchedule } from '../store/rule.queries';
import { armChild } from './clock';

/**
 * Returns the child's name in its stored form.
 * @throws Refusal 400 naming the field
 */
export function readChildName(text: string): string {
  const name = childNameSchema.safeParse(text);
  if (!name.success) throw invalid(name.error.issues[0]?.message ?? 'Invalid name', { user_name: 'invalid' });
  return name.data;
}

/**
 * Creates a child with the lowest free color and a default Bedtime that is turned off (S28, A61).
 * @throws Refusal code 410 with reason `full` if the family has 200 children
 * @throws Refusal 400 'Missing require param for user creation' without a name or a known time zone (docs/reference/product-spec.md 5.3.1)
 */
export function createChild(call: CallContext, name: string | undefined, timeZone: string | undefined): ChildRow {
  if (name === undefined || cleanName(name) === '' || timeZone === undefined || !isTimeZone(timeZone)) {
    throw invalid(MESSAGES.missingChildParam, { ...(timeZone !== undefined && isTimeZone(timeZone) ? {} : { time_zone: 'missing' }) });
  }
  const siblings = listChildren(call.sql);
  if (siblings.length >= CHILDREN_MAX) {
    const message = `A family can have at most ${CHILDREN_MAX} children`;
    throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, message, { reason: 'full', limit: CHILDREN_MAX });
  }
  const row: ChildRow = {
    id: call.newId(),
    type: ACCOUNT_TYPES.managed,
    name: readChildName(name),
    birthday: null,
    gender: null,
    time_zone: canonicalZone(timeZone),
    locale: null,
    slot: lowestFreeSlot(siblings.map((child) => child.slot)),
    picture: null,
    allowance_json: 'null',
    allowance_enabled: 0,
    requested_state: 'play',
    pause_until: null,
    paused_at: null,
    created_at: call.now,
    updated_at: call.now,
    retired_at: null,
    allowance_extra_json: null,
    granularity_json: null,
    granularity_at: 0,
    photo_key: null,
    photo_at: null,
    pause_replaced_json: null,
    left_zones_json: null,
  };
  putUser(call.sql, row);
  putSchedule(call.sql, {
    kind: 'default-schedule',
    id: call.newId(),
    childId: row.id,
    name: 'Bedtime',
    weekdays: [true, true, true, true, true, true, true],
    window: DEFAULT_WINDOW,
    suspended: true,
    recurring: true,
    expiresAt: null,
    exceptions: [],
    scope: 'device',
    createdAt: call.now,
    updatedAt: call.now,
  });
  call.recordChange('user', row.id, { childId: row.id });
  armChild(call, row.id);
  return row;
}
