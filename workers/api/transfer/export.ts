import { APP_VERSION } from '#app/domain/app-version';
import { normalizeEmail } from '#app/domain/credentials';
import { directoryFor, ssoName } from '../directory/names';
import type { ApiEnv } from '../env';
import { filesOf } from '../family/core/files';
import { MIGRATIONS } from '../family/core/schema';
import type { FamilyEntries } from '../family/store/entries.queries';
import { findFamily } from '../family-of';
import { FamilyUnreadable, isStorageFault } from '../on-error';
import { catalogueFacts } from './catalogue-facts.queries';
import { ExportChecksum } from './export-checksum';
import { CannotTransfer, FORMAT, type Header, readLines } from './format';
import { createSealFinder, fingerprintsOf, sign } from './keys';

/** Size of a file piece. It is a multiple of 3, so that each piece is valid base64 by itself. */
const PIECE_BYTES = 192 * 1024;

/**
 * Returns an export of the address's family as lines of JSON: rows at one instant, files, and data from directory and catalog.
 * @throws CannotTransfer
 */
export async function exportFamily(env: ApiEnv, email: string): Promise<ReadableStream<Uint8Array>> {
  const entry = await directoryFor(env, 'mail', normalizeEmail(email)).getState();
  const family = entry.state === 'confirmed' ? findFamily(env, entry.owner) : null;
  if (entry.state !== 'confirmed' || family === null) throw new CannotTransfer(`No account with the address ${email}.`);
  try {
    if ((await family.getState()) !== 'lasting') throw new CannotTransfer(`The account of ${email} is not confirmed yet.`);
    const entries = await family.listEntries();
    if (entries === null) throw new CannotTransfer(`No account with the address ${email}.`);
    const [own = ''] = entries.emails;
    const header: Header = {
      part: 'header',
      format: FORMAT,
      product: APP_VERSION,
      made_at: new Date().toISOString(),
      account_id: entry.owner,
      email: own,
      sso: entries.sso,
      schema: MIGRATIONS.length,
      keys: fingerprintsOf(env),
    };
    return toStream(lines(env, header, await family.exportRows(), entries));
  } catch (error) {
    if (error instanceof FamilyUnreadable || isStorageFault(error))
      throw new CannotTransfer(`Can’t export ${email}: its data can’t be read. Restore the family from an earlier export.`);
    throw error;
  }
}

async function* lines(env: ApiEnv, header: Header, rows: ReadableStream<Uint8Array>, entries: FamilyEntries): AsyncGenerator<string> {
  const checksum = new ExportChecksum();
  const findSeals = createSealFinder(env);
  const sealedWith = new Set<string>();
  const named = new Set<string>();
  const add = (line: { part: string; [field: string]: unknown }, text = `${JSON.stringify(line)}\n`): string => {
    checksum.add(text, line);
    return text;
  };
  yield add(header);
  for await (const { text, line } of readLines(rows)) {
    for (const name of findSeals(text)) sealedWith.add(name);
    if (line.part === 'table:child') for (const key of findFiles(text, header.account_id)) named.add(key);
    yield add(line, text);
  }
  yield add({ part: 'directory', ...(await directoryFacts(env, entries)) });
  yield add({ part: 'catalogue', ...(await catalogueFacts(env, entries)) });
  for await (const line of files(env, header.account_id)) {
    named.delete(line.part.slice('file:'.length));
    yield add(line);
  }
  const manifest = JSON.stringify({ ...checksum.total(), sealed_with: [...sealedWith].sort(), missing: [...named] });
  yield `${JSON.stringify({ part: 'manifest', manifest, mac: sign(env, manifest) })}\n`;
}

function findFiles(text: string, accountId: string): Array<string> {
  return [...text.matchAll(new RegExp(`"(${filesOf(accountId)}[^"]+)"`, 'g'))].map(([, key = '']) => key);
}

/** Returns the directory state of the family's identifiers. It is for information only, because a restore uses the rows. */
async function directoryFacts(env: ApiEnv, { emails, sso, coupons }: FamilyEntries) {
  const ask = async (kind: 'mail' | 'coupon' | 'sso', name: string) => {
    const entry = await directoryFor(env, kind, name).getState();
    return { kind, name, state: entry.state, detail: entry.state === 'free' ? '' : entry.detail };
  };
  const names = [
    ...emails.map((name) => ask('mail', name)),
    ...coupons.map((name) => ask('coupon', name)),
    ...(sso === null ? [] : [ask('sso', ssoName(sso.issuer, sso.subject))]),
  ];
  return { entries: await Promise.all(names) };
}

async function* files(env: ApiEnv, accountId: string) {
  let cursor: string | undefined;
  do {
    const page = await env.FILES.list({ prefix: filesOf(accountId), ...(cursor === undefined ? {} : { cursor }) });
    for (const { key } of page.objects) {
      const object = await env.FILES.get(key);
      // The file was replaced during the export. If a row still names it, the manifest lists it as missing.
      if (object === null) continue;
      const bytes = Buffer.from(await object.arrayBuffer());
      const about = { part: `file:${key}`, type: object.httpMetadata?.contentType ?? null, metadata: object.customMetadata ?? {} };
      for (let at = 0; at === 0 || at < bytes.length; at += PIECE_BYTES) {
        const last = at + PIECE_BYTES >= bytes.length;
        yield { ...about, last, base64: bytes.subarray(at, at + PIECE_BYTES).toString('base64') };
      }
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}
