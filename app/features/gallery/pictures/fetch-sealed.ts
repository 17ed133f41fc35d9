import type { Bytes } from '#app/keys/bytes';
import { ACCESS_PATH, type AccessPart, type SampleAccessAnswer } from './sample-access';

/** Thrown if the server no longer accepts the session. */
export class SignedOut extends Error {}
/** Thrown if the server refuses an address: 403 if it has expired, 404 if the object is gone. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Refused with ${status}`);
    this.status = status;
  }
}

/**
 * Fetches addresses, wrapped keys or sealed details.
 * @throws SignedOut, Error
 */
export async function fetchAccess(part: AccessPart, ids: Array<string>): Promise<SampleAccessAnswer> {
  const query = new URLSearchParams([['of', part], ...ids.map((id) => ['id', id])]);
  const answer = await get(`${ACCESS_PATH}?${query}`, null);
  const body: unknown = await answer.json();
  if (!isAnswer(body)) throw new Error('An answer without samples');
  return body;
}

/** Tells our answer from that of a proxy. Our own answers are not checked field by field. */
function isAnswer(body: unknown): body is SampleAccessAnswer {
  return typeof body === 'object' && body !== null && 'samples' in body && Array.isArray(body.samples) && 'lifeMs' in body;
}

/**
 * Fetches a sealed object.
 * @throws SignedOut, Refused, Error
 */
export async function fetchObject(path: string, signal: AbortSignal): Promise<Bytes> {
  return new Uint8Array(await (await get(path, signal)).arrayBuffer());
}

/**
 * Fetches from our own server and stores nothing. Our guards answer a lost session with a redirect to the login.
 * @throws SignedOut, Refused, Error
 */
export async function get(path: string, signal: AbortSignal | null): Promise<Response> {
  const answer = await fetch(path, { redirect: 'manual', cache: 'no-store', signal });
  if (answer.type === 'opaqueredirect' || answer.status === 401) throw new SignedOut();
  if (answer.status === 403 || answer.status === 404) throw new Refused(answer.status);
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
  return answer;
}
