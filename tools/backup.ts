import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import {
  type BackupFile,
  copyDatabase,
  describeFile,
  findMissingBlobs,
  isEmptyFolder,
  isSound,
  isWithin,
  listFiles,
  listPhotos,
} from './backup-files.ts';
import { dataFolder, makeFolder, ROOT } from './paths.ts';
import { run, UserError } from './progress.ts';
import { findSecretRecord, SECRET_RECORD } from './secret-record.ts';

const MANIFEST = 'manifest.json';
const FORMAT = 1;
/** Maximum number of passes that copy again what changed during the copy. A pass usually takes less than a second. */
const ROUNDS = 50;
/** Rank of the bucket’s databases, which are copied last. */
const LAST = 3;

const manifestSchema = z.object({
  porchlight: z.literal('backup'),
  format: z.number(),
  made_at: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string(), damaged: z.literal(true).optional() })),
});

// `npm run backup`: copies the whole installation to a folder, without its secrets. Works while Porchlight runs and when it does not. See
// docs/operating.md, «Backup and restore».
await run(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, verify: { type: 'string' } } });
  const from = process.env.INIT_CWD ?? '.';
  if (values.verify !== undefined) return verify(resolve(from, values.verify));
  if (values.to === undefined) throw new UserError('Usage: npm run backup -- --to <folder> | --verify <folder>');
  await backUp(join(dataFolder(), 'state'), resolve(from, values.to));
});

async function backUp(state: string, to: string): Promise<void> {
  if (!existsSync(state)) throw new UserError(`No data to back up in ${dataFolder()}.`);
  if (isWithin(to, dirname(state))) {
    throw new UserError(`${to} is inside the data folder, which \`npm run reset\` deletes. Choose a folder outside it.`);
  }
  if (!isEmptyFolder(to)) throw new UserError(`${to} is not empty. Use a new folder for each backup.`);
  makeFolder(to);
  // A backup is as sensitive as the data, so only its owner can read it.
  process.umask(0o077);
  const copy = join(to, 'state');
  const damaged = new Set<string>();
  // Copies families before the directory: an address of a missing family is released, but a family with a missing address is not repaired.
  // Copies the bucket last, so that it has all photos of the families.
  const databases = globSync('**/*.sqlite', { cwd: state }).sort((a, b) => rank(a) - rank(b));
  for (const path of databases) copyOne(state, copy, path, damaged);
  let stale: Array<string> = [];
  for (let round = 1; ; round += 1) {
    copyBlobs(state, copy);
    stale = [
      ...findMissingBlobs(copy),
      ...listPhotos(copy)
        .filter(({ isStored }) => !isStored)
        .map(({ path }) => path),
    ];
    if (stale.length === 0 || round === ROUNDS) break;
    // If photos were replaced during the copy, copies the bucket and the families that refer to those photos again.
    for (const path of databases) if (stale.includes(path) || rank(path) === LAST) copyOne(state, copy, path, damaged);
  }
  // Without these fingerprints the copy could not detect wrong secrets.
  const record = findSecretRecord(dirname(state));
  if (record !== null) copyPrivately(record, join(copy, SECRET_RECORD));
  const files: Array<BackupFile> = [];
  for (const path of listFiles(to)) files.push({ ...(await describeFile(to, path)), ...(damaged.has(path) ? { damaged: true } : {}) });
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const manifest = { porchlight: 'backup', format: FORMAT, product: version, made_at: new Date().toISOString(), files };
  writeFileSync(join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  if (stale.length > 0)
    throw new UserError(`Photos kept changing during the backup, so ${to} is incomplete. Run it again into a new folder.`);
  console.log(`Backed up ${files.length} files to ${to}. Secrets are not included; keep them elsewhere.`);
  if (damaged.size > 0) {
    throw new UserError(
      `${damaged.size} of them are damaged and were copied as is: ${[...damaged].join(', ')}. Restore these families from an export.`,
    );
  }
}

function rank(path: string): number {
  if (path.includes('-Family-') && !path.endsWith('metadata.sqlite')) return 0;
  if (path.includes('-Directory-')) return 1;
  return path.startsWith('r2/') ? LAST : 2;
}

function copyOne(state: string, copy: string, path: string, damaged: Set<string>): void {
  const [source, target] = [join(state, path), join(copy, path)];
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  rmSync(target, { force: true });
  if (copyDatabase(source, target)) return;
  rmSync(target, { force: true });
  // The file was deleted during the backup, for example with an expired family.
  if (!existsSync(source)) return;
  damaged.add(join('state', path));
  for (const end of ['', '-wal']) if (existsSync(source + end)) copyPrivately(source + end, target + end);
}

/** Copies a file so that only its owner can read it. */
function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function copyBlobs(state: string, copy: string): void {
  for (const path of listFiles(state)) {
    if (!path.includes('/blobs/') || existsSync(join(copy, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true, mode: 0o700 });
    try {
      copyPrivately(join(state, path), join(copy, path));
    } catch {
      // The file was deleted during the backup. If the metadata still names the blob, the next pass copies the metadata again.
    }
  }
}

async function verify(folder: string): Promise<void> {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new UserError(`${folder} is not a backup: ${MANIFEST} is missing.`);
  const parsed = manifestSchema.safeParse(parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new UserError(`Can’t read ${file}: incomplete, or not a backup manifest.`);
  const { files, format, made_at } = parsed.data;
  if (format > FORMAT) throw new UserError('This backup was made by a newer version of Porchlight. Update Porchlight first.');
  const there = new Set(listFiles(folder).filter((path) => path !== MANIFEST));
  const wrong: Array<string> = [];
  for (const one of files) {
    if (!there.delete(one.path)) wrong.push(`${one.path} is missing`);
    else if ((await describeFile(folder, one.path)).sha256 !== one.sha256) wrong.push(`${one.path} was changed`);
    else if (one.damaged === true) wrong.push(`${one.path} was damaged when it was copied`);
    else if (one.path.endsWith('.sqlite') && !isSound(join(folder, one.path))) wrong.push(`${one.path} is damaged`);
  }
  for (const path of there) wrong.push(`${path} is not part of the backup`);
  if (wrong.length === 0) wrong.push(...findMissingBlobs(join(folder, 'state')).map((id) => `the bucket file ${id} is missing`));
  if (wrong.length > 0) throw new UserError(`The backup from ${made_at} is damaged:\n${wrong.join('\n')}`);
  console.log(`The backup from ${made_at} is complete: ${files.length} files.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
