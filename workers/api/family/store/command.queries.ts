import type { CommandState } from '#app/domain/command';
import { type CommandWire, commandActionSchema, commandKindSchema, commandStateSchema } from '#app/wire/command';
import type { DeviceCommandWire } from '#app/wire/device';
import type { HintScope } from '../core/call-context';

/**
 * A command to one device. `seq` grows with every command of a device: it is the save time, or the previous `seq` plus 1. `schedule_at` is
 * its policy version. `ended_at` is the time of its last step.
 */
export type CommandRow = {
  seq: number;
  id: string;
  device_id: string;
  child_id: string | null;
  kind: string;
  action: string | null;
  state: string;
  schedule_at: number;
  saved_at: number;
  sent_at: number | null;
  ended_at: number | null;
  expires_at: number | null;
  error: string | null;
};

const OPEN = "state IN ('saved', 'sent')";

/** The fields of a new command. */
export type NewCommand = Pick<CommandRow, 'id' | 'device_id' | 'child_id' | 'kind' | 'action' | 'schedule_at' | 'saved_at' | 'expires_at'>;

/** Inserts a command. `sent_at` is null if the command waits until the device asks for it. */
export function insertCommand(sql: SqlStorage, row: NewCommand & Pick<CommandRow, 'sent_at'>): void {
  sql.exec(
    `INSERT INTO command (device_id, seq, id, child_id, kind, action, state, schedule_at, saved_at, sent_at, expires_at)
     VALUES (?1, max(?7, coalesce((SELECT max(seq) FROM command WHERE device_id = ?1), 0) + 1), ?2, ?3, ?4, ?5, ?8, ?6, ?7, ?9, ?10)`,
    row.device_id,
    row.id,
    row.child_id,
    row.kind,
    row.action,
    row.schedule_at,
    row.saved_at,
    row.sent_at === null ? 'saved' : 'sent',
    row.sent_at,
    row.expires_at,
  );
}

/** Returns the device's last policy command in any state, or null. Ignores commands without an action, because they changed no state. */
export function findLastPolicyCommand(sql: SqlStorage, deviceId: string): CommandRow | null {
  const rows = sql.exec<CommandRow>(
    "SELECT * FROM command WHERE device_id = ? AND kind = 'policy' AND action IS NOT NULL ORDER BY seq DESC LIMIT 1",
    deviceId,
  );
  return rows.toArray()[0] ?? null;
}

/** Returns the last policy command of every device, by device id. */
export function listLastPolicyCommands(sql: SqlStorage): ReadonlyMap<string, CommandRow> {
  const query = `SELECT command.* FROM device JOIN command
    ON command.device_id = device.id
    AND command.seq = (SELECT seq FROM command WHERE device_id = device.id AND kind = 'policy' AND action IS NOT NULL ORDER BY seq DESC LIMIT 1)
    WHERE device.retired_at IS NULL`;
  return new Map(
    sql
      .exec<CommandRow>(query)
      .toArray()
      .map((row) => [row.device_id, row]),
  );
}

/** True if the device has confirmed a policy command saved at `since` or later. */
export function hasConfirmedPolicySince(sql: SqlStorage, deviceId: string, since: number): boolean {
  const query = "SELECT 1 FROM command WHERE device_id = ? AND kind = 'policy' AND state = 'confirmed' AND saved_at >= ? LIMIT 1";
  return sql.exec(query, deviceId, since).toArray().length > 0;
}

type AskedKind = Exclude<CommandWire['kind'], 'policy'>;

// Makes SQLite use the partial index. With a parameter, SQLite can't know that the index matches.
const ASKED = "kind <> 'policy'";
const ASKED_KINDS = commandKindSchema.options.filter((kind) => kind !== 'policy').map((kind) => `('${kind}')`);

/** Returns the last request of a kind to a device in any state, or null. */
export function findLastCommand(sql: SqlStorage, deviceId: string, kind: AskedKind): CommandRow | null {
  const query = `SELECT * FROM command INDEXED BY command_asked WHERE device_id = ? AND kind = ? AND ${ASKED} ORDER BY seq DESC LIMIT 1`;
  return sql.exec<CommandRow>(query, deviceId, kind).toArray()[0] ?? null;
}

/** Returns how many requests of a kind were saved at `since` or later and did not fail, expire or get canceled. */
export function countRequests(sql: SqlStorage, kind: AskedKind, since: number): number {
  const query = `SELECT count(*) AS n FROM device JOIN command INDEXED BY command_asked
    ON command.device_id = device.id AND command.kind = ? AND command.${ASKED}
    WHERE command.saved_at >= ? AND command.state IN ('saved', 'sent', 'confirmed')`;
  return sql.exec<{ n: number }>(query, kind, since).one().n;
}

