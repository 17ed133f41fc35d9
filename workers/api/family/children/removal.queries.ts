import { type PairingRow, putPairing } from '../devices/device.queries';
import type { ChildRow } from './child.queries';

/** What was counted of a child before it goes. A Bedtime that was never switched on is nobody's work. */
export function countOfChild(sql: SqlStorage, childId: string): { rules: number; usageDays: number } {
  const query = `SELECT (SELECT count(*) FROM rule WHERE child_id = ?1 AND NOT (kind = 'default-schedule' AND suspended = 1)) AS rules,
    (SELECT count(DISTINCT date) FROM usage WHERE child_id = ?1) AS days`;
  const { rules, days } = sql.exec<{ rules: number; days: number }>(query, childId).one();
  return { rules, usageDays: days };
}

export function listPairingsOfChild(sql: SqlStorage, childId: string): Array<PairingRow> {
  return sql.exec<PairingRow>('SELECT * FROM pairing WHERE child_id = ?', childId).toArray();
}

/** A pairing whose device another child goes on using: it is that child's from now on. */
export function movePairing(sql: SqlStorage, pairing: PairingRow, to: Pick<ChildRow, 'id' | 'name'>): void {
  putPairing(sql, { ...pairing, child_id: to.id, child_name: to.name });
}

/** What was told of a device that another child goes on using is that child's. */
export function moveNotices(sql: SqlStorage, deviceId: string, from: string, to: string): void {
  const query = "UPDATE notice SET child_id = ? WHERE child_id = ? AND json_extract(facts_json, '$.deviceId') = ?";
  sql.exec(query, to, from, deviceId);
}

/** Every row that is the child's alone. Commands stay for their devices, and name nobody. */
export function removeRowsOfChild(sql: SqlStorage, childId: string): void {
  for (const table of ['rule', 'usage', 'app_usage', 'notice']) sql.exec(`DELETE FROM ${table} WHERE child_id = ?`, childId);
  sql.exec('UPDATE command SET child_id = NULL WHERE child_id = ?', childId);
}
