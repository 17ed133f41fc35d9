import { joinBytes } from '#app/domain/image-bytes';

/**
 * Returns the whole body of another server's response. Stops after `maxBytes`, regardless of Content-Length, and when `signal` aborts.
 * @throws Error if the body is too large or late
 */
export async function readLimitedBody(
  { headers, body }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get('Content-Length')) > maxBytes) {
    await body?.cancel();
    throw new Error('The response is too large');
  }
  if (body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const late = new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason);
    else signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  // The signal may abort after everything was read. This prevents an unhandled rejection.
  late.catch(() => undefined);
  const parts: Array<Uint8Array> = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return joinBytes(parts);
      size += value.byteLength;
      if (size > maxBytes) throw new Error('The response is too large');
      parts.push(value);
    }
  } catch (error) {
    // `cancel` rejects if the stream has already ended.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}
