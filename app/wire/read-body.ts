/** Thrown when a request body is refused before its end. */
export class BodyReadError extends Error {
  readonly reason: 'too_large' | 'too_slow';
  constructor(reason: 'too_large' | 'too_slow') {
    super(reason);
    this.reason = reason;
  }
}

/** Time allowed for a body, plus `MS_PER_BYTE` for each byte. Even slow networks transfer 4 KB per second. */
const GRACE_MS = 30_000;
const MS_PER_BYTE = 1000 / 4096;

/**
 * Returns the body of a request; empty if there is none. Stops reading beyond `maxBytes`, even if Content-Length is smaller. The body must
 * arrive within `graceMs` plus the transfer time on a slow network.
 * @throws BodyReadError
 */
export async function readBody({ headers, body }: Request, maxBytes: number, graceMs = GRACE_MS): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get('Content-Length')) > maxBytes) throw new BodyReadError('too_large');
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
      if (size > maxBytes) throw new BodyReadError('too_large');
      chunks.push(value);
    }
  } catch (error) {
    // The sender may already have disconnected.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, ms: number): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new BodyReadError('too_slow')), Math.max(0, ms));
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
