import { Hono } from 'hono';
import { disambiguateNames } from '#app/domain/child';
import { momentLocale, toLocale } from '#app/domain/locale-formats';
import { outsideAccount } from '#app/wire/errors';
import { listNotices, type NoticeWire, updateNotices } from '#app/wire/notice';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { getAccount } from '../store/account.queries';
import { type ChildRow, findUser, listChildren } from '../store/child.queries';
import { findDevice } from '../store/device.queries';
import { findNotice, hasBegun, isBlockOver, isPast, listActiveNotices, type StoredNotice, setDetails } from '../store/notice.queries';
import { planOf } from '../subscription/plan-of';
import { isAppDecided } from './app-decision';
import { aboutNotice } from './notice-state';
import { writeNotice } from './notice-texts';
import { usersOfNotice } from './notice-users';

/** Lists notifications and stores whether the parent has read or dismissed them (S47). */
export const notices = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listNotices, (call, { query }) => {
      const locale = localeFor(call, query.locale);
      if (query.notif_id !== undefined) return [toWire(call, requireNotice(call, query.notif_id), locale)];
      return listActiveNotices(call.sql, call.now)
        .map((notice) => toWire(call, notice, locale))
        .filter(({ details }) => !details.hidden)
        .sort((a, b) => b.content.priority - a.content.priority);
    }),
  )
  .put(
    '/',
    handleEndpoint(updateNotices, (call, { query, body }) => {
      const locale = localeFor(call, query.locale);
      return body.map(({ notif_id, details }) => {
        const before = requireNotice(call, notif_id);
        const after: StoredNotice = {
          ...before,
          read_at: details.read_ts === undefined ? before.read_at : noLaterThanNow(call, details.read_ts),
          shown_at: details.shown_ts === undefined ? before.shown_at : noLaterThanNow(call, details.shown_ts),
          hidden: details.hidden === undefined ? before.hidden : Number(details.hidden),
        };
        if (after.read_at !== before.read_at || after.shown_at !== before.shown_at || after.hidden !== before.hidden) {
          setDetails(call.sql, notif_id, after);
          call.recordChange('notification', notif_id, aboutNotice(before));
        }
        return toWire(call, after, locale);
      });
    }),
  );

/** @throws Refusal if the account has no notification with this id */
function requireNotice(call: CallContext, id: string): StoredNotice {
  const notice = findNotice(call.sql, id);
  if (notice === null) throw outsideAccount();
  return notice;
}

/** Returns the requested language and region, or else the account's. */
function localeFor(call: CallContext, locale: string | undefined): string {
  return toLocale(locale ?? '') ?? toLocale(getAccount(call.sql).locale) ?? momentLocale;
}

/** Returns the given time, but at most the current one, because the browser's clock may be ahead. Null stays null. */
function noLaterThanNow(call: CallContext, at: number | null): number | null {
  return at === null ? null : Math.min(at, call.now);
}

function toWire(call: CallContext, notice: StoredNotice, locale: string): NoticeWire {
  const { facts } = notice;
  const deviceId = 'deviceId' in facts ? facts.deviceId : null;
  const device = deviceId === null ? null : findDevice(call.sql, deviceId, true);
  const bundleId = facts.type === 'app_installed' ? facts.bundleId : null;
  const account = getAccount(call.sql);
  const users = usersOfNotice(notice, device).flatMap((id) => findUser(call.sql, id) ?? []);
  const [user = null] = users;
  const timeZone = user?.time_zone ?? account.time_zone;
  return {
    notif_id: notice.id,
    type: facts.type === 'unknown' ? facts.of : facts.type,
    notif_ts: notice.at,
    user_id: user?.id ?? null,
    user_ids: users.map(({ id }) => id),
    device_id: deviceId,
    bundle_id: bundleId,
    details: {
      read_ts: notice.read_at ?? (hasBegun(notice, call.now) ? notice.occurrence : null),
      shown_ts: notice.shown_at,
      hidden: notice.hidden === 1 || notice.withdrawn_at !== null || isPast(notice, timeZone, call.now),
    },
    content: writeNotice(notice, locale, {
      childId: user?.id ?? null,
      child: new Intl.ListFormat(locale, { type: 'conjunction' }).format(toNames(call, users)),
      device: device?.name ?? '',
      email: account.email,
      timeZone,
      homeZone: account.time_zone,
      hasAppRules: planOf(call).limits.granularity === 'on',
      isDecided: bundleId !== null && users.every(({ id }) => isAppDecided(call, id, bundleId)),
      isOver: isBlockOver(notice, call.now),
    }),
  };
}

/** Returns the names as pages show them. Children with the same name get distinct names. */
function toNames(call: CallContext, users: Array<ChildRow>): Array<string> {
  const children = disambiguateNames(listChildren(call.sql));
  return users.map(({ id, name }) => children.find((one) => one.id === id)?.name ?? name);
}
