import { cleanName } from '#app/domain/child';
import type { CallContext } from '../core/call-context';
import { findAppReport, putAppReport, type StoredApp } from '../store/app.queries';
import { findDevice, listDevices, type StoredDevice } from '../store/device.queries';
import { LISTED_MS, listNoticesOfType, type NoticeFacts, type StoredNotice, setDetails, setSubject } from '../store/notice.queries';
import { isAppDecided } from './app-decision';
import { raiseNotice, setNoticeActive, setNoticeFacts } from './notice-state';
import { userOf, usersOfNotice } from './notice-users';

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
type AppFacts = Extract<NoticeFacts, { type: 'app_installed' }>;
type AppNotice = StoredNotice & { facts: AppFacts };

/**
 * Announces new apps of a report: five by name, the others in one combined notification per day (APPS-036). Skips an app already announced
 * to the same children on another device, because decisions apply per child. This includes a notification dismissed without a decision,
 * while one of their devices has the app. An app announced for this device before was reinstalled, so a new notification replaces the old
 * one.
 */
export function raiseNewApps(call: CallContext, device: StoredDevice, apps: ReadonlyArray<NamedApp>): void {
  // Most reports contain no new apps, so this saves reading the notifications.
  if (apps.length === 0) return;
  const about = { occurrence: call.now, child_id: userOf(device) };
  const notices = listAppNotices(call);
  const isOwn = ({ subject_id }: AppNotice) => subject_id.split(':', 1)[0] === device.id;
  const own = notices.filter(isOwn);
  const isForUsers = isAboutAll(call, usersOfNotice(about, device));
  const ids = new Set<string | null>(apps.map(({ bundle_id }) => bundle_id));
  const isElsewhere = (notice: AppNotice) => !isOwn(notice) && notice.withdrawn_at === null && ids.has(notice.facts.bundleId);
  const others = notices.filter((notice) => isElsewhere(notice) && isForUsers(notice) && isStillAnnounced(call, notice, device.id));
  const announced = new Set(others.map(({ facts }) => facts.bundleId));
  const unannounced = apps.filter(({ bundle_id }) => !announced.has(bundle_id));
  // Includes withdrawn notifications, so that removing and reinstalling apps doesn't raise the limit.
  const today = own.filter(({ at }) => at > call.now - DAY_MS);
  const room = Math.min(NAMED_PER_REPORT, Math.max(0, NAMED_PER_DAY - today.filter(({ facts }) => facts.bundleId !== null).length));
  // A single remaining app is named too, because a combined notification would take as much space.
  const named = room > 0 && unannounced.length <= room + 1 ? unannounced : unannounced.slice(0, room);
  for (const { bundle_id, name } of named) {
    for (const notice of own) if (notice.facts.bundleId === bundle_id) setNoticeActive(call, notice, false);
    const facts = { ...ONE_APP, deviceId: device.id, bundleId: bundle_id, appName: toName({ bundle_id, name }) };
    raiseNotice(call, { ...about, subject_id: subjectOf(device, bundle_id), facts });
  }
  // Apps announced again now are removed from earlier combined notifications.
  for (const notice of own) {
    const { bundleIds } = notice.facts;
    if (bundleIds.some((id) => ids.has(id)))
      setNoticeFacts(call, notice, { ...notice.facts, bundleIds: bundleIds.filter((id) => !ids.has(id)) });
  }
  const rest = unannounced.slice(named.length);
  if (rest.length === 0) return;
  const combined = today.find(({ facts, hidden }) => facts.bundleId === null && facts.deviceId === device.id && hidden === 0);
  if (combined === undefined) {
    const facts = { ...ONE_APP, deviceId: device.id, bundleId: null, appName: '' };
    raiseNotice(call, { ...about, subject_id: device.id, facts: withMore(facts, rest) });
    return;
  }
  setNoticeFacts(call, combined, withMore(combined.withdrawn_at === null ? combined.facts : { ...combined.facts, ...NONE }, rest));
  setNoticeActive(call, combined, true);
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

/** Returns the number of other apps. A single app is shown by its name. */
function countOf(others: number, first: NamedApp | undefined): Pick<AppFacts, 'others' | 'appName'> {
  return { others, appName: others === 1 && first !== undefined ? toName(first) : '' };
}

function toName({ bundle_id, name }: NamedApp): string {
  return cleanName(name) || bundle_id;
}

/** Updates combined notifications to the apps that are still installed. Withdraws a notification if none of its apps is installed. */
export function updateCombinedNotices(call: CallContext, device: StoredDevice, present: ReadonlyMap<string, NamedApp>): void {
  for (const notice of listAppNotices(call)) {
    const { deviceId, bundleIds, beyond } = notice.facts;
    if (deviceId !== device.id || bundleIds.length === 0) continue;
    const there = bundleIds.flatMap((id) => present.get(id) ?? []);
    if (there.length > 0) setNoticeFacts(call, notice, { ...notice.facts, ...countOf(there.length + beyond, there[0]) });
    setNoticeActive(call, notice, there.length > 0);
  }
}

/**
 * Moves the notifications of removed apps to another device of the same children that has the app. Withdraws them if there is none.
 * Dismissed notifications stay unchanged.
 */
export function withdrawAppNotices(call: CallContext, device: StoredDevice, bundleIds: ReadonlyArray<string>): void {
  if (bundleIds.length === 0) return;
  for (const notice of listAppNotices(call)) {
    const { deviceId, bundleId } = notice.facts;
    if (deviceId !== device.id || bundleId === null || !bundleIds.includes(bundleId)) continue;
    if (notice.hidden === 0 && notice.withdrawn_at === null) moveOrWithdrawNotice(call, notice, device);
  }
}

/** Restores the notifications of apps that were reinstalled quickly, unless a newer notification has replaced them. */
export function restoreAppNotices(call: CallContext, device: StoredDevice, bundleIds: ReadonlyArray<string>): void {
  if (bundleIds.length === 0) return;
  const isForUsers = isAboutAll(call, usersOfNotice({ child_id: userOf(device) }, device));
  const notices = listAppNotices(call).sort((a, b) => b.at - a.at);
  for (const id of bundleIds) {
    const matching = notices.filter(
      (notice) => notice.facts.bundleId === id && (notice.facts.deviceId === device.id || isForUsers(notice)),
    );
    const active = matching.find(({ withdrawn_at }) => withdrawn_at === null);
    const notice = active ?? matching[0];
    // A notification raised for another device stays with that device.
    if (notice === undefined || (active !== undefined && active.subject_id !== subjectOf(device, id))) continue;
    setNoticeFacts(call, notice, { ...notice.facts, deviceId: device.id });
    setNoticeActive(call, notice, true);
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
  const notices = listAppNotices(call).filter(({ withdrawn_at }) => withdrawn_at === null);
  const users = usersOfNotice({ child_id: userOf(after) }, after);
  const away = new Set<AppNotice>();
  const isAnnouncedElsewhere = (notice: AppNotice, children: Array<string>) => {
    const isForUsers = isAboutAll(call, children);
    return notices.some(
      (one) =>
        one !== notice && !away.has(one) && one.facts.bundleId === notice.facts.bundleId && isForUsers(one) && isStillAnnounced(call, one),
    );
  };
  const announce = (notice: AppNotice, device: StoredDevice, childId: string, children: Array<string>) => {
    if (notice.hidden === 1 || children.length === 0 || isAnnouncedElsewhere(notice, children)) return;
    const subject_id = subjectOf(device, notice.facts.bundleId ?? '');
    raiseNotice(call, { subject_id, occurrence: call.now, child_id: childId, facts: { ...notice.facts, deviceId: device.id } });
  };
  for (const notice of notices) {
    const { deviceId, bundleId } = notice.facts;
    if (deviceId !== after.id || bundleId === null) continue;
    const recipients = usersOfNotice(notice, before);
    const leavers = recipients.filter(hasLeft);
    if (leavers.length < recipients.length) {
      for (const childId of leavers) {
        const own = findDeviceWithApp(call, bundleId, [childId], after.id);
        if (own !== null) announce(notice, own, childId, [childId]);
      }
      continue;
    }
    const other = leavers.length === 0 ? null : findDeviceWithApp(call, bundleId, leavers, after.id);
    if (other !== null) {
      away.add(notice);
      setNoticeFacts(call, notice, { ...notice.facts, deviceId: other.id });
      announce(notice, after, userOf(after), users);
    } else if (leavers.length > 0 && (notice.hidden === 1 || (users.length > 0 && isAnnouncedElsewhere(notice, users)))) {
      away.add(notice);
      setNoticeActive(call, notice, false);
    }
  }
}

/** Moves the app list and app notifications to the new row of a device that was paired again (D09). */
export function moveToNewDevice(call: CallContext, former: StoredDevice, device: StoredDevice): void {
  const report = findAppReport(call.sql, former.id);
  if (report !== null) putAppReport(call.sql, { ...report, deviceId: device.id });
  for (const notice of listAppNotices(call)) {
    const [first, ...rest] = notice.subject_id.split(':');
    if (first === former.id) setSubject(call.sql, notice.id, [device.id, ...rest].join(':'));
    if (notice.facts.deviceId === former.id) setNoticeFacts(call, notice, { ...notice.facts, deviceId: device.id });
  }
}

/** Moves the notification to another device of the same children that has the app. Withdraws it if there is none. */
export function moveOrWithdrawNotice(call: CallContext, notice: AppNotice, device: StoredDevice): void {
  const other = findDeviceWithApp(call, notice.facts.bundleId, usersOfNotice(notice, device), device.id);
  if (other === null) setNoticeActive(call, notice, false);
  else setNoticeFacts(call, notice, { ...notice.facts, deviceId: other.id });
}

/** True for a notification of one or several new apps. */
export function isAppNotice(notice: StoredNotice): notice is AppNotice {
  return notice.facts.type === 'app_installed';
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
function isStillAnnounced(call: CallContext, notice: AppNotice, exceptId: string | null = null): boolean {
  const { deviceId, bundleId } = notice.facts;
  if (notice.hidden === 0 || bundleId === null) return true;
  const users = usersOfNotice(notice, findDevice(call.sql, deviceId, true));
  if (users.every((id) => isAppDecided(call, id, bundleId))) return true;
  return listDevices(call.sql).some((device) => {
    if (device.id === exceptId || !device.childIds.some((id) => users.includes(id))) return false;
    const app = findApp(call, device, bundleId);
    return app !== undefined && (app.goneAt === null || call.now - app.goneAt < REINSTALL_MS);
  });
}

/** Returns the app notifications of the last 30 days, including withdrawn ones. */
function listAppNotices(call: CallContext): Array<AppNotice> {
  return listNoticesOfType(call.sql, 'app_installed', call.now - LISTED_MS).filter(isAppNotice);
}

/** Returns a function that is true for a notification about all of these children. */
function isAboutAll(call: CallContext, users: Array<string>): (notice: AppNotice) => boolean {
  return (notice) => {
    const told = usersOfNotice(notice, findDevice(call.sql, notice.facts.deviceId, true));
    return users.every((id) => told.includes(id));
  };
}
