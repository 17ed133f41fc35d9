import { putData } from '../../app/wire/data';
import { invalid } from '../../app/wire/errors';

const MAX_BODY_BYTES = 1_000_000;
/** The largest picture as base64, with the JSON around it. */
const MAX_PICTURE_BODY_BYTES = 2_900_000;

/**
 * The request, if its body has at most a megabyte; a picture may have the size of its own limit. One that does not tell its length is read
 * here, up to that.
 * @throws Refusal 400
 */
export async function requireSmallBody(request: Request): Promise<Request> {
  const isPicture = request.method === putData.method && new URL(request.url).pathname === putData.path;
  const max = isPicture ? MAX_PICTURE_BODY_BYTES : MAX_BODY_BYTES;
  const tooLarge = () => invalid('The body is too large', isPicture ? { data: 'too_large' } : undefined);
  const told = request.headers.get('content-length');
  if (told !== null && Number(told) > max) throw tooLarge();
  if (told !== null || request.body === null) return request;
  const chunks: Array<Uint8Array> = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return new Request(request, { body: await new Blob(chunks).arrayBuffer() });
}
