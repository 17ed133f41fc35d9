import * as z from 'zod';

/** The number of this format. A reader refuses a higher one. */
export const FORMAT = 1;
/** No line is longer; a file that has one is none of ours. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** A reason not to export or restore, for the operator to read. */
export class CannotTransfer extends Error {}

/** Fingerprints of the secrets without which the rows are worth nothing; `seal` by the name of the key. */
const fingerprintsSchema = z.object({ directory: z.string(), pepper: z.string(), seal: z.record(z.string(), z.string()) });
export type Fingerprints = z.infer<typeof fingerprintsSchema>;

/** The first line. `schema`: how many of the family's migrations had run. */
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

/** What the last line holds, as text: what it says is what was signed. */
export const manifestSchema = z.object({
  parts: z.record(z.string(), z.object({ lines: z.int(), sha256: z.string() })),
  /** Rows of each table. */
  counts: z.record(z.string(), z.int()),
  /** Names of the keys of SEAL_KEYS that sealed something in here. */
  sealed_with: z.array(z.string()),
  /** Files that a row names and that were not in the bucket. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const lastLineSchema = z.object({ part: z.literal('manifest'), manifest: z.string(), mac: z.string() });

/** A piece of a file of the bucket. `last`: none follows. */
export const fileLineSchema = z.object({
  part: z.string().startsWith('file:'),
  type: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  last: z.boolean(),
  base64: z.string(),
});

/** Any line: which part of the whole it belongs to. */
const lineSchema = z.looseObject({ part: z.string().min(1).max(1200) });
export type Line = z.infer<typeof lineSchema>;

/** The lines of an export, each as it stands with its line end and as it reads. @throws CannotTransfer for what has no such lines */
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
