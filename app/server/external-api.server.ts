import { joinBytes } from '#app/domain/image-bytes';
import type { WebEnv } from '../context.ts';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Calls an API that is not ours (A32). Calls it through OUTSIDE or `fetch`, never through a binding to our own services. Adds no headers,
 * follows no redirects, and limits the response size.
 * @throws Error for a redirect or a response that is too large; any error of fetch
 */
export async function fetchExternal({ OUTSIDE }: Pick<WebEnv, 'OUTSIDE'>, call: Request): Promise<Response> {
  const bare = new Request(call, { redirect: 'manual' });
  const response = await (OUTSIDE === undefined ? fetch(bare) : OUTSIDE.fetch(bare));
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw new Error(`The chosen API redirects elsewhere (${response.status})`);
  }
  return new Response(await readAtMost(response.body, MAX_ANSWER_BYTES), { status: response.status });
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Array<Uint8Array> = [];
  if (body === null) return joinBytes(parts);
  const reader = body.getReader();
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > limit) {
      await reader.cancel();
      throw new Error(`The chosen API returned more than ${limit} bytes`);
    }
    parts.push(part.value);
  }
  return joinBytes(parts);
}
