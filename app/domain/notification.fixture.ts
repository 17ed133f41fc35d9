import type { Notification } from './notification.ts';

/** Returns an unread notification with time 0. */
export function makeNotification(part: Partial<Notification> = {}): Notification {
  const id = part.id ?? 'n';
  return {
    id,
    type: 'upcoming_block_announce',
    at: 0,
    childIds: ['mia'],
    deviceId: null,
    bundleId: null,
    readAt: null,
    shownAt: null,
    tone: 'info',
    priority: 1,
    isActionable: true,
    actions: [],
    list: { title: `title of ${id}`, subtitle: `subtitle of ${id}` },
    detail: { title: `title of ${id}`, subtitle: `subtitle of ${id}`, body: `body of ${id}`, when: `when of ${id}` },
    ...part,
  };
}
