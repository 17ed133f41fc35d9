import { ANNOUNCE_BEFORE_MS, type ComingBlock, findComingBlock } from '../../../app/domain/announcement';
import { cleanName } from '../../../app/domain/child';
import { getAccount } from './accounts/account.queries';
import { findAppReport } from './apps/app.queries';
import type { About, Call } from './call';
import { findChild } from './children/child.queries';
import {
  type DeviceReport,
  findDevice,
  findPairing,
  listDevicesOfChild,
  type PairingRow,
  type StoredDevice,
} from './devices/device.queries';
import {
  insertNotice,
  LISTED_MS,
  listNoticesAbout,
  listNoticesOfChild,
  listNoticesOfDevice,
  listNoticesOfType,
  type NewNotice,
  type NoticeFacts,
  type StoredNotice,
  setFacts,
  setWithdrawn,
} from './notices/notice.queries';
import { lastSeenOf } from './presence';
import { requiredVersion } from './required-version';
import type { ResolvedChild } from './status/resolve';

/** A pairing that is not finished after this is brought to mind (S62). */
const REMIND_AFTER_MS = 24 * 60 * 60_000;
/** A device that is silent for this long is reported (S62, A16). */
const SILENT_AFTER_MS = 2 * 24 * 60 * 60_000;
/** So many new apps of one report are told by name. */
const APPS_TOLD = 5;
/** So many of one device in a day: beyond that they are told together. */
const APPS_TOLD_A_DAY = 20;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Announces the scheduled block that comes within 15 minutes, once per occurrence (RULE-036). Not where the schedule was made or changed
 * within that time: whoever did it knows.
 */
export function raiseAnnouncement(call: Call, { child, question }: ResolvedChild): void {
  const coming = findComingBlock(question, call.now);
  if (coming === null) return;
  const { schedule, from } = coming;
  if (schedule.updatedAt > from - ANNOUNCE_BEFORE_MS) return;
  raise(call, { subject_id: child.id, occurrence: from, child_id: child.id, facts: toAnnouncement(coming) });
}

function toAnnouncement({ schedule, until }: ComingBlock): NoticeFacts {
  const isReadyMade = schedule.kind === 'default-schedule';
  return { type: 'upcoming_block_announce', ruleId: schedule.id, ruleName: schedule.name, isReadyMade, until };
}

/** Takes back what was announced and will not come, gives again what comes after all, and tells it as it will be. */
export function settleAnnouncements(call: Call, { child, question }: ResolvedChild): void {
  const announced = listNoticesAbout(call.sql, 'upcoming_block_announce', child.id, call.now);
  if (announced.length === 0) return;
  const coming = findComingBlock(question, call.now);
  for (const notice of announced) {
    const isComing = coming !== null && notice.occurrence === coming.from;
    if (isComing) setNoticeFacts(call, notice, toAnnouncement(coming));
    setStanding(call, notice, isComing);
  }
}

/** A pairing was opened: in a day it is brought to mind. */
export function expectPairing(call: Call, pairing: PairingRow): void {
  call.due('pairing-reminder', pairing.id, pairing.created_at + REMIND_AFTER_MS);
}

/** Brings an unfinished pairing to mind, once (S62). */
export function remindOfPairing(call: Call, pairId: string): void {
  const pairing = findPairing(call.sql, pairId);
  if (pairing === null || pairing.device_id !== null || pairing.expires_at <= call.now) return;
  if (findChild(call.sql, pairing.child_id) === null) return;
  const facts = { type: 'pairing_reminder', startedAt: pairing.created_at, expiresAt: pairing.expires_at } as const;
  raise(call, { subject_id: pairing.id, occurrence: pairing.created_at, child_id: pairing.child_id, facts });
}

/** The pairing has its device, or nobody can use it any more: the reminder has nothing left to remind of. */
export function closePairing(call: Call, pairId: string): void {
  call.notDue('pairing-reminder', pairId);
  for (const notice of listNoticesAbout(call.sql, 'pairing_reminder', pairId)) setStanding(call, notice, false);
}

/** From now on the device's silence is watched. Where it was silent and was heard again, the notice of that is taken back. */
export function watchDevice(call: Call, deviceId: string): void {
  call.due('silence', deviceId, call.now + SILENT_AFTER_MS);
  for (const notice of listNoticesAbout(call.sql, 'device_not_seen', deviceId)) setStanding(call, notice, false);
}

/** Looks whether the device has been silent for two days, and reports it once; the device's next word has it watched anew. */
export function noteSilence(call: Call, deviceId: string): void {
  const device = findDevice(call.sql, deviceId);
  if (device === null || device.report.managementRemovedAt !== null) return;
  const seenAt = lastSeenOf(call, device) ?? device.created_at;
  if (seenAt + SILENT_AFTER_MS > call.now) {
    call.due('silence', deviceId, seenAt + SILENT_AFTER_MS);
    return;
  }
  const facts = { type: 'device_not_seen', deviceId } as const;
  raise(call, { subject_id: deviceId, occurrence: seenAt, child_id: device.childIds[0] ?? '', facts });
}

/**
 * A removed device is watched no longer, and nothing is left to be done about it. A new app that another device of the child has too is told
 * of that one from now on.
 */
export function forgetDevice(call: Call, device: StoredDevice): void {
  call.notDue('silence', device.id);
  for (const notice of listNoticesOfDevice(call.sql, device.id)) {
    const { facts } = notice;
    const other = facts.type === 'app_installed' && facts.bundleId !== null ? findDeviceWith(call, notice.child_id, facts.bundleId) : null;
    if (facts.type !== 'app_installed' || other === null) setStanding(call, notice, false);
    else setNoticeFacts(call, notice, { ...facts, deviceId: other.id });
  }
}

