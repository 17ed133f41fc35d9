import { ANNOUNCE_BEFORE_MS, findComingBlock } from '../../../app/domain/announcement';
import { cleanName } from '../../../app/domain/child';
import { getAccount } from './accounts/account.queries';
import type { About, Call } from './call';
import { findChild } from './children/child.queries';
import { type DeviceReport, findDevice, findPairing, type PairingRow, type StoredDevice } from './devices/device.queries';
import {
  insertNotice,
  LISTED_MS,
  listNoticesAbout,
  listNoticesOfDevice,
  listNoticesOfType,
  type NewNotice,
  type StoredNotice,
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

/**
 * Announces the scheduled block that comes within 15 minutes, once per occurrence (RULE-036). Not where the schedule was made or changed
 * within that time: whoever did it knows.
 */
export function raiseAnnouncement(call: Call, { child, question }: ResolvedChild): void {
  const coming = findComingBlock(question, call.now);
  if (coming === null) return;
  const { schedule, from, until } = coming;
  if (schedule.updatedAt > from - ANNOUNCE_BEFORE_MS) return;
  raise(call, {
    subject_id: child.id,
    occurrence: from,
    child_id: child.id,
    facts: {
      type: 'upcoming_block_announce',
      ruleId: schedule.id,
      ruleName: schedule.name,
      isReadyMade: schedule.kind === 'default-schedule',
      until,
    },
  });
}

/** Takes back what was announced and will not come, and gives again what comes after all. */
export function settleAnnouncements(call: Call, { child, question }: ResolvedChild): void {
  const announced = listNoticesAbout(call.sql, 'upcoming_block_announce', child.id, call.now);
  if (announced.length === 0) return;
  const coming = findComingBlock(question, call.now);
  for (const notice of announced) setStanding(call, notice, notice.occurrence === coming?.from);
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

/** A removed device is watched no longer, and nothing is left to be done about it. */
export function forgetDevice(call: Call, device: StoredDevice): void {
  call.notDue('silence', device.id);
  for (const notice of listNoticesOfDevice(call.sql, device.id)) setStanding(call, notice, false);
}

/**
 * Tells of apps that a report brought: five by name, the others together (APPS-036). Not of one that was told of already for this child, dealt
 * with or not, from another device: what may be done about it is the child's.
 */
export function raiseNewApps(call: Call, device: StoredDevice, apps: ReadonlyArray<{ bundle_id: string; name: string }>): void {
  // Most lists bring nothing new: then no notice is read.
  if (apps.length === 0) return;
  const about = { occurrence: call.now, child_id: childOf(device) };
  const told = listToldApps(call, about.child_id, device.id);
  const news = apps.filter(({ bundle_id }) => !told.has(bundle_id));
  const rest = news.length - APPS_TOLD;
  // One that is left over is named as well: it takes no more room.
  const named = rest > 1 ? news.slice(0, APPS_TOLD) : news;
  for (const { bundle_id, name } of named) {
    const facts = { type: 'app_installed', deviceId: device.id, bundleId: bundle_id, appName: cleanName(name) || bundle_id } as const;
    raise(call, { ...about, subject_id: `${device.id}:${bundle_id}`, facts: { ...facts, others: 0 } });
  }
  if (rest > 1) {
    const facts = { type: 'app_installed', deviceId: device.id, bundleId: null, appName: '', others: rest } as const;
    raise(call, { ...about, subject_id: device.id, facts });
  }
}

/** The apps that the child's notices name. One that was dealt with speaks for the child's other devices, not for an app that came back. */
function listToldApps(call: Call, childId: string, deviceId: string): Set<string> {
  const since = call.now - LISTED_MS;
  const ofChild = listNoticesOfType(call.sql, 'app_installed').filter(
    ({ child_id, withdrawn_at, at }) => child_id === childId && withdrawn_at === null && at > since,
  );
  return new Set(
    ofChild.flatMap(({ facts, hidden }) =>
      facts.type === 'app_installed' && (hidden === 0 || facts.deviceId !== deviceId) ? (facts.bundleId ?? []) : [],
    ),
  );
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

function setStanding(call: Call, notice: StoredNotice, stands: boolean): void {
  if (stands === (notice.withdrawn_at === null)) return;
  setWithdrawn(call.sql, notice.id, stands ? null : call.now);
  call.changed('notification', notice.id, aboutNotice(notice));
}

/** One about the account is about no child. */
function aboutNotice({ child_id }: { child_id: string }): About {
  return child_id === '' ? {} : { childId: child_id };
}
