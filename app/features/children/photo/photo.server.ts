import { AVATAR_MAX_BYTES } from '#app/domain/avatar';
import type { ChildId } from '#app/domain/ids';
import { formMessage, newFormToken, readForm, replyInvalid, type SubmittedForm } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { getData } from '#app/wire/data';

/** Maximum size of a form with a photo, in bytes. A longer body is refused before it is read completely. */
export const PHOTO_FORM_MAX_BYTES = 10 * 1024 * 1024;

const PHOTO_FIELD = 'photo';

const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
] as const;

/** True if a file was chosen. An empty file field is posted as a file without a name. */
export function hasPhoto(fields: FormData): boolean {
  const file = fields.get(PHOTO_FIELD);
  return file instanceof File && (file.size > 0 || file.name !== '');
}

/** Returns the posted photo as base64, or an `error_strings` key. Checks the first bytes, not the declared type. */
export async function readPhoto(
  fields: FormData,
): Promise<{ data: string } | { fault: 'empty_avatar' | 'avatar_too_large' | 'avatar_kind' }> {
  const file = fields.get(PHOTO_FIELD);
  if (!(file instanceof File) || file.size === 0) return { fault: 'empty_avatar' };
  if (file.size > AVATAR_MAX_BYTES) return { fault: 'avatar_too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte))) return { fault: 'avatar_kind' };
  return { data: toBase64(bytes) };
}

/**
 * Reads the posted form of a page that accepts photos. Returns null if the body is too long.
 * @throws a 400 response for an invalid form body
 */
export async function readFormWithPhoto(request: Request): Promise<SubmittedForm | null> {
  if (!(request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data')) return readForm(request);
  try {
    return await readForm(request, PHOTO_FORM_MAX_BYTES);
  } catch (error) {
    if (error instanceof Response && error.status === 413) return null;
    throw error;
  }
}

/** Returns the page with an error for a form whose photo was too long to read. No field values are known. */
export function tooLarge() {
  const form = { fields: new FormData(), intent: 'face', token: newFormToken() };
  return replyInvalid(form, { notice: formMessage('error_strings.avatar_too_large') }, 413);
}

/**
 * Returns a child's photo to a session of its family. Only the browser may cache it, for a year if the URL has the current version.
 * @throws a 404 response if there is no photo
 */
export async function showPhoto(request: Request, { account, api }: Parent, childId: ChildId | undefined): Promise<Response> {
  const child = account.children.find(({ id }) => id === childId);
  if (child === undefined || child.photo === null) throw new Response(null, { status: 404 });
  const picture = await api.call(getData, { query: { key: 'avatar.png', user_id: child.id }, body: undefined });
  const isThisOne = new URL(request.url).searchParams.get('v') === String(child.photo.modifiedAt);
  return new Response(fromBase64(picture.data), {
    headers: {
      'Content-Type': picture.content_type,
      'Content-Disposition': 'inline; filename="avatar"',
      'Cache-Control': isThisOne ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
