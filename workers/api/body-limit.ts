import { putData } from '#app/wire/data';
import { invalid } from '#app/wire/errors';
import { BodyReadError, readBody } from '#app/wire/read-body';

const MAX_BODY_BYTES = 1_000_000;
/** Maximum size of a profile picture as base64, plus the JSON around it. */
const MAX_PICTURE_BODY_BYTES = 2_900_000;

/**
 * Returns the request with its body read, so that no family object waits for a slow sender. The limit is one megabyte, or more for profile
 * pictures.
 * @throws Refusal 400 for a body that is too large or takes too long
 */
export async function requireSmallBody(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const isPicture = request.method === putData.method && new URL(request.url).pathname === putData.path;
  try {
    return new Request(request, { body: await readBody(request, isPicture ? MAX_PICTURE_BODY_BYTES : MAX_BODY_BYTES) });
  } catch (error) {
    if (!(error instanceof BodyReadError)) throw error;
    if (error.reason === 'too_slow') throw invalid('The body took too long to arrive');
    throw invalid('The body is too large', isPicture ? { data: 'too_large' } : undefined);
  }
}
