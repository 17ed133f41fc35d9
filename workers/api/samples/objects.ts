import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { toBase64Url } from '#app/keys/bytes';
import { readIv } from '#app/keys/sealed-object';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import { OBJECT_PATH, type StoredObjectWire } from '#app/wire/samples';
import type { ApiEnv } from '../env';
import { findFamily, unwrap } from '../family-of';
import { toErrorAnswer } from '../on-error';
import { isOwnOrigin } from '../own-origin';

/** Reads and stores sealed objects by address. The family checks each address; the bytes do not pass through it. */
export const objects = new Hono<{ Bindings: ApiEnv }>()
  .get(`${OBJECT_PATH}/:token`, async (c) => {
    const headers = crossOriginHeaders(c.req.header('Origin'), c.env);
    try {
      return await readObject(c.env, c.req.param('token'), headers);
    } catch (error) {
      // A page must be able to tell an expired address from a missing object.
      const { status, body } = toErrorAnswer(error, Date.now());
      return Response.json(body, { status, headers });
    }
  })
  .put(`${OBJECT_PATH}/:token`, async (c) =>
    c.json(await storeObject(c.env, c.req.param('token'), new Uint8Array(await c.req.arrayBuffer()))),
  );

/** Lets pages of the web application read a response. Pages of other origins can't, even with an address. */
function crossOriginHeaders(origin: string | undefined, env: ApiEnv): Record<string, string> {
  const isOwn = origin !== undefined && isOwnOrigin(origin, env);
  return { Vary: 'Origin', ...(isOwn ? { 'Access-Control-Allow-Origin': origin } : {}) };
}

async function readObject(env: ApiEnv, token: string, headers: Record<string, string>): Promise<Response> {
  const { key } = unwrap(await familyOf(env, token).admitRead(token));
  const file = await env.FILES.get(key);
  if (file === null) throw new Refusal(ERROR_CODES.unknown, 404, 'This object no longer exists');
  return new Response(file.body, {
    headers: { ...headers, 'Content-Type': 'application/octet-stream', 'Content-Length': String(file.size), 'Cache-Control': 'no-store' },
  });
}

/**
 * Stores exactly the announced bytes. A repetition stores the same again.
 * @throws Refusal 400, 403, 404
 */
async function storeObject(env: ApiEnv, token: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredObjectWire> {
  const family = familyOf(env, token);
  const { key, bytes: length, sha256, iv } = unwrap(await family.admitStore(token));
  const sealedIv = readIv(bytes);
  if (sealedIv === null) throw invalid('Not a sealed object', { body: 'format' });
  const isAnnounced =
    bytes.length === length && createHash('sha256').update(bytes).digest('hex') === sha256 && toBase64Url(sealedIv) === iv;
  if (!isAnnounced) throw invalid('Not the announced object', { body: 'other' });
  await env.FILES.put(key, bytes, { sha256 });
  try {
    return unwrap(await family.noteStored(token));
  } catch (error) {
    // The sample was deleted in the meantime, so nothing of it may stay.
    if (error instanceof Refusal && error.status === 404) await env.FILES.delete(key);
    throw error;
  }
}

/** @throws Refusal 403 for a token that names no account of this installation, which starts no object */
function familyOf(env: ApiEnv, token: string) {
  const family = findFamily(env, token.split('.', 1)[0] ?? '');
  if (family === null) throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This address is invalid or has expired');
  return family;
}
