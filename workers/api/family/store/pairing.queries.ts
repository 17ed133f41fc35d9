export type PairingRow = {
  id: string;
  child_id: string;
  child_name: string;
  os: string;
  /** Keyed hash of the pairing code (pairing-code.ts). */
  code: string;
  code_expires_at: number;
  expires_at: number;
  nonce: string | null;
  device_id: string | null;
  created_at: number;
};

export function findPairing(sql: SqlStorage, id: string): PairingRow | null {
  return sql.exec<PairingRow>('SELECT * FROM pairing WHERE id = ?', id).toArray()[0] ?? null;
}

export function putPairing(sql: SqlStorage, row: PairingRow): void {
  sql.exec(
    `INSERT OR REPLACE INTO pairing (id, child_id, child_name, os, code, code_expires_at, expires_at, nonce, device_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.child_id,
    row.child_name,
    row.os,
    row.code,
    row.code_expires_at,
    row.expires_at,
    row.nonce,
    row.device_id,
    row.created_at,
  );
}

/** Updates the child's name in its pairings, because the page of a pairing link shows the name (S61). */
export function renamePairings(sql: SqlStorage, childId: string, name: string): void {
  sql.exec('UPDATE pairing SET child_name = ? WHERE child_id = ?', name, childId);
}

/** Returns the pairings without a device. */
export function listOpenPairings(sql: SqlStorage): Array<PairingRow> {
  return sql.exec<PairingRow>('SELECT * FROM pairing WHERE device_id IS NULL').toArray();
}

/** Returns the stored code hash of each pairing. */
export function listPairingCodes(sql: SqlStorage): Array<{ id: string; code: string }> {
  return sql.exec<{ id: string; code: string }>('SELECT id, code FROM pairing').toArray();
}

export function setPairingCode(sql: SqlStorage, id: string, hash: string): void {
  sql.exec('UPDATE pairing SET code = ? WHERE id = ?', hash, id);
}

export function removePairing(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM pairing WHERE id = ?', id);
}
