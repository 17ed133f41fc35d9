import { cleanName } from '../../../app/domain/child';
import { findAppReport } from './apps/app.queries';
import type { Call } from './call';
import { findDevice, listDevices, type StoredDevice } from './devices/device.queries';
import { raise, setNoticeFacts, setStanding } from './notice-standing';
import { userOf, usersOfNotice } from './notice-users';
import { LISTED_MS, listNoticesOfType, type NoticeFacts, type StoredNotice } from './notices/notice.queries';

/** So many new apps of one report are told by name. */
const APPS_TOLD = 5;
/** So many of one device in a day: beyond that they are told together. */
const APPS_TOLD_A_DAY = 20;
const DAY_MS = 24 * 60 * 60_000;

type AppNotice = StoredNotice & { facts: Extract<NoticeFacts, { type: 'app_installed' }> };

/**
 * Tells of apps that a report brought: five by name, the others together (APPS-036), and a device that brings ever more of them adds to what
 * was told together that day. Not of one that was told of already for its users, dealt with or not, from another device: what may be done
 * about it is the child's. What the device had before and was told of then is newly installed: the new notice takes the place of the old.
 */
export function raiseNewApps(call: Call, device: StoredDevice, apps: ReadonlyArray<{ bundle_id: string; name: string }>): void {
  // Most lists bring nothing new: then no notice is read.
  if (apps.length === 0) return;
  const about = { occurrence: call.now, child_id: userOf(device) };
  const notices = listAppNotices(call);
  const isOwn = ({ subject_id }: AppNotice) => subject_id.split(':', 1)[0] === device.id;
  const own = notices.filter(isOwn);
  const isTold = tellsUsersOf(call, usersOfNotice(about, device));
  const others = notices.filter((notice) => !isOwn(notice) && notice.withdrawn_at === null && isTold(notice));
  const told = new Set(others.map(({ facts }) => facts.bundleId));
  const news = apps.filter(({ bundle_id }) => !told.has(bundle_id));
  // Also what was taken back: going and coming makes no room.
  const today = own.filter(({ at }) => at > call.now - DAY_MS);
  const room = Math.min(APPS_TOLD, Math.max(0, APPS_TOLD_A_DAY - today.filter(({ facts }) => facts.bundleId !== null).length));
  // One that is left over is named as well: it takes no more room.
  const named = room > 0 && news.length <= room + 1 ? news : news.slice(0, room);
  for (const { bundle_id, name } of named) {
    for (const notice of own) if (notice.facts.bundleId === bundle_id) setStanding(call, notice, false);
    const facts = { type: 'app_installed', deviceId: device.id, bundleId: bundle_id, appName: cleanName(name) || bundle_id } as const;
    raise(call, { ...about, subject_id: subjectOf(device, bundle_id), facts: { ...facts, others: 0 } });
  }
  const rest = news.length - named.length;
  if (rest === 0) return;
  const together = today.find(({ facts, hidden, withdrawn_at }) => facts.bundleId === null && hidden === 0 && withdrawn_at === null);
  if (together !== undefined) {
    setNoticeFacts(call, together, { ...together.facts, others: together.facts.others + rest });
    return;
  }
  const facts = { type: 'app_installed', deviceId: device.id, bundleId: null, appName: '', others: rest } as const;
  raise(call, { ...about, subject_id: device.id, facts });
}

/** A device has these apps no longer: nobody is asked about one that no other device of its users has. What was dealt with stays so. */
export function noteAppsGone(call: Call, device: StoredDevice, bundleIds: ReadonlyArray<string>): void {
  if (bundleIds.length === 0) return;
  for (const notice of listAppNotices(call)) {
    const { deviceId, bundleId } = notice.facts;
    if (deviceId !== device.id || bundleId === null || !bundleIds.includes(bundleId)) continue;
    if (notice.hidden === 0 && notice.withdrawn_at === null) leaveAppNotice(call, notice, device);
  }
}

/** Apps that were away for a moment are no news: what was told of one, and nothing else was told since, stands again. */
export function noteAppsBack(call: Call, device: StoredDevice, bundleIds: ReadonlyArray<string>): void {
  if (bundleIds.length === 0) return;
  const isTold = tellsUsersOf(call, usersOfNotice({ child_id: userOf(device) }, device));
  const notices = listAppNotices(call).sort((a, b) => b.at - a.at);
  for (const id of bundleIds) {
    const told = notices.filter((notice) => notice.facts.bundleId === id && (notice.facts.deviceId === device.id || isTold(notice)));
    const stands = told.find(({ withdrawn_at }) => withdrawn_at === null);
    const notice = stands ?? told[0];
    // What tells of another device by now was told of this one before, or of that one alone.
    if (notice === undefined || (stands !== undefined && stands.subject_id !== subjectOf(device, id))) continue;
    setNoticeFacts(call, notice, { ...notice.facts, deviceId: device.id });
    setStanding(call, notice, true);
  }
}

/** The device, as it was, has the app no longer: the notice tells of another one of its users that has it, or nothing any more. */
export function leaveAppNotice(call: Call, notice: AppNotice, device: StoredDevice): void {
  const users = usersOfNotice(notice, device);
  const isOther = ({ id, childIds }: StoredDevice) => id !== device.id && childIds.some((childId) => users.includes(childId));
  const other = listDevices(call.sql).find((one) => isOther(one) && hasApp(call, one, notice.facts.bundleId));
  if (other === undefined) setStanding(call, notice, false);
  else setNoticeFacts(call, notice, { ...notice.facts, deviceId: other.id });
}

/** Is it one of a new app, or of several? */
export function isAppNotice(notice: StoredNotice): notice is AppNotice {
  return notice.facts.type === 'app_installed';
}

function subjectOf({ id }: StoredDevice, bundleId: string): string {
  return `${id}:${bundleId}`;
}

function hasApp(call: Call, device: StoredDevice, bundleId: string | null): boolean {
  return findAppReport(call.sql, device.id)?.apps.some(({ bundle_id, goneAt }) => bundle_id === bundleId && goneAt === null) === true;
}

/** Those of the last 30 days, withdrawn ones too. */
function listAppNotices(call: Call): Array<AppNotice> {
  return listNoticesOfType(call.sql, 'app_installed', call.now - LISTED_MS).filter(isAppNotice);
}

/** Whether a notice is about all of these children. */
function tellsUsersOf(call: Call, users: Array<string>): (notice: AppNotice) => boolean {
  return (notice) => {
    const told = usersOfNotice(notice, findDevice(call.sql, notice.facts.deviceId, true));
    return users.every((id) => told.includes(id));
  };
}
