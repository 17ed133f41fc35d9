import { invalid } from '../../app/wire/errors';

const MAX_BODY_BYTES = 1_000_000;

/**
 * The request, if its body has at most a megabyte. One that does not tell its length is read here, up to that.
 * @throws Refusal 400
 */
export async function requireSmallBody(request: Request): Promise<Request> {
  const told = request.headers.get('content-length');
  if (told !== null && Number(told) > MAX_BODY_BYTES) throw tooLarge();
  if (told !== null || request.body === null) return request;
  const chunks: Array<Uint8Array> = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return new Request(request, { body: await new Blob(chunks).arrayBuffer() });
}

function tooLarge(): Error {
  return invalid('The body is too large');
}
