import type { ChildRow } from '../store/child.queries';
import { type PairingRow, putPairing } from '../store/pairing.queries';
import { countUsedDates, removeUsed } from '../store/used.queries';

/** Returns how many rules and usage days the child has. A Bedtime that is off does not count. */
export function countOfChild(sql: SqlStorage, childId: string): { rules: number; usageDays: number } {
  const query = "SELECT count(*) AS n FROM rule WHERE child_id = ? AND NOT (kind = 'default-schedule' AND suspended = 1)";
  return { rules: sql.exec<{ n: number }>(query, childId).one().n, usageDays: countUsedDates(sql, childId) };
}

export function listPairingsOfChild(sql: SqlStorage, childId: string): Array<PairingRow> {
  return sql.exec<PairingRow>('SELECT * FROM pairing WHERE child_id = ?', childId).toArray();
}

/** Moves a pairing to another child who still uses the device. */
export function movePairing(sql: SqlStorage, pairing: PairingRow, to: Pick<ChildRow, 'id' | 'name'>): void {
  putPairing(sql, { ...pairing, child_id: to.id, child_name: to.name });
}

/** Deletes the child's rules, notifications and usage. Commands stay for their devices, without the child's id. */
export function removeRowsOfChild(sql: SqlStorage, childId: string): void {
  for (const table of ['rule', 'notice']) sql.exec(`DELETE FROM ${table} WHERE child_id = ?`, childId);
  removeUsed(sql, childId);
  sql.exec('UPDATE command SET child_id = NULL WHERE child_id = ?', childId);
}
