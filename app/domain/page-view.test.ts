import { describe, expect, test } from 'vitest';
import { isTrackedPath, toTrackedPath } from './page-view.ts';

const ID = '01JBZQ5X2M7W3K8Y4T6V9R0C1D';

describe('page view', () => {
  test.each([
    ['/', {}, '/'],
    ['/my-family', {}, '/my-family'],
    [`/manage/${ID}/schedule`, { userId: ID, feature: 'schedule' }, '/manage/:userId/schedule'],
    [`/gallery/${ID}`, { userId: ID }, '/gallery/:userId'],
    [`/locator/${ID}`, { userId: ID }, '/locator/:userId'],
    [`/notifications/${ID}`, { notifId: ID }, '/notifications/:notifId'],
    ['/signup/friends%20of%20us', { groupId: 'friends of us' }, '/signup/:groupId'],
    ['/manage/schedule/schedule', { userId: 'schedule', feature: 'schedule' }, '/manage/:userId/:userId'],
    ['/my-family/', {}, '/my-family'],
    ['/logout', {}, null],
    ['/offline', {}, null],
    ['/resources/report', {}, null],
    [`/manage/${ID}`, {}, null],
    ['/manage/mia@example.com', {}, null],
    ['/%E0%A4%A', {}, null],
  ])('counts %s with %j as %s (ANALYT-002 to 004, 015)', (pathname, params, expected) => {
    expect(toTrackedPath(pathname, params)).toBe(expected);
  });

  test.each([
    '',
    'manage',
    '//evil.example',
    '/a?token=1',
    '/a#b',
    '/a b',
    '/:user:Id',
    `/${'a/'.repeat(60)}a`,
    '/123',
    '/a.b',
    '/logout/now',
  ])('rejects %j as a tracked path', (path) => {
    expect(isTrackedPath(path)).toBe(false);
  });
});
