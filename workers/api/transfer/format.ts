import * as z from 'zod';

/** Version of the export format. An export with a higher version is refused. */
export const FORMAT = 1;
/** Maximum line length. A file with a longer line is not an export. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** A reason not to export or restore, with a message for the operator. */
export class CannotTransfer extends Error {}

/** Fingerprints of the secrets needed to read the rows. `seal`: by key name. */
const fingerprintsSchema = z.object({ directory: z.string(), pepper: z.string(), seal: z.record(z.string(), z.string()) });
export type Fingerprints = z.infer<typeof fingerprintsSchema>;

/** The first line of an export. `schema` is the number of migrations that the family had run. */
export const headerSchema = z.object({
  part: z.literal('header'),
  format: z.literal(FORMAT),
  product: z.string(),
  made_at: z.iso.datetime(),
  account_id: z.string().regex(/^[0-9a-f]{64}$/),
  email: z.string(),
  sso: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  schema: z.int().positive(),
  keys: fingerprintsSchema,
});
export type Header = z.infer<typeof headerSchema>;

/** The content of the last line. It is stored as text, because exactly this text is signed. */
export const manifestSchema = z.object({
  parts: z.record(z.string(), z.object({ lines: z.int(), sha256: z.string() })),
  /** Number of rows per table. */
  counts: z.record(z.string(), z.int()),
  /** Names of the SEAL_KEYS keys that sealed values in this export. */
  sealed_with: z.array(z.string()),
  /** Files that a row names but that the bucket did not contain. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const lastLineSchema = z.object({ part: z.literal('manifest'), manifest: z.string(), mac: z.string() });

/** A piece of a file. `last` is true for the final piece. */
export const fileLineSchema = z.object({
  part: z.string().startsWith('file:'),
  type: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  last: z.boolean(),
  base64: z.string(),
});

/** Any line of an export. `part` names the part to which the line belongs. */
const lineSchema = z.looseObject({ part: z.string().min(1).max(1200) });
export type Line = z.infer<typeof lineSchema>;

/**
 * Yields the lines of an export, each as text with its line end and as parsed value.
 * @throws CannotTransfer if a line is invalid or incomplete
 */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<{ text: string; line: Line }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  const take = (text: string): { text: string; line: Line } => {
    const parsed = lineSchema.safeParse(parse(text));
    if (!parsed.success) throw notAnExport();
    return { text, line: parsed.data };
  };
  for await (const chunk of stream) {
    rest += decode(decoder, chunk);
    let from = 0;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', from)) {
      yield take(rest.slice(from, end + 1));
      from = end + 1;
    }
    rest = rest.slice(from);
    if (rest.length > LONGEST_LINE) throw notAnExport();
  }
  if (rest !== '') throw new CannotTransfer('This file is incomplete: its last line is cut off. Nothing was changed.');
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw notAnExport();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function notAnExport(): CannotTransfer {
  return new CannotTransfer('This file is not an export of a Porchlight family, or it was modified. Nothing was changed.');
}
