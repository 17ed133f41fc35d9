import { joinBytes } from '#app/domain/image-bytes';

/**
 * Returns the whole body of another server's response. Stops at `maxBytes`, whatever Content-Length says, and when `signal` aborts.
 * @throws Error if it is too large or late
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
  // The signal may abort after everything is read; this prevents an unhandled rejection.
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
    // The stream may have ended already.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}
