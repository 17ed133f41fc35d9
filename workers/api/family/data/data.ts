import { Hono } from 'hono';
import { AVATAR_MAX_BYTES } from '#app/domain/avatar';
import { type CleanPicture, cleanPicture, PICTURE_SIDE_MAX, type PictureFault } from '#app/domain/image-bytes';
import { EMPTY_AVATAR, getData, putData, removeData } from '#app/wire/data';
import { ERROR_CODES, invalid, outsideAccount, Refusal } from '#app/wire/errors';
import { readInput } from '#workers/api/on-error';
import type { Actor, CallContext } from '../core/call-context';
import { dropFile, expectFile, keepFile } from '../core/files';
import { type FamilyApp, handleEndpoint, handleEndpointAfter } from '../core/handle-endpoint';
import { type SignedCall, unauthorised } from '../core/signature';
import { type ChildRow, findChild, photoUrl, setPhoto } from '../store/child.queries';

/** Makes browsers revalidate the picture by ETag, so that a changed picture shows immediately. An unchanged picture sends no bytes. */
const CACHING = 'private, no-cache';

const FAULTS: Record<PictureFault, string> = {
  format: 'The picture must be a PNG or a JPEG',
  truncated: 'The picture is truncated',
  dimensions: `The picture is more than ${PICTURE_SIDE_MAX} pixels wide or high`,
};

/** Children's profile pictures. The bytes are in the bucket; the child's row stores their key (S31, FAM-038 to FAM-042). */
export const data = new Hono<FamilyApp>()
  .get('/', async (c) => {
    const { family } = c.env;
    const { signed } = c.var;
    if (signed.actor !== 'session') throw unauthorised('session');
    const { user_id } = readInput(getData.query, c.req.query());
    const child = family.transaction(actorOf(signed), (call) => {
      family.requireActor(signed);
      return requireChild(call, user_id);
    });
    const isForEyes = c.req.header('Accept')?.trim().startsWith('image/') === true;
    const headers = { ETag: `"${child.photo_at}"`, 'Cache-Control': CACHING, Vary: 'Accept' };
    if (child.photo_key === null) throw noPicture();
    if (isForEyes && c.req.header('If-None-Match') === headers.ETag) return c.body(null, 304, headers);
    const file = await family.bindings.FILES.get(child.photo_key);
    if (file === null) throw noPicture();
    const contentType = file.httpMetadata?.contentType === 'image/png' ? 'image/png' : 'image/jpeg';
    if (!isForEyes) {
      const text = Buffer.from(await file.arrayBuffer()).toString('base64');
      return c.json({ user_id, content_type: contentType, data: text }, 200, { Vary: 'Accept' });
    }
    return c.body(file.body, 200, {
      ...headers,
      'Content-Type': contentType,
      'Content-Length': String(file.size),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
  })
  .post(
    '/',
    handleEndpointAfter(
      putData,
      async (c, { query, body }) => {
        const picture = readPicture(body.data);
        const { family } = c.env;
        const key = family.transaction(actorOf(c.var.signed), (call) => {
          family.requireActor(c.var.signed);
          requireChild(call, query.user_id);
          return expectFile(call, 'photo');
        });
        await family.bindings.FILES.put(key, picture.bytes, { httpMetadata: { contentType: picture.contentType } });
        return key;
      },
      (call, { query, body }, key) => {
        const child = requireChild(call, query.user_id);
        requireSeen(child, body.img_modified);
        const at = Math.max(call.now, (child.photo_at ?? 0) + 1);
        keepFile(call, key);
        replacePhoto(call, child, { key, at });
        return { img_url: photoUrl(child.id), img_modified: at };
      },
    ),
  )
  .delete(
    '/',
    handleEndpoint(removeData, (call, { query }) => {
      const child = findChild(call.sql, query.user_id);
      if (child === null || child.photo_key === null) return { objects_deleted: 0 };
      replacePhoto(call, child, null);
      return { objects_deleted: 1 };
    }),
  );

/** @throws Refusal with reason `stale` if the picture has changed since the client read it */
function requireSeen({ photo_at: img_modified }: ChildRow, seen: number | null | undefined): void {
  if (seen === undefined || seen === img_modified) return;
  throw new Refusal(ERROR_CODES.unknown, 400, 'The picture has changed since it was read', { reason: 'stale', current: { img_modified } });
}

function replacePhoto(call: CallContext, child: ChildRow, photo: { key: string; at: number } | null): void {
  setPhoto(call.sql, child.id, photo);
  if (child.photo_key !== null) dropFile(call, child.photo_key);
  call.recordChange('user', child.id, { childId: child.id });
}

function requireChild(call: CallContext, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw outsideAccount();
  return child;
}

function actorOf(signed: SignedCall): Actor {
  return { kind: signed.actor, id: signed.parts.actorId };
}

/**
 * Decodes a base64 picture and removes its metadata.
 * @throws Refusal 400 naming the fault in `fields.data`
 */
function readPicture(text: string): CleanPicture {
  if (text === '') throw invalid(EMPTY_AVATAR, { data: 'empty' });
  const bytes = Buffer.from(text, 'base64');
  // Buffer ignores invalid characters, so only text that round-trips is valid base64.
  if (bytes.toString('base64') !== text) throw invalid('The picture must be base64', { data: 'base64' });
  if (bytes.length > AVATAR_MAX_BYTES) throw invalid('The picture is larger than 2 MB', { data: 'too_large' });
  const picture = cleanPicture(bytes);
  if (typeof picture === 'string') throw invalid(FAULTS[picture], { data: picture });
  return picture;
}

function noPicture(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 404, 'No picture found');
}
