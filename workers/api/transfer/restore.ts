import { reconcileAddress, reserveAddress } from '../accounts/change-email';
import { directoryFor, ssoName } from '../directory/names';
import type { ApiEnv } from '../env';
import { filesOf } from '../family/core/files';
import { readRedirect } from '../family/core/movable';
import type { FamilyEntries } from '../family/store/entries.queries';
import { familyOf, findFamily, locateFamily } from '../family-of';
import { restoreUsedCode } from '../offers/single-use';
import { isStorageFault } from '../on-error';
import { listUnknown } from './catalogue-facts.queries';
import { readChecked } from './check';
import { isSameRecord } from './export-checksum';
import { CannotTransfer, fileLineSchema, type Header, type Line, type Manifest, notAnExport } from './format';

/** The result of a restore or of its check. `unreadable`: the rows of the old object could not be read. `notes`: hints for the operator. */
export type Restored = { email: string; madeAt: string; rows: number; files: number; unreadable: boolean; notes: Array<string> };

type RestoreTarget = { objectId: string; isReadable: boolean; left: FamilyEntries | null };

/**
 * Reads a whole export and returns what a restore would do. Writes nothing.
 * @throws CannotTransfer
 */
export async function checkExport(env: ApiEnv, stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Restored> {
  const found: { header?: Header; target?: RestoreTarget } = {};
  const manifest = await readChecked(env, stream, {
    header: (header) => {
      found.header = header;
    },
    line: () => {},
  });
  if (found.header === undefined) throw notAnExport();
  const target = await requireTarget(env, found.header, replace);
  return toRestored(found.header, manifest, target, []);
}

/**
 * Restores a family into a new object, then moves the account to that object with a single write. If the restore stops before that write,
 * the old object stays in use. The restore can then be repeated.
 * @throws CannotTransfer
 */
export async function restoreFamily(env: ApiEnv, stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Restored> {
  const id = env.FAMILY.newUniqueId();
  const object = env.FAMILY.get(id);
  const files = new FileWriter(env);
  const found: { header?: Header; target?: RestoreTarget } = {};
  try {
    const manifest = await readChecked(env, stream, {
      header: async (header) => {
        found.header = header;
        found.target = await requireTarget(env, header, replace);
        await object.beginImport(header.schema);
        files.folder = filesOf(header.account_id);
      },
      line: async (line) => {
        if (line.part.startsWith('table:') || line.part === 'values') await object.importLine(line);
        else if (line.part.startsWith('file:')) files.add(line);
      },
    });
    const { header, target } = found;
    if (header === undefined || target === undefined) throw notAnExport();
    const counts = await object.endImport();
    if (!isSameRecord(counts, manifest.counts)) throw new CannotTransfer('The restored rows differ from the export. Nothing was changed.');
    await files.write({ overwrite: true });
    await moveAccount(env, header, target, id.toString());
    const notes = await registerEntries(env, header, target);
    await files.write({ overwrite: false });
    return toRestored(header, manifest, target, notes);
  } catch (error) {
    // Aborting the object also makes this call throw, so ignore the error.
    if (!(await isCurrentObject(env, found.header, id.toString()))) await object.abortImport().catch(() => undefined);
    throw error;
  }
}

async function isCurrentObject(env: ApiEnv, header: Header | undefined, objectId: string): Promise<boolean> {
  return (
    header !== undefined &&
    findFamily(env, header.account_id) !== null &&
    (await locateFamily(env, header.account_id)).objectId === objectId
  );
}

/**
 * Returns the family's current object and its entries, if they are readable.
 * @throws CannotTransfer if the export is from another installation, if the family exists and `replace` is not set, or if another account
 * has its identifiers
 */
async function requireTarget(env: ApiEnv, header: Header, replace: boolean): Promise<RestoreTarget> {
  const { account_id: accountId, email, sso } = header;
  const family = findFamily(env, accountId);
  if (family === null)
    throw new CannotTransfer('This export is from another installation: its account ids don’t belong here. Nothing was changed.');
  await requireOwn(env, accountId, 'mail', email, `the address ${email}`);
  if (sso !== null) await requireOwn(env, accountId, 'sso', ssoName(sso.issuer, sso.subject), 'its single sign-on identity');
  const { objectId, isReadable } = await locateFamily(env, accountId);
  const left = isReadable ? await family.listEntries().catch(() => null) : null;
  const isAlive = isReadable && (await family.getState()) !== 'gone';
  if (isAlive && !replace)
    throw new CannotTransfer(
      `The family of ${email} exists and can be read. To replace it with the state of ${header.made_at}, run the command again with --replace; later changes will be set aside. Nothing was changed.`,
    );
  return { objectId, isReadable, left };
}

async function requireOwn(env: ApiEnv, accountId: string, kind: 'mail' | 'sso', name: string, what: string): Promise<void> {
  const entry = await directoryFor(env, kind, name).getState();
  if (entry.state === 'free' || entry.owner === accountId) return;
  // An entry left by a deleted family is ignored.
  const owner = findFamily(env, entry.owner);
  if (kind === 'mail' && entry.state === 'confirmed' && owner !== null && (await owner.getState()) === 'gone') return;
  throw new CannotTransfer(`Another account now has ${what}, so the family can’t be restored with it. Nothing was changed.`);
}

/**
 * Moves the account to the object `to` with a single write: the mark in the old object. If the old object is unreadable, the write is the
 * directory entry.
 */
async function moveAccount(env: ApiEnv, { account_id: accountId, email }: Header, target: RestoreTarget, to: string): Promise<void> {
  // `reserveAddress` asks the owner of the address, which may be the unreadable family itself. So call it only for another owner.
  const mail = directoryFor(env, 'mail', email);
  const entry = await mail.getState();
  const isOwn = entry.state !== 'free' && entry.owner === accountId;
  if (!(isOwn || (await reserveAddress(env, accountId, email))) || !(await mail.confirm(accountId)))
    throw new CannotTransfer(`Another account now has the address ${email}. Nothing was changed.`);
  const forward = directoryFor(env, 'family', accountId);
  if (await forward.reserve(accountId, to)) await forward.confirm(accountId, to);
  else await forward.confirm(accountId, to);
  const old = env.FAMILY.get(env.FAMILY.idFromString(target.objectId));
  for (const isBroken of [false, true]) {
    const error = await old.redirectTo(to, isBroken).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    // The error already redirects to `to`, so the old object is no longer in use.
    if (readRedirect(error) === to) break;
  }
  const probed = await old.getState().catch((error: unknown) => error);
  if (readRedirect(probed) !== to && !isStorageFault(probed))
    throw new CannotTransfer('Could not replace the old object. It’s still in use.');
  await familyOf(env, accountId).activateRestored();
}

/** Registers the restored identifiers in the directory. Returns notes about identifiers that could not be registered. */
async function registerEntries(env: ApiEnv, { account_id: accountId }: Header, { left }: RestoreTarget): Promise<Array<string>> {
  const notes: Array<string> = [];
  const entries = await familyOf(env, accountId).listEntries();
  if (entries === null) throw new Error('The restored family has no account');
  // The family's own rows decide whether each address is kept or released.
  for (const email of new Set([...entries.emails, ...(left?.emails ?? [])])) await reconcileAddress(env, accountId, email);
  if (left?.sso != null && ssoName(left.sso.issuer, left.sso.subject) !== (entries.sso && ssoName(entries.sso.issuer, entries.sso.subject)))
    await directoryFor(env, 'sso', ssoName(left.sso.issuer, left.sso.subject)).release(accountId);
  if (entries.sso !== null) await registerIdentity(env, 'sso', ssoName(entries.sso.issuer, entries.sso.subject), accountId);
  for (const code of entries.coupons) {
    if (!(await restoreUsedCode(env, code, accountId)))
      notes.push(`The single-use code ${code} now belongs to another account; this family keeps it as well.`);
  }
  const unknown = await listUnknown(env, entries);
  if (unknown.length > 0) notes.push(`Not in this catalog: ${unknown.join(', ')}. The family keeps them.`);
  return notes;
}

async function registerIdentity(env: ApiEnv, kind: 'sso', name: string, accountId: string): Promise<void> {
  const directory = directoryFor(env, kind, name);
  await directory.reserve(accountId);
  await directory.confirm(accountId);
}

function toRestored(header: Header, manifest: Manifest, target: RestoreTarget, notes: Array<string>): Restored {
  return {
    email: header.email,
    madeAt: header.made_at,
    rows: Object.values(manifest.counts).reduce((sum, count) => sum + count, 0),
    files: Object.keys(manifest.parts).filter((part) => part.startsWith('file:')).length,
    unreadable: !target.isReadable,
    notes: [...(manifest.missing.length > 0 ? [`Already missing in the export: ${manifest.missing.length} file(s).`] : []), ...notes],
  };
}

/** Collects the files of an export. Writes nothing to the bucket until `write` is called. */
class FileWriter {
  folder = '';
  readonly #env: ApiEnv;
  readonly #pieces: Array<Buffer> = [];
  readonly #files = new Map<string, { bytes: Buffer; options: R2PutOptions }>();

  constructor(env: ApiEnv) {
    this.#env = env;
  }

  /**
   * Adds a line of the export.
   * @throws CannotTransfer if the line is no file of this family
   */
  add(line: Line): void {
    const parsed = fileLineSchema.safeParse(line);
    if (!parsed.success) throw notAnExport();
    const { part, type, metadata, last, base64 } = parsed.data;
    this.#pieces.push(Buffer.from(base64, 'base64'));
    if (!last) return;
    const key = part.slice('file:'.length);
    if (this.folder === '' || !key.startsWith(this.folder)) throw notAnExport();
    const bytes = Buffer.concat(this.#pieces.splice(0));
    const options = { customMetadata: metadata, ...(type === null ? {} : { httpMetadata: { contentType: type } }) };
    this.#files.set(key, { bytes, options });
  }

  /** Writes the files to the bucket. Without `overwrite`, writes only files that the bucket lacks. */
  async write({ overwrite }: { overwrite: boolean }): Promise<void> {
    for (const [key, { bytes, options }] of this.#files) {
      if (overwrite || (await this.#env.FILES.head(key)) === null) await this.#env.FILES.put(key, bytes, options);
    }
  }
}
