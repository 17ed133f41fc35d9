import type { GranularityContentWire } from '#app/wire/granularity';
import type { CallContext } from '../core/call-context';
import { updateVersionNotifications } from '../notifications/notify';
import { type ChildRow, findChild, granularityOf } from '../store/child.queries';
import { setGranularity } from './granularity.queries';

/** Removes a deleted schedule from all apps of the child. The caller must send the new policy. */
export function leaveSchedule(call: CallContext, childId: string, ruleId: string): void {
  const child = findChild(call.sql, childId);
  if (child === null) return;
  const before = granularityOf(child);
  const entries = Object.entries(before.app_schedules);
  if (!entries.some(([, ids]) => ids.includes(ruleId))) return;
  const left = entries.map(([bundleId, ids]) => [bundleId, ids.filter((id) => id !== ruleId)] as const);
  storeGranularity(call, child, { ...before, app_schedules: Object.fromEntries(left.filter(([, ids]) => ids.length > 0)) });
}

/** Stores app settings, records the change and updates notifications. The caller must send the new policy. */
export function storeGranularity(call: CallContext, child: ChildRow, content: GranularityContentWire): void {
  setGranularity(call.sql, child.id, content, Math.max(call.now, child.granularity_at + 1));
  call.recordChange('granularity', child.id, { childId: child.id });
  updateVersionNotifications(call, child.id);
}
