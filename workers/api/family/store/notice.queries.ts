import * as z from 'zod';
import { localDate } from '../../../../app/domain/time';

/** Older ones are not listed (S47). */
export const LISTED_MS = 30 * 24 * 60 * 60_000;

/** What a notice says beyond the names of child and device, which are read when it is shown. Instants in epoch ms. */
export const noticeFactsSchema = z.discriminatedUnion('type', [
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
   * One app, or with `others` so many more of the same day that are there, of which only a single one is named: the device's apps of these ids, not more than
   * some hundreds, and `beyond` so many whose ids are not kept. Rows of before that was kept have neither.
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
]);
export type NoticeFacts = z.infer<typeof noticeFactsSchema>;

/** What a newer version raised before this one took its place again: the list of types is not closed (3.8.2). */
type UnknownFacts = { type: 'unknown'; of: string };

type NoticeRow = {
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
 * A notice. `subject_id` and `occurrence` (an instant) name what it is about, once: the child and when its block begins, the pairing and when
 * it was opened, the device and when it was last heard. `child_id` is '' for one about the account, or about whoever uses the device. `hidden`
 * is the parent's word, `withdrawn_at` the family's own.
 */
export type StoredNotice = Omit<NoticeRow, 'type' | 'facts_json'> & { facts: NoticeFacts | UnknownFacts };

/** What a notice begins with. */
export type NewNotice = Pick<StoredNotice, 'id' | 'subject_id' | 'occurrence' | 'child_id' | 'at'> & { facts: NoticeFacts };

function toNotice(row: NoticeRow): StoredNotice {
  const { facts_json, type, ...rest } = row;
  const facts = noticeFactsSchema.safeParse(JSON.parse(facts_json));
  return { ...rest, facts: facts.success ? facts.data : { type: 'unknown', of: type } };
}

const DAY_MS = 24 * 60 * 60_000;

/** Neither hidden nor withdrawn, and young enough (S47). Bound to an instant. */
const IS_ACTIVE = `hidden = 0 AND withdrawn_at IS NULL AND at > ?1 - ${LISTED_MS}`;
/** The same without announcements that are history for more than a day. */
const MAY_BE_LISTED = `${IS_ACTIVE} AND (type <> 'upcoming_block_announce' OR occurrence > ?1 - ${DAY_MS})`;

/** Has the announced block begun? From then on the announcement is history and counts as read. */
export function hasBegun({ facts, occurrence }: StoredNotice, now: number): boolean {
  return facts.type === 'upcoming_block_announce' && occurrence <= now;
}

/** Is the announced block over? Then nothing can be done about it any more. */
export function isBlockOver({ facts }: StoredNotice, now: number): boolean {
  return facts.type === 'upcoming_block_announce' && facts.until !== null && facts.until <= now;
}

/**
 * Is an announcement too old to be listed? It stays until both the block and the day in `timeZone` on which it began are over, 24 hours at
 * most. False for every other notice.
 */
export function isPast(notice: StoredNotice, timeZone: string, now: number): boolean {
  const { occurrence } = notice;
  if (!hasBegun(notice, now)) return false;
  const isDayOver = localDate(occurrence, timeZone) < localDate(now, timeZone);
  return occurrence <= now - DAY_MS || (isDayOver && isBlockOver(notice, now));
}

/** What is listed and was not read; of these, those of new apps. */
export function countUnread(sql: SqlStorage, now: number): { all: number; newApps: number } {
  const query = `SELECT count(*) AS "all", count(CASE type WHEN 'app_installed' THEN 1 END) AS newApps FROM notice
    WHERE read_at IS NULL AND ${IS_ACTIVE} AND (type <> 'upcoming_block_announce' OR occurrence > ?1)`;
  return sql.exec<{ all: number; newApps: number }>(query, now).one();
}

/** True when it is new: of one thing there is one notice. */
export function insertNotice(sql: SqlStorage, notice: NewNotice): boolean {
  const cursor = sql.exec(
    `INSERT INTO notice (id, type, subject_id, occurrence, child_id, facts_json, at, hidden) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
     ON CONFLICT (type, subject_id, occurrence) DO NOTHING`,
    notice.id,
    notice.facts.type,
    notice.subject_id,
    notice.occurrence,
    notice.child_id,
    JSON.stringify(notice.facts),
    notice.at,
  );
  return cursor.rowsWritten > 0;
}

/** What is listed at `now`, the newest first, and announcements of the last day for which `isPast` decides. */
export function listActiveNotices(sql: SqlStorage, now: number): Array<StoredNotice> {
  return sql.exec<NoticeRow>(`SELECT * FROM notice WHERE ${MAY_BE_LISTED} ORDER BY at DESC, id DESC`, now).toArray().map(toNotice);
}

export function findNotice(sql: SqlStorage, id: string): StoredNotice | null {
  const row = sql.exec<NoticeRow>('SELECT * FROM notice WHERE id = ?', id).toArray()[0];
  return row === undefined ? null : toNotice(row);
}

/** Every notice of one kind about one thing from an instant on, withdrawn ones too. */
export function listNoticesAbout(sql: SqlStorage, type: NoticeFacts['type'], subjectId: string, after = -1): Array<StoredNotice> {
  const query = 'SELECT * FROM notice WHERE type = ? AND subject_id = ? AND occurrence > ? ORDER BY occurrence';
  return sql.exec<NoticeRow>(query, type, subjectId, after).toArray().map(toNotice);
}

/** What still stands about a device. */
export function listNoticesOfDevice(sql: SqlStorage, deviceId: string): Array<StoredNotice> {
  const query = "SELECT * FROM notice WHERE withdrawn_at IS NULL AND json_extract(facts_json, '$.deviceId') = ?";
  return sql.exec<NoticeRow>(query, deviceId).toArray().map(toNotice);
}

/** Every notice of one kind that came after `since`, withdrawn ones too. */
export function listNoticesOfType(sql: SqlStorage, type: NoticeFacts['type'], since = -1): Array<StoredNotice> {
  return sql.exec<NoticeRow>('SELECT * FROM notice WHERE type = ? AND at > ?', type, since).toArray().map(toNotice);
}

/** The device that a notice is about is another row now: both names of it follow. */
export function setSubject(sql: SqlStorage, id: string, subjectId: string): void {
  sql.exec('UPDATE notice SET subject_id = ? WHERE id = ?', subjectId, id);
}

/** A device has other users: what was told of it for a child that uses it no more is for whoever does. */
export function moveNotices(sql: SqlStorage, deviceId: string, childIds: ReadonlyArray<string>): void {
  const query = `UPDATE notice SET child_id = '' WHERE json_extract(facts_json, '$.deviceId') = ? AND child_id <> ''
    AND child_id NOT IN (SELECT value FROM json_each(?))`;
  sql.exec(query, deviceId, JSON.stringify(childIds));
}

/** Says of the same thing what it is now. */
export function setFacts(sql: SqlStorage, id: string, facts: NoticeFacts): void {
  sql.exec('UPDATE notice SET facts_json = ? WHERE id = ?', JSON.stringify(facts), id);
}

/** Takes a notice back, or with null gives it again. */
export function setWithdrawn(sql: SqlStorage, id: string, at: number | null): void {
  sql.exec('UPDATE notice SET withdrawn_at = ? WHERE id = ?', at, id);
}

/** What a parent did with it. */
export function setDetails(sql: SqlStorage, id: string, details: Pick<StoredNotice, 'read_at' | 'shown_at' | 'hidden'>): void {
  sql.exec('UPDATE notice SET read_at = ?, shown_at = ?, hidden = ? WHERE id = ?', details.read_at, details.shown_at, details.hidden, id);
}
