import * as z from 'zod';
import { localDate } from '#app/domain/time';

/** Age after which notifications are no longer listed (S47). */
export const LISTED_MS = 30 * 24 * 60 * 60_000;

/**
 * The content of a notification. The names of child and device are missing, because they are read when the notification is shown. Instants
 * are epoch ms.
 */
export const notificationFactsSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('upcoming_block_announce'),
    ruleId: z.string(),
    ruleName: z.string(),
    isReadyMade: z.boolean(),
    until: z.number().nullable(),
  }),
  z.object({ type: z.literal('pairing_reminder'), startedAt: z.number(), expiresAt: z.number() }),
  z.object({ type: z.literal('device_not_seen'), deviceId: z.string() }),
  /**
   * A single app, or `others` more apps of the same day. `appName` is set if there is only one. `bundleIds` are their ids, a few hundred at
   * most. `beyond` is the number of apps without a stored id. Old rows have neither.
   */
  z.object({
    type: z.literal('app_installed'),
    deviceId: z.string(),
    bundleId: z.string().nullable(),
    appName: z.string(),
    others: z.number(),
    bundleIds: z.array(z.string()).default([]),
    beyond: z.number().default(0),
  }),
  z.object({ type: z.literal('android_update_required'), deviceId: z.string(), version: z.string(), needed: z.string() }),
  z.object({ type: z.literal('email_verification_required') }),
  /**
   * A crossing of a place; its instant is the occurrence. The device `reportedBy` may have other users since, so the child is stored.
   * `accuracy` is in meters.
   */
  z.object({
    type: z.enum(['geofence_entry', 'geofence_exit']),
    placeId: z.string(),
    placeName: z.string(),
    reportedBy: z.string(),
    accuracy: z.number(),
    reportedAt: z.number(),
  }),
  /** The occurrence is the agreed time. `seenAt`: time of the device's last position. */
  z.object({
    type: z.literal('not_at_place'),
    placeId: z.string(),
    placeName: z.string(),
    reportedBy: z.string(),
    seenAt: z.number(),
  }),
]);
export type NotificationFacts = z.infer<typeof notificationFactsSchema>;

/** A type raised by a newer version before a rollback. More types may be added later (3.8.2). */
type UnknownFacts = { type: 'unknown'; of: string };

type NotificationRow = {
  id: string;
  type: string;
  subject_id: string;
  occurrence: number;
  child_id: string;
  facts_json: string;
  at: number;
  read_at: number | null;
  shown_at: number | null;
  hidden: number;
  withdrawn_at: number | null;
};

/**
 * A notification. `subject_id` and `occurrence` (an instant) identify its event:
 * - a child and the start of a block
 * - a pairing and its start
 * - a device and its last contact
 * - a place with a child, and the crossing
 *
 * `child_id` is '' for the account, or for all users of a device. The parent sets `hidden`; the family sets `withdrawn_at`.
 */
export type StoredNotification = Omit<NotificationRow, 'type' | 'facts_json'> & { facts: NotificationFacts | UnknownFacts };

/** The fields of a new notification. */
export type NewNotification = Pick<StoredNotification, 'id' | 'subject_id' | 'occurrence' | 'child_id' | 'at'> & {
  facts: NotificationFacts;
};

function toNotification(row: NotificationRow): StoredNotification {
  const { facts_json, type, ...rest } = row;
  const facts = notificationFactsSchema.safeParse(JSON.parse(facts_json));
  return { ...rest, facts: facts.success ? facts.data : { type: 'unknown', of: type } };
}

const DAY_MS = 24 * 60 * 60_000;

/** SQL condition: neither hidden nor withdrawn, and recent enough (S47). `?1` is the current instant. */
const IS_ACTIVE = `hidden = 0 AND withdrawn_at IS NULL AND at > ?1 - ${LISTED_MS}`;
/** Like `IS_ACTIVE`, without announcements of blocks that began more than a day ago. */
const MAY_BE_LISTED = `${IS_ACTIVE} AND (type <> 'upcoming_block_announce' OR occurrence > ?1 - ${DAY_MS})`;

/** True if the announced block has begun. The announcement is then treated as read. */
export function hasBegun({ facts, occurrence }: StoredNotification, now: number): boolean {
  return facts.type === 'upcoming_block_announce' && occurrence <= now;
}

/** True if the announced block has ended. The announcement then has no action. */
export function isBlockOver({ facts }: StoredNotification, now: number): boolean {
  return facts.type === 'upcoming_block_announce' && facts.until !== null && facts.until <= now;
}

/**
 * True if an announcement is no longer listed. It stays listed until both the block and the day of its start in `timeZone` are over. It is
 * never listed for more than 24 hours after the start. False for all other notifications.
 */
export function isPast(notification: StoredNotification, timeZone: string, now: number): boolean {
  const { occurrence } = notification;
  if (!hasBegun(notification, now)) return false;
  const isDayOver = localDate(occurrence, timeZone) < localDate(now, timeZone);
  return occurrence <= now - DAY_MS || (isDayOver && isBlockOver(notification, now));
}

