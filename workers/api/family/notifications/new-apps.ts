import { cleanName } from '#app/domain/child';
import type { CallContext } from '../core/call-context';
import { findAppReport, putAppReport, type StoredApp } from '../store/app.queries';
import { findDevice, listDevices, type StoredDevice } from '../store/device.queries';
import {
  LISTED_MS,
  listNotificationsOfType,
  type NotificationFacts,
  type StoredNotification,
  setDetails,
  setSubject,
} from '../store/notification.queries';
import { isAppDecided } from './app-decision';
import { raiseNotification, setNotificationActive, setNotificationFacts } from './notification-state';
import { userOf, usersOfNotification } from './notification-users';

/** Maximum number of new apps in one report that are announced by name. */
const NAMED_PER_REPORT = 5;
/** Maximum number of apps announced by name per device and day. Further apps go into one combined notification. */
const NAMED_PER_DAY = 20;
const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of app ids in a combined notification, to keep its row small. */
const COMBINED_IDS_MAX = 200;
/** Time within which a reinstalled app is treated as never removed, because some systems update apps by reinstalling them. */
export const REINSTALL_MS = DAY_MS;

type NamedApp = Pick<StoredApp, 'bundle_id' | 'name'>;
type AppFacts = Extract<NotificationFacts, { type: 'app_installed' }>;
type AppNotification = StoredNotification & { facts: AppFacts };

/**
 * Announces new apps of a report: five by name, the others in one combined notification per day (APPS-036). Skips an app already announced
 * to the same children on another device, because decisions apply per child. An app dismissed without a decision counts as announced while
 * one of the children's devices has it. An app announced for this device before was reinstalled, so a new notification replaces the old
 * one.
 */
export function raiseNewApps(call: CallContext, device: StoredDevice, apps: ReadonlyArray<NamedApp>): void {
  // Most reports contain no new apps, so this saves reading the notifications.
  if (apps.length === 0) return;
  const about = { occurrence: call.now, child_id: userOf(device) };
  const notifications = listAppNotifications(call);
  const isOwn = ({ subject_id }: AppNotification) => subject_id.split(':', 1)[0] === device.id;
  const own = notifications.filter(isOwn);
  const isForUsers = isAboutAll(call, usersOfNotification(about, device));
  const ids = new Set<string | null>(apps.map(({ bundle_id }) => bundle_id));
  const isElsewhere = (notification: AppNotification) =>
    !isOwn(notification) && notification.withdrawn_at === null && ids.has(notification.facts.bundleId);
  const others = notifications.filter(
    (notification) => isElsewhere(notification) && isForUsers(notification) && isStillAnnounced(call, notification, device.id),
  );
  const announced = new Set(others.map(({ facts }) => facts.bundleId));
  const unannounced = apps.filter(({ bundle_id }) => !announced.has(bundle_id));
  // Includes withdrawn notifications, so that removing and reinstalling apps doesn't raise the limit.
  const today = own.filter(({ at }) => at > call.now - DAY_MS);
  const room = Math.min(NAMED_PER_REPORT, Math.max(0, NAMED_PER_DAY - today.filter(({ facts }) => facts.bundleId !== null).length));
  // A single remaining app is named too, because a combined notification would take as much space.
  const named = room > 0 && unannounced.length <= room + 1 ? unannounced : unannounced.slice(0, room);
  for (const { bundle_id, name } of named) {
    for (const notification of own) if (notification.facts.bundleId === bundle_id) setNotificationActive(call, notification, false);
    const facts = { ...ONE_APP, deviceId: device.id, bundleId: bundle_id, appName: toName({ bundle_id, name }) };
    raiseNotification(call, { ...about, subject_id: subjectOf(device, bundle_id), facts });
  }
  // Apps announced again now are removed from earlier combined notifications.
  for (const notification of own) {
    const { bundleIds } = notification.facts;
    if (bundleIds.some((id) => ids.has(id)))
      setNotificationFacts(call, notification, { ...notification.facts, bundleIds: bundleIds.filter((id) => !ids.has(id)) });
  }
  const rest = unannounced.slice(named.length);
  if (rest.length === 0) return;
  const combined = today.find(({ facts, hidden }) => facts.bundleId === null && facts.deviceId === device.id && hidden === 0);
  if (combined === undefined) {
    const facts = { ...ONE_APP, deviceId: device.id, bundleId: null, appName: '' };
    raiseNotification(call, { ...about, subject_id: device.id, facts: withMore(facts, rest) });
    return;
  }
  setNotificationFacts(call, combined, withMore(combined.withdrawn_at === null ? combined.facts : { ...combined.facts, ...NONE }, rest));
  setNotificationActive(call, combined, true);
  // The notification has new content, so it becomes unread.
  setDetails(call.sql, combined.id, { read_at: null, shown_at: null, hidden: 0 });
}

