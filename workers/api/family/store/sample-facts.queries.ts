/** The facts of a stored sample that statistics need. */
export type SampleFacts = { child_id: string; device_id: string; at: number; has_hits: number; hits_json: string; bytes: number };

/** Returns the facts of all stored samples, newest first. */
export function listSampleFacts(sql: SqlStorage): Array<SampleFacts> {
  const query = "SELECT child_id, device_id, at, has_hits, hits_json, bytes FROM sample WHERE state = 'stored' ORDER BY at DESC";
  return sql.exec<SampleFacts>(query).toArray();
}

/** Returns the number of stored samples per child and device, and the time of the newest. */
export function countSamples(sql: SqlStorage): Array<{ child_id: string; device_id: string; n: number; last_at: number }> {
  const query =
    "SELECT child_id, device_id, count(*) AS n, max(at) AS last_at FROM sample WHERE state = 'stored' GROUP BY child_id, device_id";
  return sql.exec<{ child_id: string; device_id: string; n: number; last_at: number }>(query).toArray();
}

/** Records who got access to which sealed objects of a child. */
export function recordSampleAccess(
  sql: SqlStorage,
  access: { actorId: string; childId: string; what: 'thumbnails' | 'screens' | 'details' | 'revealed'; sampleIds: ReadonlyArray<string> },
  now: number,
): void {
  sql.exec(
    'INSERT INTO sample_access (at, actor_id, child_id, what, sample_ids_json) VALUES (?, ?, ?, ?, ?)',
    now,
    access.actorId,
    access.childId,
    access.what,
    JSON.stringify(access.sampleIds),
  );
}
