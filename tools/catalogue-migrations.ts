import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from 'miniflare';

/** Path of each Worker’s wrangler.toml, by Worker name. */
type Configs = Record<string, string>;

/** A database of a Worker: the id that names its folder, and its migrations in order. */
type Database = { worker: string; binding: string; id: string; files: Array<string> };

/** A database entry in wrangler.toml. */
type Configured = { binding: string; database_id?: string; preview_database_id?: string; migrations_dir?: string };

/** JSON file that lists the applied migrations. It is stored with the data, so that backups include it. */
const RECORD = 'catalogue-migrations.json';

/**
 * Migrates the databases under `state` before any Worker listens, so that no request finds a missing table. Starts a temporary workerd
 * without addresses if there are new migrations.
 */
export async function migrateBefore(state: string, configs: Configs): Promise<void> {
  const databases = await listDatabases(configs);
  const wanted = JSON.stringify(databases.map(({ id, files }) => [id, files.map((file) => basename(file))]));
  const record = join(state, RECORD);
  if (existsSync(join(state, 'd1')) && existsSync(record) && readFileSync(record, 'utf8') === wanted) return;
  const options: V4MiniflareOptions = {
    workers: Object.keys(configs).map((name) => ({
      name,
      modules: true,
      script: 'export default {};',
      d1Databases: Object.fromEntries(databases.flatMap(({ worker, binding, id }) => (worker === name ? [[binding, id]] : []))),
    })),
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    resourcePersistencePath: state,
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  try {
    await miniflare.ready;
    await migrate(miniflare, configs);
  } finally {
    await miniflare.dispose();
  }
  writeFileSync(`${record}.draft`, wanted);
  renameSync(`${record}.draft`, record);
}

/** Applies the new migrations of every database. One batch contains a migration and its entry in wrangler’s table. */
export async function migrate(miniflare: Miniflare, configs: Configs): Promise<void> {
  const { unstable_splitSqlQuery } = await import('wrangler');
  for (const { worker, binding, files } of await listDatabases(configs)) {
    const database = await miniflare.getD1Database(binding, worker);
    await database.exec(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    );
    const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
    const applied = new Set(results.map((row) => row.name));
    for (const file of files.filter((path) => !applied.has(basename(path)))) {
      const statements = unstable_splitSqlQuery(readFileSync(file, 'utf8'));
      await database.batch([
        ...statements.map((statement) => database.prepare(statement)),
        database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(basename(file)),
      ]);
    }
  }
}

async function listDatabases(configs: Configs): Promise<Array<Database>> {
  const { unstable_readConfig } = await import('wrangler');
  return Object.entries(configs).flatMap(([worker, path]) => {
    const config = unstable_readConfig({ config: path }, { hideWarnings: true });
    return config.d1_databases.map(({ binding, database_id, preview_database_id, migrations_dir = 'migrations' }: Configured) => ({
      worker,
      binding,
      id: preview_database_id ?? database_id ?? binding,
      files: listFiles(resolve(dirname(path), migrations_dir)),
    }));
  });
}

function listFiles(folder: string): Array<string> {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.filter((name) => name.endsWith('.sql')).map((name) => join(folder, name));
}
