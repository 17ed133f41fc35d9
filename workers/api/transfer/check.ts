import * as z from 'zod';
import type { ApiEnv } from '../env';
import { MIGRATIONS } from '../family/core/schema';
import { ExportChecksum, isSameRecord } from './export-checksum';
import {
  CannotTransfer,
  FORMAT,
  type Header,
  headerSchema,
  type Line,
  lastLineSchema,
  type Manifest,
  manifestSchema,
  notAnExport,
  readLines,
} from './format';
import { isSigned, requireSameKeys } from './keys';

const numberedSchema = z.object({ part: z.literal('header'), format: z.number() });

/**
 * Reads an export, passes its header and lines to `take`, and returns the manifest. Use the lines only after this returns, because hashes,
 * signature and secrets are checked at the last line.
 * @throws CannotTransfer if the file is not an export, is modified, incomplete or newer, or was made with other secrets
 */
export async function readChecked(
  env: ApiEnv,
  stream: ReadableStream<Uint8Array>,
  take: { header: (header: Header) => Promise<void> | void; line: (line: Line) => Promise<void> | void },
): Promise<Manifest> {
  const checksum = new ExportChecksum();
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  for await (const { text, line } of readLines(stream)) {
    if (manifest !== null) throw notAnExport();
    if (header === null) {
      header = readHeader(line);
      checksum.add(text, line);
      await take.header(header);
    } else if (line.part === 'manifest') {
      manifest = readManifest(env, header, line, checksum);
    } else {
      checksum.add(text, line);
      await take.line(line);
    }
  }
  if (header === null) throw notAnExport();
  if (manifest === null) throw new CannotTransfer('This file is incomplete: its end is missing. Nothing was changed.');
  return manifest;
}

function readHeader(line: Line): Header {
  const numbered = numberedSchema.safeParse(line);
  if (numbered.success && numbered.data.format > FORMAT) throw newer();
  const parsed = headerSchema.safeParse(line);
  if (!parsed.success) throw notAnExport();
  if (parsed.data.schema > MIGRATIONS.length) throw newer(parsed.data.product);
  return parsed.data;
}

function newer(product?: string): CannotTransfer {
  const by = product === undefined ? 'a newer Porchlight' : `a newer Porchlight (${product})`;
  return new CannotTransfer(`This export was made by ${by}. Update this Porchlight first. Nothing was changed.`);
}

function readManifest(env: ApiEnv, header: Header, line: Line, checksum: ExportChecksum): Manifest {
  const last = lastLineSchema.safeParse(line);
  if (!last.success) throw notAnExport();
  const manifest = parseManifest(last.data.manifest);
  // Check the keys before the signature, which also fails with another DIRECTORY_KEY. The operator can correct the keys.
  requireSameKeys(env, header.keys, manifest.sealed_with);
  const { parts, counts } = checksum.total();
  if (!isSigned(env, last.data.manifest, last.data.mac)) throw notAnExport();
  if (!isSameRecord(counts, manifest.counts)) throw notAnExport();
  const names = new Set([...Object.keys(parts), ...Object.keys(manifest.parts)]);
  const wrong = [...names].filter((name) => JSON.stringify(parts[name]) !== JSON.stringify(manifest.parts[name]));
  if (wrong.length > 0) throw new CannotTransfer(`This file was modified: ${wrong.slice(0, 3).join(', ')}. Nothing was changed.`);
  return manifest;
}

function parseManifest(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw notAnExport();
  }
}
