import type { CallContext, HintScope } from '../core/call-context';
import { insertNotice, type NewNotice, type NoticeFacts, type StoredNotice, setFacts, setWithdrawn } from '../store/notice.queries';

/** Raises a notification, at most once per type, subject and occurrence. */
export function raiseNotice(call: CallContext, notice: Omit<NewNotice, 'id' | 'at'>): void {
  const id = call.newId();
  if (insertNotice(call.sql, { ...notice, id, at: call.now })) call.recordChange('notification', id, aboutNotice(notice));
}

/** Changes the content of a notification. Whether it was read or hidden stays unchanged. */
export function setNoticeFacts(call: CallContext, notice: StoredNotice, facts: NoticeFacts): void {
  if (JSON.stringify(notice.facts) === JSON.stringify(facts)) return;
  setFacts(call.sql, notice.id, facts);
  if (notice.withdrawn_at === null) call.recordChange('notification', notice.id, aboutNotice(notice));
}

/** Withdraws a notification, or restores it if `isActive`. */
export function setNoticeActive(call: CallContext, notice: StoredNotice, isActive: boolean): void {
  if (isActive === (notice.withdrawn_at === null)) return;
  setWithdrawn(call.sql, notice.id, isActive ? null : call.now);
  call.recordChange('notification', notice.id, aboutNotice(notice));
}

/** Returns the child that a notification is about. Returns an empty scope if it is about the account or a device without a known user. */
export function aboutNotice({ child_id }: { child_id: string }): HintScope {
  return child_id === '' ? {} : { childId: child_id };
}
