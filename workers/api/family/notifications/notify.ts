import { ANNOUNCE_BEFORE_MS, type ComingBlock, findComingBlock } from '#app/domain/announcement';
import { compareVersions } from '#app/domain/device';
import type { CallContext } from '../core/call-context';
import { lastSeenOf } from '../status/presence';
import { requiredVersion } from '../status/required-version';
import type { ResolvedChild } from '../status/resolve';
import { getAccount } from '../store/account.queries';
import { findChild } from '../store/child.queries';
import { type DeviceReport, findDevice, listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import {
  hasBegun,
  isBlockOver,
  listNotificationsAbout,
  listNotificationsOfDevice,
  listNotificationsOfType,
  moveNotifications,
  type NotificationFacts,
  type StoredNotification,
} from '../store/notification.queries';
import { findPairing, listOpenPairings, type PairingRow } from '../store/pairing.queries';
import { isAppNotification, moveOrWithdrawNotification, updateAppUsers } from './new-apps';
import { raiseNotification, setNotificationActive, setNotificationFacts } from './notification-state';
import { userOf } from './notification-users';

/** Time after which an unfinished pairing gets a reminder (S62). */
const REMIND_AFTER_MS = 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Time after which a silent device is reported to the parent (S62, A16). */
const SILENT_AFTER_MS = 2 * 24 * 60 * 60_000;

/**
 * Announces a scheduled block that begins within 15 minutes, once per occurrence (RULE-036). Skips a schedule that was changed within that
 * time, because the parent has just seen when it begins. Skips a child without a managed device, because nothing is blocked.
 */
export function raiseAnnouncement(call: CallContext, { child, statusInput }: ResolvedChild): void {
  const coming = findComingBlock(statusInput, call.now);
  if (coming === null) return;
  const { schedule, from } = coming;
  if (schedule.updatedAt > from - ANNOUNCE_BEFORE_MS || !hasManagedDevice(call, child.id)) return;
  raiseNotification(call, { subject_id: child.id, occurrence: from, child_id: child.id, facts: toAnnouncement(coming) });
}

function hasManagedDevice(call: CallContext, childId: string): boolean {
  return listDevicesOfChild(call.sql, childId).some(({ report }) => report.managementRemovedAt === null);
}

function toAnnouncement({ schedule, until }: ComingBlock): NotificationFacts {
  const isReadyMade = schedule.kind === 'default-schedule';
  return { type: 'upcoming_block_announce', ruleId: schedule.id, ruleName: schedule.name, isReadyMade, until };
}

/**
 * Withdraws announcements of blocks that will not happen. Restores and updates the others. Sends the browsers a hint if an announced block
 * began or ended after `since`. Its announcement then becomes read or loses its action.
 */
export function updateAnnouncements(call: CallContext, { child, statusInput }: ResolvedChild, since = call.now): void {
  const notifications = listNotificationsAbout(call.sql, 'upcoming_block_announce', child.id, since - DAY_MS);
  const announced = notifications.filter((notification) => !hasBegun(notification, call.now));
  const isChanged = (notification: StoredNotification) =>
    hasBegun(notification, call.now) !== hasBegun(notification, since) ||
    isBlockOver(notification, call.now) !== isBlockOver(notification, since);
  if (notifications.some((notification) => notification.withdrawn_at === null && isChanged(notification)))
    call.hint('notification', { childId: child.id });
  if (announced.length === 0) return;
  const coming = hasManagedDevice(call, child.id) ? findComingBlock(statusInput, call.now) : null;
  for (const notification of announced) {
    const isComing = coming !== null && notification.occurrence === coming.from;
    if (isComing) setNotificationFacts(call, notification, toAnnouncement(coming));
    setNotificationActive(call, notification, isComing);
  }
}

/** Withdraws the announcements of those children who have no managed device anymore. */
function withdrawAnnouncements(call: CallContext, childIds: Array<string>): void {
  for (const childId of childIds) {
    if (hasManagedDevice(call, childId)) continue;
    for (const notification of listNotificationsAbout(call.sql, 'upcoming_block_announce', childId, call.now))
      setNotificationActive(call, notification, false);
  }
}

/** Schedules the reminder of a new pairing for `REMIND_AFTER_MS` after its start. */
export function schedulePairingReminder(call: CallContext, pairing: PairingRow): void {
  call.setDue('pairing-reminder', pairing.id, pairing.created_at + REMIND_AFTER_MS);
}

/** Raises the reminder of an unfinished pairing (S62). Does nothing if the pairing is finished or expired, or its child removed. */
export function raisePairingReminder(call: CallContext, pairId: string): void {
  const pairing = findPairing(call.sql, pairId);
  if (pairing === null || pairing.device_id !== null || pairing.expires_at <= call.now) return;
  if (findChild(call.sql, pairing.child_id) === null) return;
  const facts = { type: 'pairing_reminder', startedAt: pairing.created_at, expiresAt: pairing.expires_at } as const;
  raiseNotification(call, { subject_id: pairing.id, occurrence: pairing.created_at, child_id: pairing.child_id, facts });
}

/** Withdraws the reminder of a pairing that is finished or can no longer be used. */
export function withdrawPairingReminder(call: CallContext, pairId: string): void {
  call.cancelDue('pairing-reminder', pairId);
  for (const notification of listNotificationsAbout(call.sql, 'pairing_reminder', pairId)) setNotificationActive(call, notification, false);
}

/**
 * Withdraws the reminders of this pairing and of earlier open pairings for the same child. The earlier pairings stay open, because their
 * codes may still be shown somewhere.
 */
export function withdrawReminders(call: CallContext, pairing: PairingRow): void {
  withdrawPairingReminder(call, pairing.id);
  for (const { id, child_id, created_at } of listOpenPairings(call.sql)) {
    if (child_id === pairing.child_id && created_at <= pairing.created_at) withdrawPairingReminder(call, id);
  }
}

/** Starts watching for silence of the device. Withdraws the notification of an earlier silence. */
export function scheduleDeviceNotSeen(call: CallContext, deviceId: string): void {
  call.setDue('silence', deviceId, call.now + SILENT_AFTER_MS);
  for (const notification of listNotificationsAbout(call.sql, 'device_not_seen', deviceId))
    setNotificationActive(call, notification, false);
}

/**
 * Raises one notification for a device that has been silent for two days. Its next report starts the watch again. If the device was seen
 * since, only moves the check.
 */
export function raiseDeviceNotSeen(call: CallContext, deviceId: string): void {
  const device = findDevice(call.sql, deviceId);
  if (device === null || device.report.managementRemovedAt !== null) return;
  const seenAt = lastSeenOf(call, device) ?? device.created_at;
  if (seenAt + SILENT_AFTER_MS > call.now) {
    call.setDue('silence', deviceId, seenAt + SILENT_AFTER_MS);
    return;
  }
  const facts = { type: 'device_not_seen', deviceId } as const;
  raiseNotification(call, { subject_id: deviceId, occurrence: seenAt, child_id: userOf(device), facts });
}

/**
 * Stops watching a removed device and withdraws its notifications. An app notification moves to another device of the child that has the
 * app.
 */
export function withdrawDeviceNotifications(call: CallContext, device: StoredDevice): void {
  call.cancelDue('silence', device.id);
  withdrawAnnouncements(call, device.childIds);
  for (const notification of listNotificationsOfDevice(call.sql, device.id)) {
    if (isAppNotification(notification)) moveOrWithdrawNotification(call, notification, device);
    else setNotificationActive(call, notification, false);
  }
}

/**
 * Raises the update notification of an Android device that is too old for the settings, once per app version. Withdraws it once the device
 * is new enough (NOTI-021).
 */
export function updateVersionNotification(call: CallContext, device: StoredDevice, report: DeviceReport): void {
  const needed = requiredVersion(call, device, report);
  const wanted = needed === null ? null : `${device.id}:${report.appVersion}`;
  withdrawVersions(call, device, wanted);
  if (needed === null || wanted === null) return;
  const facts = { type: 'android_update_required', deviceId: device.id, version: report.appVersion, needed } as const;
  const [known] = listNotificationsAbout(call.sql, facts.type, wanted);
  if (known === undefined) raiseNotification(call, { subject_id: wanted, occurrence: 0, child_id: userOf(device), facts });
  else {
    setNotificationFacts(call, known, facts);
    setNotificationActive(call, known, true);
  }
}

/** Withdraws or lowers the update notifications of the child's devices after a change of settings (NOTI-021). */
export function updateVersionNotifications(call: CallContext, childId: string): void {
  for (const device of listDevicesOfChild(call.sql, childId)) withdrawObsoleteVersions(call, device);
}

/**
 * Updates notifications after the users of a device changed. App notifications follow the children whom they concern; most other
 * notifications follow the device.
 */
export function updateNotificationUsers(call: CallContext, before: StoredDevice, device: StoredDevice): void {
  updateAppUsers(call, before, device);
  withdrawAnnouncements(call, before.childIds);
  moveNotifications(call.sql, device.id, device.childIds);
  withdrawObsoleteVersions(call, device);
}

/**
 * Withdraws or lowers update notifications if the required version is lower than before. A higher requirement shows after the device's next
 * report (S62).
 */
function withdrawObsoleteVersions(call: CallContext, device: StoredDevice): void {
  const needed = requiredVersion(call, device, device.report);
  if (needed === null) {
    withdrawVersions(call, device, null);
    return;
  }
  for (const notification of listNotificationsOfDevice(call.sql, device.id)) {
    const { facts } = notification;
    if (facts.type !== 'android_update_required' || compareVersions(needed, facts.needed) >= 0) continue;
    setNotificationFacts(call, notification, { ...facts, needed });
  }
}

function withdrawVersions(call: CallContext, device: StoredDevice, wanted: string | null): void {
  for (const notification of listNotificationsOfDevice(call.sql, device.id)) {
    if (notification.facts.type === 'android_update_required' && notification.subject_id !== wanted)
      setNotificationActive(call, notification, false);
  }
}

/**
 * Raises the notification about an unverified address, or withdraws it for a verified one. For a `new` address, raises it again even if the
 * parent dismissed it (S03, S06).
 */
export function updateVerificationNotification(call: CallContext, address: 'same' | 'new' = 'same'): void {
  const { account_id, email, email_verified_at } = getAccount(call.sql);
  const isWanted = email !== '' && email_verified_at === null;
  const active = listNotificationsOfType(call.sql, 'email_verification_required').filter(
    (notification) => notification.withdrawn_at === null,
  );
  if (isWanted && address === 'same' && active.length > 0) return;
  for (const notification of active) setNotificationActive(call, notification, false);
  if (isWanted)
    raiseNotification(call, { subject_id: account_id, occurrence: call.now, child_id: '', facts: { type: 'email_verification_required' } });
}
