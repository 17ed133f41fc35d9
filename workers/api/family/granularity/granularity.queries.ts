import type { GranularityContentWire } from '#app/wire/granularity';

/** Stores a child's app settings. `at` is their new version (epoch ms). */
export function setGranularity(sql: SqlStorage, childId: string, content: GranularityContentWire, at: number): void {
  sql.exec('UPDATE child SET granularity_json = ?, granularity_at = ? WHERE id = ?', JSON.stringify(content), at, childId);
}
