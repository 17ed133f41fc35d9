import { ANNOUNCE_BEFORE_MS, findComingBlock } from '../../../app/domain/announcement';
import type { Call } from './call';
import { findChild } from './children/child.queries';
import { findDevice, findPairing, type PairingRow, type StoredDevice } from './devices/device.queries';
import {
  insertNotice,
  listNoticesAbout,
  listNoticesOfChild,
  type NewNotice,
  type StoredNotice,
  setWithdrawn,
} from './notices/notice.queries';
import { lastSeenOf } from './presence';
import type { ResolvedChild } from './status/resolve';

/** A pairing that is not finished after this is brought to mind (S62). */
const REMIND_AFTER_MS = 24 * 60 * 60_000;
/** A device that is silent for this long is reported (S62, A16). */
const SILENT_AFTER_MS = 2 * 24 * 60 * 60_000;

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

/** A removed device is watched no longer. */
export function forgetDevice(call: Call, device: StoredDevice): void {
  call.notDue('silence', device.id);
  for (const notice of listNoticesAbout(call.sql, 'device_not_seen', device.id)) setStanding(call, notice, false);
}

/** A removed child needs no notices. */
export function forgetChild(call: Call, childId: string): void {
  for (const notice of listNoticesOfChild(call.sql, childId)) setStanding(call, notice, false);
}

function raise(call: Call, notice: Omit<NewNotice, 'id' | 'at'>): void {
  const id = call.newId();
  if (insertNotice(call.sql, { ...notice, id, at: call.now })) call.changed('notification', id, { childId: notice.child_id });
}

function setStanding(call: Call, notice: StoredNotice, stands: boolean): void {
  if (stands === (notice.withdrawn_at === null)) return;
  setWithdrawn(call.sql, notice.id, stands ? null : call.now);
  call.changed('notification', notice.id, { childId: notice.child_id });
}
