import { Hono } from 'hono';
import { ERROR_CODES, notInPlan, outsideAccount, Refusal } from '#app/wire/errors';
import {
  type GranularityChangedWire,
  type GranularityContentWire,
  type GranularityPatch,
  type GranularityWire,
  getGranularity,
  putGranularity,
} from '#app/wire/granularity';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { propagate } from '../policy/propagate';
import { type ChildRow, findChild, granularityOf, listChildren } from '../store/child.queries';
import { listRules } from '../store/rule.queries';
import { planOf } from '../subscription/plan-of';
import { mergeGranularity } from './merge';
import { storeGranularity } from './store-granularity';

/**
 * App rules, restrictions and web filter of each child (S46, A64). Parents can read these settings with every plan, because the data is
 * theirs.
 */
export const granularity = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(getGranularity, (call, { query }) => {
      if (query.user_id === undefined) return listChildren(call.sql).map(toWire);
      return [toWire(requireChild(call, query.user_id))];
    }),
  )
  .put(
    '/',
    handleEndpoint(putGranularity, (call, { body }) => {
      const child = requireChild(call, body.user_id);
      const { limits } = planOf(call);
      if (limits.granularity === 'off') throw notInPlan('app rules');
      if (body.patch.app_schedules !== undefined && limits.scheduleGranularity === 'off') throw notInPlan('app schedules');
      if (body.updated_ts !== undefined && body.updated_ts !== child.granularity_at) {
        throw new Refusal(ERROR_CODES.unknown, 400, 'The settings have changed since they were read', {
          reason: 'stale',
          current: toWire(child),
        });
      }
      const before = granularityOf(child);
      const after = mergeGranularity(before, body.patch, listRules(call.sql, child.id));
      const replaced = replacedBy(before, body.patch);
      if (JSON.stringify(after) === JSON.stringify(before)) return { ...toWire(child), replaced };
      storeGranularity(call, child, after);
      propagate(call, child.id, 'rules');
      return { ...toWire(requireChild(call, child.id)), replaced };
    }),
  );

/** Returns the earlier rule of each app in the change, so that the change can be undone. */
function replacedBy(
  { app_directives: before }: GranularityContentWire,
  { app_directives = {} }: GranularityPatch,
): GranularityChangedWire['replaced'] {
  const ids = Object.keys(app_directives);
  return Object.fromEntries(ids.map((id) => [id, Object.hasOwn(before, id) ? (before[id] ?? 'S') : 'S']));
}

function requireChild(call: CallContext, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw outsideAccount();
  return child;
}

function toWire(child: ChildRow): GranularityWire {
  return { user_id: child.id, ...granularityOf(child), updated_ts: child.granularity_at };
}
