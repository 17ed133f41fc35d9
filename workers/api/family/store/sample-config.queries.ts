import { DEFAULT_SAMPLE_CONFIG, type SampleConfigWire, sampleConfigSchema } from '#app/wire/samples';

/** The settings of a child's screenshots. `updatedAt` is 0 while nobody changed any. */
export type StoredConfig = { config: SampleConfigWire; updatedAt: number };

type Row = { config_json: string; updated_at: number };

export function findSampleConfig(sql: SqlStorage, childId: string): StoredConfig {
  const [row] = sql.exec<Row>('SELECT config_json, updated_at FROM sample_config WHERE child_id = ?', childId).toArray();
  if (row === undefined) return { config: DEFAULT_SAMPLE_CONFIG, updatedAt: 0 };
  return { config: sampleConfigSchema.parse(JSON.parse(row.config_json)), updatedAt: row.updated_at };
}

export function putSampleConfig(sql: SqlStorage, childId: string, { config, updatedAt }: StoredConfig): void {
  sql.exec(
    'INSERT OR REPLACE INTO sample_config (child_id, config_json, updated_at) VALUES (?, ?, ?)',
    childId,
    JSON.stringify(config),
    updatedAt,
  );
}

export function removeSampleConfig(sql: SqlStorage, childId: string): void {
  sql.exec('DELETE FROM sample_config WHERE child_id = ?', childId);
}

/** Returns the children for whom a parent turned screenshots off. */
export function listTurnedOff(sql: SqlStorage): Set<string> {
  const query = "SELECT child_id FROM sample_config WHERE NOT json_extract(config_json, '$.user_enabled')";
  return new Set(
    sql
      .exec<{ child_id: string }>(query)
      .toArray()
      .map(({ child_id }) => child_id),
  );
}