function findDeviceWith(call: Call, childId: string, bundleId: string): StoredDevice | null {
  const has = (device: StoredDevice) =>
    findAppReport(call.sql, device.id)?.apps.some(({ bundle_id, goneAt }) => bundle_id === bundleId && goneAt === null) === true;
  return listDevicesOfChild(call.sql, childId).find(has) ?? null;
}

/**
 * Tells of apps that a report brought: five by name, the others together (APPS-036), and a device that brings ever more of them adds to what
 * was told together that day. Not of one that was told of already for this child, dealt with or not, from another device: what may be done
 * about it is the child's. What the device had before and was told of then is newly installed: the new notice takes the place of the old.
 */
export function raiseNewApps(call: Call, device: StoredDevice, apps: ReadonlyArray<{ bundle_id: string; name: string }>): void {
  // Most lists bring nothing new: then no notice is read.
  if (apps.length === 0) return;
  const about = { occurrence: call.now, child_id: childOf(device) };
  const notices = listNoticesOfChild(call.sql, 'app_installed', about.child_id, call.now - LISTED_MS).flatMap(({ facts, ...notice }) =>
    facts.type === 'app_installed' ? [{ ...notice, facts }] : [],
  );
  const own = notices.filter(({ facts }) => facts.deviceId === device.id);
  const told = new Set(notices.filter(({ facts }) => facts.deviceId !== device.id).map(({ facts }) => facts.bundleId));
  const news = apps.filter(({ bundle_id }) => !told.has(bundle_id));
  const today = own.filter(({ at }) => at > call.now - DAY_MS);
  const room = Math.min(APPS_TOLD, Math.max(0, APPS_TOLD_A_DAY - today.filter(({ facts }) => facts.bundleId !== null).length));
  // One that is left over is named as well: it takes no more room.
  const named = room > 0 && news.length <= room + 1 ? news : news.slice(0, room);
  for (const { bundle_id, name } of named) {
    for (const notice of own) if (notice.facts.bundleId === bundle_id) setStanding(call, notice, false);
    const facts = { type: 'app_installed', deviceId: device.id, bundleId: bundle_id, appName: cleanName(name) || bundle_id } as const;
    raise(call, { ...about, subject_id: `${device.id}:${bundle_id}`, facts: { ...facts, others: 0 } });
  }
  const rest = news.length - named.length;
  if (rest === 0) return;
  const together = today.find(({ facts, hidden }) => facts.bundleId === null && hidden === 0);
  if (together !== undefined) {
    setNoticeFacts(call, together, { ...together.facts, others: together.facts.others + rest });
    return;
  }
  const facts = { type: 'app_installed', deviceId: device.id, bundleId: null, appName: '', others: rest } as const;
  raise(call, { ...about, subject_id: device.id, facts });
}

/** An Android device that is too old for what is set is reported once per version of its app, and no longer once it is new enough (NOTI-021). */
export function settleVersion(call: Call, device: StoredDevice, report: DeviceReport): void {
  const needed = requiredVersion(call, device, report);
  const wanted = needed === null ? null : `${device.id}:${report.appVersion}`;
  for (const notice of listNoticesOfDevice(call.sql, device.id)) {
    if (notice.facts.type === 'android_update_required' && notice.subject_id !== wanted) setStanding(call, notice, false);
  }
  if (needed === null || wanted === null) return;
  const facts = { type: 'android_update_required', deviceId: device.id, version: report.appVersion, needed } as const;
  const [known] = listNoticesAbout(call.sql, facts.type, wanted);
  if (known === undefined) raise(call, { subject_id: wanted, occurrence: 0, child_id: childOf(device), facts });
  else setStanding(call, known, true);
}

/** An address that nobody has proven is brought to mind until it is; a `new` one anew, whatever was done with the notice before (S03, S06). */
export function settleVerification(call: Call, address: 'same' | 'new' = 'same'): void {
  const { account_id, email, email_verified_at } = getAccount(call.sql);
  const isWanted = email !== '' && email_verified_at === null;
  const standing = listNoticesOfType(call.sql, 'email_verification_required').filter((notice) => notice.withdrawn_at === null);
  if (isWanted && address === 'same' && standing.length > 0) return;
  for (const notice of standing) setStanding(call, notice, false);
  if (isWanted) raise(call, { subject_id: account_id, occurrence: call.now, child_id: '', facts: { type: 'email_verification_required' } });
}

/** Whom a device's news is about: who uses it, or the first of its children. */
function childOf(device: StoredDevice): string {
  return device.report.activeChildId ?? device.childIds[0] ?? '';
}

function raise(call: Call, notice: Omit<NewNotice, 'id' | 'at'>): void {
  const id = call.newId();
  if (insertNotice(call.sql, { ...notice, id, at: call.now })) call.changed('notification', id, aboutNotice(notice));
}

/** What a notice says has become another thing. Read or hidden it stays so: it is the same notice. */
function setNoticeFacts(call: Call, notice: StoredNotice, facts: NoticeFacts): void {
  if (JSON.stringify(notice.facts) === JSON.stringify(facts)) return;
  setFacts(call.sql, notice.id, facts);
  if (notice.withdrawn_at === null) call.changed('notification', notice.id, aboutNotice(notice));
}

function setStanding(call: Call, notice: StoredNotice, stands: boolean): void {
  if (stands === (notice.withdrawn_at === null)) return;
  setWithdrawn(call.sql, notice.id, stands ? null : call.now);
  call.changed('notification', notice.id, aboutNotice(notice));
}

/** One about the account is about no child. */
function aboutNotice({ child_id }: { child_id: string }): About {
  return child_id === '' ? {} : { childId: child_id };
}
