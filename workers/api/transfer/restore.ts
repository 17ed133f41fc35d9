import { reserveAddress, settleAddress } from '../accounts/move';
import { directoryFor, ssoName } from '../directory/names';
import type { ApiEnv } from '../env';
import { filesOf } from '../family/core/files';
import { readMove } from '../family/core/movable';
import type { FamilyEntries } from '../family/store/entries.queries';
import { familyOf, findFamily, locateFamily } from '../family-of';
import { holdAgain } from '../offers/single-use';
import { isStorageFault } from '../on-error';
import { listUnknown } from './catalogue-facts';
import { readChecked } from './check';
import { CannotTransfer, fileLineSchema, type Header, type Line, type Manifest, notAnExport } from './format';
import { isSameRecord } from './tally';

/** What came of a restore, or would come of it. `unreadable`: the old object's rows could not be read. `notes`: what the operator should know. */
export type Restored = { email: string; madeAt: string; rows: number; files: number; unreadable: boolean; notes: Array<string> };

type Place = { objectId: string; isReadable: boolean; left: FamilyEntries | null };

/** Reads a whole export and says what a restore would do. Writes nothing. @throws CannotTransfer */
export async function checkExport(env: ApiEnv, stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Restored> {
  const found: { header?: Header; place?: Place } = {};
  const manifest = await readChecked(env, stream, {
    header: (header) => {
      found.header = header;
    },
    line: () => {},
  });
  if (found.header === undefined) throw notAnExport();
  const place = await requirePlace(env, found.header, replace);
  return toRestored(found.header, manifest, place, []);
}

/**
 * Restores a family into a new object and moves the account there. Until that move, which is one write, the old object stays in use; cut off
 * anywhere before it, nothing has changed for anybody, and the restore can be repeated.
 * @throws CannotTransfer
 */
export async function restoreFamily(env: ApiEnv, stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Restored> {
  const id = env.FAMILY.newUniqueId();
  const object = env.FAMILY.get(id);
  const files = new FileWriter(env);
  const found: { header?: Header; place?: Place } = {};
  try {
    const manifest = await readChecked(env, stream, {
      header: async (header) => {
        found.header = header;
        found.place = await requirePlace(env, header, replace);
        await object.beginFilling(header.schema);
        files.folder = filesOf(header.account_id);
      },
      line: async (line) => {
        if (line.part.startsWith('table:') || line.part === 'values') await object.fill(line);
        else if (line.part.startsWith('file:')) await files.write(line);
      },
    });
    const { header, place } = found;
    if (header === undefined || place === undefined) throw notAnExport();
    const counts = await object.endFilling();
    if (!isSameRecord(counts, manifest.counts)) throw new CannotTransfer('The restored rows differ from the export. Nothing was changed.');
    await moveAccount(env, header, place, id.toString());
    return toRestored(header, manifest, place, [...(await enterAll(env, header, place)), ...(await files.writeLost())]);
  } catch (error) {
    // Aborting the object is an error too.
    if (!(await isInUse(env, found.header, id.toString()))) await object.stopFilling().catch(() => undefined);
    throw error;
  }
}

async function isInUse(env: ApiEnv, header: Header | undefined, objectId: string): Promise<boolean> {
  return (
    header !== undefined &&
    findFamily(env, header.account_id) !== null &&
    (await locateFamily(env, header.account_id)).objectId === objectId
  );
}

/** Where the family is to go. @throws CannotTransfer where it lives and is not to be replaced, or where its names are another's */
async function requirePlace(env: ApiEnv, header: Header, replace: boolean): Promise<Place> {
  const { account_id: accountId, email, sso } = header;
  const family = findFamily(env, accountId);
  if (family === null)
    throw new CannotTransfer('This export is from another installation: its account ids don’t belong here. Nothing was changed.');
  await requireOwn(env, accountId, 'mail', email, `the address ${email}`);
  if (sso !== null) await requireOwn(env, accountId, 'sso', ssoName(sso.issuer, sso.subject), 'its single sign-on identity');
  const { objectId, isReadable } = await locateFamily(env, accountId);
  const left = isReadable ? await family.listEntries().catch(() => null) : null;
  const lives = isReadable && (await family.standing()) !== 'gone';
  if (lives && !replace)
    throw new CannotTransfer(
      `The family of ${email} exists and can be read. To replace it with the state of ${header.made_at}, run the command again with --replace; later changes will be set aside. Nothing was changed.`,
    );
  return { objectId, isReadable, left };
}

async function requireOwn(env: ApiEnv, accountId: string, kind: 'mail' | 'sso', name: string, what: string): Promise<void> {
  const standing = await directoryFor(env, kind, name).standing();
  if (standing.state === 'free' || standing.owner === accountId) return;
  // Left behind by a family that is gone.
  const owner = findFamily(env, standing.owner);
  if (kind === 'mail' && standing.state === 'confirmed' && owner !== null && (await owner.standing()) === 'gone') return;
  throw new CannotTransfer(`Another account now has ${what}, so the family can’t be restored with it. Nothing was changed.`);
}

/** Moves the account to the object `to`. One write decides: the old object's mark, or where that cannot be read, the directory's entry. */
async function moveAccount(env: ApiEnv, { account_id: accountId, email }: Header, place: Place, to: string): Promise<void> {
  // The family that holds the address may be the one that cannot be read: only another's is asked.
  const mail = directoryFor(env, 'mail', email);
  const standing = await mail.standing();
  const isOwn = standing.state !== 'free' && standing.owner === accountId;
  if (!(isOwn || (await reserveAddress(env, accountId, email))) || !(await mail.confirm(accountId)))
    throw new CannotTransfer(`Another account now has the address ${email}. Nothing was changed.`);
  const forward = directoryFor(env, 'family', accountId);
  if (await forward.reserve(accountId, to)) await forward.confirm(accountId, to);
  else await forward.confirm(accountId, to);
  const old = env.FAMILY.get(env.FAMILY.idFromString(place.objectId));
  for (const isBroken of [false, true]) {
    const error = await old.moveAway(to, isBroken).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    // It was told in the same breath in which it said so itself.
    if (readMove(error) === to) break;
  }
  const said = await old.standing().catch((error: unknown) => error);
  if (readMove(said) !== to && !isStorageFault(said)) throw new CannotTransfer('Could not set the old object aside. It stays in use.');
  await familyOf(env, accountId).moveIn();
}

/** Enters in the directory what the restored rows name. Gives what could not be entered. */
async function enterAll(env: ApiEnv, { account_id: accountId }: Header, { left }: Place): Promise<Array<string>> {
  const notes: Array<string> = [];
  const entries = await familyOf(env, accountId).listEntries();
  if (entries === null) throw new Error('The restored family has no account');
  // The family's own rows say of each address whether it is kept or given back.
  for (const email of new Set([...entries.emails, ...(left?.emails ?? [])])) await settleAddress(env, accountId, email);
  if (left?.sso != null && ssoName(left.sso.issuer, left.sso.subject) !== (entries.sso && ssoName(entries.sso.issuer, entries.sso.subject)))
    await directoryFor(env, 'sso', ssoName(left.sso.issuer, left.sso.subject)).release(accountId);
  if (entries.sso !== null) await hold(env, 'sso', ssoName(entries.sso.issuer, entries.sso.subject), accountId);
  for (const code of entries.coupons) {
    if (!(await holdAgain(env, code, accountId)))
      notes.push(`The single-use code ${code} now belongs to another account; this family keeps it as well.`);
  }
  const unknown = await listUnknown(env, entries);
  if (unknown.length > 0) notes.push(`Not in this catalogue: ${unknown.join(', ')}. The family keeps them.`);
  return notes;
}

async function hold(env: ApiEnv, kind: 'sso', name: string, accountId: string): Promise<void> {
  const directory = directoryFor(env, kind, name);
  await directory.reserve(accountId);
  await directory.confirm(accountId);
}

function toRestored(header: Header, manifest: Manifest, place: Place, notes: Array<string>): Restored {
  return {
    email: header.email,
    madeAt: header.made_at,
    rows: Object.values(manifest.counts).reduce((sum, count) => sum + count, 0),
    files: Object.keys(manifest.parts).filter((part) => part.startsWith('file:')).length,
    unreadable: !place.isReadable,
    notes: [...(manifest.missing.length > 0 ? [`Already missing in the export: ${manifest.missing.length} file(s).`] : []), ...notes],
  };
}

/** Puts the files of an export into the bucket. */
class FileWriter {
  folder = '';
  readonly #env: ApiEnv;
  readonly #pieces: Array<Buffer> = [];
  /** Kept until the end: the old family may still delete one that it has replaced. */
  readonly #written = new Map<string, { bytes: Buffer; options: R2PutOptions }>();

  constructor(env: ApiEnv) {
    this.#env = env;
  }

  async write(line: Line): Promise<void> {
    const parsed = fileLineSchema.safeParse(line);
    if (!parsed.success) throw notAnExport();
    const { part, type, metadata, last, base64 } = parsed.data;
    this.#pieces.push(Buffer.from(base64, 'base64'));
    if (!last) return;
    const key = part.slice('file:'.length);
    if (this.folder === '' || !key.startsWith(this.folder)) throw notAnExport();
    const bytes = Buffer.concat(this.#pieces.splice(0));
    const options = { customMetadata: metadata, ...(type === null ? {} : { httpMetadata: { contentType: type } }) };
    await this.#env.FILES.put(key, bytes, options);
    this.#written.set(key, { bytes, options });
  }

  /** Once more those that are not there any more. */
  async writeLost(): Promise<Array<string>> {
    for (const [key, { bytes, options }] of this.#written) {
      if ((await this.#env.FILES.head(key)) === null) await this.#env.FILES.put(key, bytes, options);
    }
    return [];
  }
}
