import { Hono } from 'hono';
import { disambiguateNames } from '#app/domain/child';
import { momentLocale, toLocale } from '#app/domain/locale-formats';
import { outsideAccount } from '#app/wire/errors';
import { listNotifications, type NotificationWire, updateNotifications } from '#app/wire/notification';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { getAccount } from '../store/account.queries';
import { type ChildRow, findUser, listChildren } from '../store/child.queries';
import { findDevice } from '../store/device.queries';
import {
  findNotification,
  hasBegun,
  isBlockOver,
  isPast,
  listActiveNotifications,
  type StoredNotification,
  setDetails,
} from '../store/notification.queries';
import { planOf } from '../subscription/plan-of';
import { isAppDecided } from './app-decision';
import { aboutNotification } from './notification-state';
import { writeNotification } from './notification-texts';
import { usersOfNotification } from './notification-users';

/** Lists notifications and stores whether the parent has read or dismissed them (S47). */
export const notifications = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listNotifications, (call, { query }) => {
      const locale = localeFor(call, query.locale);
      if (query.notif_id !== undefined) return [toWire(call, requireNotification(call, query.notif_id), locale)];
      return listActiveNotifications(call.sql, call.now)
        .map((notification) => toWire(call, notification, locale))
        .filter(({ details }) => !details.hidden)
        .sort((a, b) => b.content.priority - a.content.priority);
    }),
  )
  .put(
    '/',
    handleEndpoint(updateNotifications, (call, { query, body }) => {
      const locale = localeFor(call, query.locale);
      return body.map(({ notif_id, details }) => {
        const before = requireNotification(call, notif_id);
        const after: StoredNotification = {
          ...before,
          read_at: details.read_ts === undefined ? before.read_at : noLaterThanNow(call, details.read_ts),
          shown_at: details.shown_ts === undefined ? before.shown_at : noLaterThanNow(call, details.shown_ts),
          hidden: details.hidden === undefined ? before.hidden : Number(details.hidden),
        };
        if (after.read_at !== before.read_at || after.shown_at !== before.shown_at || after.hidden !== before.hidden) {
          setDetails(call.sql, notif_id, after);
          call.recordChange('notification', notif_id, aboutNotification(before));
        }
        return toWire(call, after, locale);
      });
    }),
  );

/** @throws Refusal 403 if the account has no notification with this id */
function requireNotification(call: CallContext, id: string): StoredNotification {
  const notification = findNotification(call.sql, id);
  if (notification === null) throw outsideAccount();
  return notification;
}

/** Returns the requested language and region, or else the account's. */
function localeFor(call: CallContext, locale: string | undefined): string {
  return toLocale(locale ?? '') ?? toLocale(getAccount(call.sql).locale) ?? momentLocale;
}

/** Returns the given time, but at most the current one, because the browser's clock may be ahead. Null stays null. */
function noLaterThanNow(call: CallContext, at: number | null): number | null {
  return at === null ? null : Math.min(at, call.now);
}

function toWire(call: CallContext, notification: StoredNotification, locale: string): NotificationWire {
  const { facts } = notification;
  const isAboutPlace = 'placeId' in facts;
  const deviceId = 'deviceId' in facts ? facts.deviceId : isAboutPlace ? facts.reportedBy : null;
  const device = deviceId === null ? null : findDevice(call.sql, deviceId, true);
  const bundleId = facts.type === 'app_installed' ? facts.bundleId : null;
  const account = getAccount(call.sql);
  const users = usersOfNotification(notification, isAboutPlace ? null : device).flatMap((id) => findUser(call.sql, id) ?? []);
  const [user = null] = users;
  const timeZone = user?.time_zone ?? account.time_zone;
  return {
    notif_id: notification.id,
    type: facts.type === 'unknown' ? facts.of : facts.type,
    notif_ts: notification.at,
    user_id: user?.id ?? null,
    user_ids: users.map(({ id }) => id),
    device_id: deviceId,
    bundle_id: bundleId,
    details: {
      read_ts: notification.read_at ?? (hasBegun(notification, call.now) ? notification.occurrence : null),
      shown_ts: notification.shown_at,
      hidden: notification.hidden === 1 || notification.withdrawn_at !== null || isPast(notification, timeZone, call.now),
    },
    content: writeNotification(notification, locale, {
      childId: user?.id ?? null,
      child: new Intl.ListFormat(locale, { type: 'conjunction' }).format(toNames(call, users)),
      device: device?.name ?? '',
      email: account.email,
      timeZone,
      homeZone: account.time_zone,
      hasAppRules: planOf(call).limits.granularity === 'on',
      isDecided: bundleId !== null && users.every(({ id }) => isAppDecided(call, id, bundleId)),
      isOver: isBlockOver(notification, call.now),
    }),
  };
}

/** Returns the names as pages show them. Children with the same name get distinct names. */
function toNames(call: CallContext, users: Array<ChildRow>): Array<string> {
  const children = disambiguateNames(listChildren(call.sql));
  return users.map(({ id, name }) => children.find((one) => one.id === id)?.name ?? name);
}