/** Returns the number of listed unread notifications, and how many of them are about new apps. */
export function countUnread(sql: SqlStorage, now: number): { all: number; newApps: number } {
  const query = `SELECT count(*) AS "all", count(CASE type WHEN 'app_installed' THEN 1 END) AS newApps FROM notice
    WHERE read_at IS NULL AND ${IS_ACTIVE} AND (type <> 'upcoming_block_announce' OR occurrence > ?1)`;
  return sql.exec<{ all: number; newApps: number }>(query, now).one();
}

/** Inserts a notification unless one of the same type, subject and occurrence exists. Returns true if it was inserted. */
export function insertNotification(sql: SqlStorage, notification: NewNotification): boolean {
  const cursor = sql.exec(
    `INSERT INTO notice (id, type, subject_id, occurrence, child_id, facts_json, at, hidden) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
     ON CONFLICT (type, subject_id, occurrence) DO NOTHING`,
    notification.id,
    notification.facts.type,
    notification.subject_id,
    notification.occurrence,
    notification.child_id,
    JSON.stringify(notification.facts),
    notification.at,
  );
  return cursor.rowsWritten > 0;
}

/**
 * Returns the notifications listed at `now`, newest first. Includes all announcements of the last day; the caller removes past
 * announcements (`isPast`).
 */
export function listActiveNotifications(sql: SqlStorage, now: number): Array<StoredNotification> {
  return sql
    .exec<NotificationRow>(`SELECT * FROM notice WHERE ${MAY_BE_LISTED} ORDER BY at DESC, id DESC`, now)
    .toArray()
    .map(toNotification);
}

export function findNotification(sql: SqlStorage, id: string): StoredNotification | null {
  const row = sql.exec<NotificationRow>('SELECT * FROM notice WHERE id = ?', id).toArray()[0];
  return row === undefined ? null : toNotification(row);
}

/** Returns the notifications of a type about one subject with an occurrence after `after`, including withdrawn ones. */
export function listNotificationsAbout(
  sql: SqlStorage,
  type: NotificationFacts['type'],
  subjectId: string,
  after = -1,
): Array<StoredNotification> {
  const query = 'SELECT * FROM notice WHERE type = ? AND subject_id = ? AND occurrence > ? ORDER BY occurrence';
  return sql.exec<NotificationRow>(query, type, subjectId, after).toArray().map(toNotification);
}

/** Returns the notifications about a device that are not withdrawn. */
export function listNotificationsOfDevice(sql: SqlStorage, deviceId: string): Array<StoredNotification> {
  const query = "SELECT * FROM notice WHERE withdrawn_at IS NULL AND json_extract(facts_json, '$.deviceId') = ?";
  return sql.exec<NotificationRow>(query, deviceId).toArray().map(toNotification);
}

/** Returns the notifications of a type raised after `since`, including withdrawn ones. */
export function listNotificationsOfType(sql: SqlStorage, type: NotificationFacts['type'], since = -1): Array<StoredNotification> {
  return sql.exec<NotificationRow>('SELECT * FROM notice WHERE type = ? AND at > ?', type, since).toArray().map(toNotification);
}

/** Changes the subject of a notification after its device got a new row. */
export function setSubject(sql: SqlStorage, id: string, subjectId: string): void {
  sql.exec('UPDATE notice SET subject_id = ? WHERE id = ?', subjectId, id);
}

/**
 * Clears the child of a device's notifications if that child no longer uses the device. The notifications are then about all users of the
 * device.
 */
export function moveNotifications(sql: SqlStorage, deviceId: string, childIds: ReadonlyArray<string>): void {
  const query = `UPDATE notice SET child_id = '' WHERE json_extract(facts_json, '$.deviceId') = ? AND child_id <> ''
    AND child_id NOT IN (SELECT value FROM json_each(?))`;
  sql.exec(query, deviceId, JSON.stringify(childIds));
}

/** Replaces the content of a notification. */
export function setFacts(sql: SqlStorage, id: string, facts: NotificationFacts): void {
  sql.exec('UPDATE notice SET facts_json = ? WHERE id = ?', JSON.stringify(facts), id);
}

/** Withdraws a notification; null restores it. */
export function setWithdrawn(sql: SqlStorage, id: string, at: number | null): void {
  sql.exec('UPDATE notice SET withdrawn_at = ? WHERE id = ?', at, id);
}

/** Stores whether a parent has read, seen or hidden a notification. */
export function setDetails(sql: SqlStorage, id: string, details: Pick<StoredNotification, 'read_at' | 'shown_at' | 'hidden'>): void {
  sql.exec('UPDATE notice SET read_at = ?, shown_at = ?, hidden = ? WHERE id = ?', details.read_at, details.shown_at, details.hidden, id);
}