const NONE = { others: 0, bundleIds: [], beyond: 0 };
const ONE_APP = { type: 'app_installed' as const, ...NONE };

function withMore(facts: AppFacts, rest: Array<NamedApp>): AppFacts {
  const ids = [...facts.bundleIds, ...rest.map(({ bundle_id }) => bundle_id)];
  const beyond = facts.beyond + Math.max(0, ids.length - COMBINED_IDS_MAX);
  return { ...facts, ...countOf(facts.others + rest.length, rest[0]), bundleIds: ids.slice(0, COMBINED_IDS_MAX), beyond };
}

/** Returns the number of apps in a combined notification. `appName`: the name if there is only one app, else ''. */
function countOf(others: number, first: NamedApp | undefined): Pick<AppFacts, 'others' | 'appName'> {
  return { others, appName: others === 1 && first !== undefined ? toName(first) : '' };
}

function toName({ bundle_id, name }: NamedApp): string {
  return cleanName(name) || bundle_id;
}

/** Updates combined notifications to the apps that are still installed. Withdraws a notification if none of its apps is installed. */
export function updateCombinedNotifications(call: CallContext, device: StoredDevice, present: ReadonlyMap<string, NamedApp>): void {
  for (const notification of listAppNotifications(call)) {
    const { deviceId, bundleIds, beyond } = notification.facts;
    if (deviceId !== device.id || bundleIds.length === 0) continue;
    const there = bundleIds.flatMap((id) => present.get(id) ?? []);
    if (there.length > 0) setNotificationFacts(call, notification, { ...notification.facts, ...countOf(there.length + beyond, there[0]) });
    setNotificationActive(call, notification, there.length > 0);
  }
}

/**
 * Moves the notifications of removed apps to another device of the same children that has the app. Withdraws them if there is none.
 * Dismissed notifications stay unchanged.
 */
export function withdrawAppNotifications(call: CallContext, device: StoredDevice, bundleIds: ReadonlyArray<string>): void {
  if (bundleIds.length === 0) return;
  for (const notification of listAppNotifications(call)) {
    const { deviceId, bundleId } = notification.facts;
    if (deviceId !== device.id || bundleId === null || !bundleIds.includes(bundleId)) continue;
    if (notification.hidden === 0 && notification.withdrawn_at === null) moveOrWithdrawNotification(call, notification, device);
  }
}

/** Restores the notifications of apps that were reinstalled quickly, unless a newer notification has replaced them. */
export function restoreAppNotifications(call: CallContext, device: StoredDevice, bundleIds: ReadonlyArray<string>): void {
  if (bundleIds.length === 0) return;
  const isForUsers = isAboutAll(call, usersOfNotification({ child_id: userOf(device) }, device));
  const notifications = listAppNotifications(call).sort((a, b) => b.at - a.at);
  for (const id of bundleIds) {
    const matching = notifications.filter(
      (notification) => notification.facts.bundleId === id && (notification.facts.deviceId === device.id || isForUsers(notification)),
    );
    const active = matching.find(({ withdrawn_at }) => withdrawn_at === null);
    const notification = active ?? matching[0];
    // A notification raised for another device stays with that device.
    if (notification === undefined || (active !== undefined && active.subject_id !== subjectOf(device, id))) continue;
    setNotificationFacts(call, notification, { ...notification.facts, deviceId: device.id });
    setNotificationActive(call, notification, true);
  }
}

/**
 * Updates app notifications after the users of a device changed. For children who no longer use it, a notification moves to another of
 * their devices with the app. The current users then get a new notification. Without such a device, the notification stays with this one.
 * Nobody gets the same notification twice.
 */
export function updateAppUsers(call: CallContext, before: StoredDevice, after: StoredDevice): void {
  const hasLeft = (childId: string) => !after.childIds.includes(childId);
  if (!before.childIds.some(hasLeft)) return;
  const notifications = listAppNotifications(call).filter(({ withdrawn_at }) => withdrawn_at === null);
  const users = usersOfNotification({ child_id: userOf(after) }, after);
  const away = new Set<AppNotification>();
  const isAnnouncedElsewhere = (notification: AppNotification, children: Array<string>) => {
    const isForUsers = isAboutAll(call, children);
    return notifications.some(
      (one) =>
        one !== notification &&
        !away.has(one) &&
        one.facts.bundleId === notification.facts.bundleId &&
        isForUsers(one) &&
        isStillAnnounced(call, one),
    );
  };
  const announce = (notification: AppNotification, device: StoredDevice, childId: string, children: Array<string>) => {
    if (notification.hidden === 1 || children.length === 0 || isAnnouncedElsewhere(notification, children)) return;
    const subject_id = subjectOf(device, notification.facts.bundleId ?? '');
    raiseNotification(call, { subject_id, occurrence: call.now, child_id: childId, facts: { ...notification.facts, deviceId: device.id } });
  };
  for (const notification of notifications) {
    const { deviceId, bundleId } = notification.facts;
    if (deviceId !== after.id || bundleId === null) continue;
    const recipients = usersOfNotification(notification, before);
    const leavers = recipients.filter(hasLeft);
    if (leavers.length < recipients.length) {
      for (const childId of leavers) {
        const own = findDeviceWithApp(call, bundleId, [childId], after.id);
        if (own !== null) announce(notification, own, childId, [childId]);
      }
      continue;
    }
    const other = leavers.length === 0 ? null : findDeviceWithApp(call, bundleId, leavers, after.id);
    if (other !== null) {
      away.add(notification);
      setNotificationFacts(call, notification, { ...notification.facts, deviceId: other.id });
      announce(notification, after, userOf(after), users);
    } else if (leavers.length > 0 && (notification.hidden === 1 || (users.length > 0 && isAnnouncedElsewhere(notification, users)))) {
      away.add(notification);
      setNotificationActive(call, notification, false);
    }
  }
}

