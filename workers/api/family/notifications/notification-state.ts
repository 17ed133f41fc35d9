import type { CallContext, HintScope } from '../core/call-context';
import {
  insertNotification,
  type NewNotification,
  type NotificationFacts,
  type StoredNotification,
  setFacts,
  setWithdrawn,
} from '../store/notification.queries';

/** Raises a notification, at most once per type, subject and occurrence. */
export function raiseNotification(call: CallContext, notification: Omit<NewNotification, 'id' | 'at'>): void {
  const id = call.newId();
  if (insertNotification(call.sql, { ...notification, id, at: call.now }))
    call.recordChange('notification', id, aboutNotification(notification));
}

/** Changes the content of a notification. Whether it was read or hidden stays unchanged. */
export function setNotificationFacts(call: CallContext, notification: StoredNotification, facts: NotificationFacts): void {
  if (JSON.stringify(notification.facts) === JSON.stringify(facts)) return;
  setFacts(call.sql, notification.id, facts);
  if (notification.withdrawn_at === null) call.recordChange('notification', notification.id, aboutNotification(notification));
}

/** Withdraws a notification, or restores it if `isActive`. */
export function setNotificationActive(call: CallContext, notification: StoredNotification, isActive: boolean): void {
  if (isActive === (notification.withdrawn_at === null)) return;
  setWithdrawn(call.sql, notification.id, isActive ? null : call.now);
  call.recordChange('notification', notification.id, aboutNotification(notification));
}

/** Returns the child that a notification is about. Returns an empty scope if it is about the account or a device without a known user. */
export function aboutNotification({ child_id }: { child_id: string }): HintScope {
  return child_id === '' ? {} : { childId: child_id };
}
