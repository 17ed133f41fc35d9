import { AVATAR_MAX_BYTES } from '~/domain/avatar';
import type { ChildId } from '~/domain/ids';
import { formMessage, newFormToken, readForm, replyInvalid, type SubmittedForm } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { getData } from '~/wire/data';

/** A form with a photo is read up to here; what is longer is refused before it is read whole. */
export const PHOTO_FORM_MAX_BYTES = 10 * 1024 * 1024;

/** The field of the file. */
const PHOTO_FIELD = 'photo';

const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
] as const;

/** Was a file chosen? A field without one is posted as a file without a name. */
export function hasPhoto(fields: FormData): boolean {
  const file = fields.get(PHOTO_FIELD);
  return file instanceof File && (file.size > 0 || file.name !== '');
}

/** A posted photo as base64, or what is wrong with it: a key of `error_strings`. By its first bytes, not by what it says it is. */
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

/** The posted form of a page that takes photos; null where it is longer than it may be. @throws Response 400 for a body that is no form */
export async function readFormWithPhoto(request: Request): Promise<SubmittedForm | null> {
  if (!(request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data')) return readForm(request);
  try {
    return await readForm(request, PHOTO_FORM_MAX_BYTES);
  } catch (error) {
    if (error instanceof Response && error.status === 413) return null;
    throw error;
  }
}

/** The page once more, for a form with a photo that was too long to be read: nothing of it is known. */
export function tooLarge() {
  const form = { fields: new FormData(), intent: 'face', token: newFormToken() };
  return replyInvalid(form, { notice: formMessage('error_strings.avatar_too_large') }, 413);
}

/**
 * A child's picture, for whoever is signed in to its family. Kept by the reader's browser alone, for good where the address names the
 * version that there is. @throws Response 404 where there is none
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
