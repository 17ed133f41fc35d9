/** Why a body was not read to its end. */
export class BodyRefused extends Error {
  readonly reason: 'too_large' | 'too_slow';
  constructor(reason: 'too_large' | 'too_slow') {
    super(reason);
    this.reason = reason;
  }
}

/** How long a body may take, in ms, and how much longer for each of its bytes: 4 KB a second are slower than any network in use. */
const GRACE_MS = 30_000;
const MS_PER_BYTE = 1000 / 4096;

/**
 * The whole body of a request; empty where it has none. Neither a long body nor a slow sender holds a connection: it is read up to
 * `maxBytes`, whatever length it claims, and must arrive within `graceMs` plus the time that its bytes need on a slow network.
 * @throws BodyRefused
 */
export async function readBody({ headers, body }: Request, maxBytes: number, graceMs = GRACE_MS): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get('Content-Length')) > maxBytes) throw new BodyRefused('too_large');
  if (body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const chunks: Array<Uint8Array> = [];
  const begun = Date.now();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, begun + graceMs + size * MS_PER_BYTE - Date.now());
      if (done) return join(chunks, size);
      size += value.byteLength;
      if (size > maxBytes) throw new BodyRefused('too_large');
      chunks.push(value);
    }
  } catch (error) {
    // The sender may have left already.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, ms: number): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new BodyRefused('too_slow')), Math.max(0, ms));
  });
  try {
    return await Promise.race([reader.read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function join(chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