/** Moves the app list and app notifications to the new row of a device that was paired again (D09). */
export function moveToNewDevice(call: CallContext, former: StoredDevice, device: StoredDevice): void {
  const report = findAppReport(call.sql, former.id);
  if (report !== null) putAppReport(call.sql, { ...report, deviceId: device.id });
  for (const notification of listAppNotifications(call)) {
    const [first, ...rest] = notification.subject_id.split(':');
    if (first === former.id) setSubject(call.sql, notification.id, [device.id, ...rest].join(':'));
    if (notification.facts.deviceId === former.id) setNotificationFacts(call, notification, { ...notification.facts, deviceId: device.id });
  }
}

/** Moves the notification to another device of the same children that has the app. Withdraws it if there is none. */
export function moveOrWithdrawNotification(call: CallContext, notification: AppNotification, device: StoredDevice): void {
  const other = findDeviceWithApp(call, notification.facts.bundleId, usersOfNotification(notification, device), device.id);
  if (other === null) setNotificationActive(call, notification, false);
  else setNotificationFacts(call, notification, { ...notification.facts, deviceId: other.id });
}

/** True for a notification of one or several new apps. */
export function isAppNotification(notification: StoredNotification): notification is AppNotification {
  return notification.facts.type === 'app_installed';
}

function subjectOf({ id }: StoredDevice, bundleId: string): string {
  return `${id}:${bundleId}`;
}

function findApp(call: CallContext, device: StoredDevice, bundleId: string | null): StoredApp | undefined {
  return findAppReport(call.sql, device.id)?.apps.find(({ bundle_id }) => bundle_id === bundleId);
}

/** Returns another device of these children on which the app is new, or null. An app in a device's first list is not new. */
function findDeviceWithApp(call: CallContext, bundleId: string | null, users: Array<string>, exceptId: string): StoredDevice | null {
  const isOther = ({ id, childIds }: StoredDevice) => id !== exceptId && childIds.some((childId) => users.includes(childId));
  const isNewOn = (device: StoredDevice) => {
    const app = findApp(call, device, bundleId);
    return app !== undefined && app.goneAt === null && app.isFirst !== true;
  };
  return listDevices(call.sql).find((one) => isOther(one) && isNewOn(one)) ?? null;
}

/**
 * True if the notification still announces its app. False if it was dismissed without a decision and none of the children's devices has the
 * app. Ignores the device `exceptId`, where the app was just installed.
 */
function isStillAnnounced(call: CallContext, notification: AppNotification, exceptId: string | null = null): boolean {
  const { deviceId, bundleId } = notification.facts;
  if (notification.hidden === 0 || bundleId === null) return true;
  const users = usersOfNotification(notification, findDevice(call.sql, deviceId, true));
  if (users.every((id) => isAppDecided(call, id, bundleId))) return true;
  return listDevices(call.sql).some((device) => {
    if (device.id === exceptId || !device.childIds.some((id) => users.includes(id))) return false;
    const app = findApp(call, device, bundleId);
    return app !== undefined && (app.goneAt === null || call.now - app.goneAt < REINSTALL_MS);
  });
}

/** Returns the app notifications of the last 30 days, including withdrawn ones. */
function listAppNotifications(call: CallContext): Array<AppNotification> {
  return listNotificationsOfType(call.sql, 'app_installed', call.now - LISTED_MS).filter(isAppNotification);
}

/** Returns a function that is true for a notification about all of these children. */
function isAboutAll(call: CallContext, users: Array<string>): (notification: AppNotification) => boolean {
  return (notification) => {
    const told = usersOfNotification(notification, findDevice(call.sql, notification.facts.deviceId, true));
    return users.every((id) => told.includes(id));
  };
}
