import type { About, Call } from '../core/call';
import { insertNotice, type NewNotice, type NoticeFacts, type StoredNotice, setFacts, setWithdrawn } from '../store/notice.queries';

/** Tells of something, once. */
export function raise(call: Call, notice: Omit<NewNotice, 'id' | 'at'>): void {
  const id = call.newId();
  if (insertNotice(call.sql, { ...notice, id, at: call.now })) call.changed('notification', id, aboutNotice(notice));
}

/** What a notice says has become another thing. Read or hidden it stays so: it is the same notice. */
export function setNoticeFacts(call: Call, notice: StoredNotice, facts: NoticeFacts): void {
  if (JSON.stringify(notice.facts) === JSON.stringify(facts)) return;
  setFacts(call.sql, notice.id, facts);
  if (notice.withdrawn_at === null) call.changed('notification', notice.id, aboutNotice(notice));
}

/** Takes a notice back, or gives it again. */
export function setStanding(call: Call, notice: StoredNotice, stands: boolean): void {
  if (stands === (notice.withdrawn_at === null)) return;
  setWithdrawn(call.sql, notice.id, stands ? null : call.now);
  call.changed('notification', notice.id, aboutNotice(notice));
}

/** One about the account, or about whoever uses a device, is about no child. */
export function aboutNotice({ child_id }: { child_id: string }): About {
  return child_id === '' ? {} : { childId: child_id };
}
