import { describe, expect, test } from 'vitest';
import { makeNotification } from './notification.fixture.ts';
import { compareNotifications, countUnread, findNewApp, groupNotifications, toBellCount } from './notification.ts';

const idsOf = (notifications: Array<{ id: string }>) => notifications.map(({ id }) => id).join(' ');

describe('notification', () => {
  test('sorts by priority, then newest first (NOTI-038)', () => {
    const notifications = [
      makeNotification({ id: 'old', at: 1 }),
      makeNotification({ id: 'new', at: 3 }),
      makeNotification({ id: 'only-told', at: 9, isActionable: false }),
      makeNotification({ id: 'later', at: 9, priority: 0 }),
      makeNotification({ id: 'urgent', at: 0, priority: 2 }),
    ];
    expect(idsOf(notifications.toSorted(compareNotifications))).toBe('urgent only-told new old later');
  });

  test('sorts notifications of one report by title, with numbers in numeric order, regardless of input order', () => {
    const named = (title: string, id: string) => makeNotification({ id, list: { title: `${title} is new on iPad`, subtitle: '' } });
    const notifications = [named('App 10', 'c'), named('App 9', 'd'), named('Ärger', 'b'), named('App 10', 'a')];
    expect(idsOf(notifications.toSorted(compareNotifications))).toBe('d a c b');
    expect(idsOf(notifications.toReversed().toSorted(compareNotifications))).toBe('d a c b');
  });

  test('groups urgent notifications first and low-priority ones last, with one group per day in between', () => {
    const notifications = [
      makeNotification({ id: 'mon', at: 10 }),
      makeNotification({ id: 'wait', at: 39, priority: 0 }),
      makeNotification({ id: 'tue-early', at: 21 }),
      makeNotification({ id: 'tue-late', at: 25 }),
      makeNotification({ id: 'urgent', at: 1, priority: 2 }),
    ];
    const groups = groupNotifications(notifications, (at) => `2026-11-${10 + Math.floor(at / 10)}`);
    expect(groups.map((group) => [group.kind === 'day' ? group.date : group.kind, idsOf(group.notifications)])).toEqual([
      ['first', 'urgent'],
      ['2026-11-12', 'tue-late tue-early'],
      ['2026-11-11', 'mon'],
      ['last', 'wait'],
    ]);
    expect(groupNotifications([], String)).toEqual([]);
  });

  test.each<[number, string | null]>([
    [0, null],
    [-1, null],
    [3, '3'],
    [99, '99'],
    [100, '99+'],
  ])('given %i unread, shows %s on the bell', (unread, expected) => {
    expect(toBellCount(unread)).toBe(expected);
  });

  test('counts only unread notifications', () => {
    expect(countUnread([makeNotification(), makeNotification({ readAt: 1 }), makeNotification({ shownAt: 1 })])).toBe(2);
  });

  test('findNewApp returns the child’s newest unread notification of an undecided app', () => {
    const app = { type: 'app_installed', bundleId: 'com.example.game' };
    const notifications = [
      makeNotification({ ...app, id: 'older', at: 1 }),
      makeNotification({ ...app, id: 'newest', at: 2 }),
      makeNotification({ ...app, id: 'read', at: 3, readAt: 4 }),
      makeNotification({ ...app, id: 'of-ben', at: 3, childIds: ['ben'] }),
      makeNotification({ ...app, id: 'only-told', at: 3, isActionable: false }),
      makeNotification({ id: 'several', type: 'app_installed', at: 3 }),
    ];
    expect(findNewApp(notifications, 'mia')?.id).toBe('newest');
    expect(findNewApp(notifications, 'nobody')).toBe(null);
  });
});