/** Returns the command with this id, or null. Scans the commands of all devices, so use it rarely. */
export function findCommand(sql: SqlStorage, id: string): CommandRow | null {
  return sql.exec<CommandRow>('SELECT * FROM command WHERE id = ?', id).toArray()[0] ?? null;
}

/** Returns a command of one device, or null. Searches newest first, because devices mostly mention recent commands. */
export function findCommandOf(sql: SqlStorage, deviceId: string, id: string): CommandRow | null {
  const query = 'SELECT * FROM command WHERE device_id = ? AND id = ? ORDER BY seq DESC LIMIT 1';
  return sql.exec<CommandRow>(query, deviceId, id).toArray()[0] ?? null;
}

/** Returns the device's commands with these ids. Scans its commands only once, however many ids are unknown. */
export function listCommandsOf(sql: SqlStorage, deviceId: string, ids: ReadonlySet<string>): Array<CommandRow> {
  const query = 'SELECT * FROM command WHERE device_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT ?';
  return sql.exec<CommandRow>(query, deviceId, JSON.stringify([...ids]), ids.size).toArray();
}

/**
 * Returns the device's open commands, oldest first. Only the last command of each kind can be open. A new policy supersedes the previous
 * one, and an open request is not repeated.
 */
export function listOpenCommands(sql: SqlStorage, deviceId: string): Array<CommandRow> {
  const last = (kind: string): string => `(SELECT seq FROM command WHERE device_id = ?1 AND ${kind} ORDER BY seq DESC LIMIT 1)`;
  const query = `SELECT * FROM command WHERE device_id = ?1 AND ${OPEN} AND seq IN (SELECT ${last("kind = 'policy'")}
    UNION ALL SELECT ${last(`kind = asked.column1 AND ${ASKED}`)} FROM (VALUES ${ASKED_KINDS.join(', ')}) AS asked) ORDER BY seq`;
  return sql.exec<CommandRow>(query, deviceId).toArray();
}

type CommandKey = Pick<CommandRow, 'device_id' | 'seq'>;

export function markSent(sql: SqlStorage, { device_id, seq }: CommandKey, now: number): void {
  sql.exec("UPDATE command SET state = 'sent', sent_at = ? WHERE device_id = ? AND seq = ? AND state = 'saved'", now, device_id, seq);
}

/**
 * Ends an open command. Returns false if it was not open. With `isAnswer`, also sets a missing `sent_at`, because a device may answer first.
 */
export function endCommand(
  sql: SqlStorage,
  { device_id, seq }: CommandKey,
  state: Exclude<CommandState, 'saved' | 'sent'>,
  now: number,
  error: string | null = null,
  isAnswer = state === 'confirmed' || state === 'failed',
): boolean {
  const cursor = sql.exec(
    `UPDATE command SET state = ?, ended_at = ?, error = ?, sent_at = CASE WHEN ? THEN coalesce(sent_at, ?) ELSE sent_at END
     WHERE device_id = ? AND seq = ? AND ${OPEN}`,
    state,
    now,
    error,
    isAnswer ? 1 : 0,
    now,
    device_id,
    seq,
  );
  return cursor.rowsWritten > 0;
}

export function toWireCommand(row: CommandRow): CommandWire {
  const state = commandStateSchema.parse(row.state);
  return {
    id: row.id,
    device_id: row.device_id,
    user_id: row.child_id,
    kind: commandKindSchema.parse(row.kind),
    action: row.action === null ? null : commandActionSchema.parse(row.action),
    state,
    saved_ts: row.saved_at,
    sent_ts: row.sent_at,
    confirmed_ts: state === 'confirmed' ? row.ended_at : null,
    ended_ts: row.ended_at,
    expires_ts: row.expires_at,
    schedule_ts: row.schedule_at,
    error: row.error,
  };
}

export function toWireDeviceCommand(row: CommandRow): DeviceCommandWire {
  return {
    seq: row.seq,
    id: row.id,
    kind: commandKindSchema.parse(row.kind),
    user_id: row.child_id,
    args: row.kind === 'policy' ? { schedule_ts: row.schedule_at } : {},
    expires_ts: row.expires_at,
  };
}

/** Returns the hint scope of a command: its device and child. */
export function aboutCommand(row: Pick<CommandRow, 'device_id' | 'child_id'>): HintScope {
  return { deviceId: row.device_id, ...(row.child_id === null ? {} : { childId: row.child_id }) };
}
