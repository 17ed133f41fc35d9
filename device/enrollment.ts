import * as z from 'zod';
import { formatPairingCode, normalisePairingCode } from '#app/domain/pairing.ts';

/** What a parent gives to a device: a short code, or the data of a pairing link or QR code (A134). */
export type Enrolment =
  | { by: 'code'; code: string; pinnedKey: string | null }
  | { by: 'link'; pairId: string; token: string; pinnedKey: string | null };

/** An enrollment and the API to redeem it at; `apiUrl: null` = not given. */
export type Invitation = { enrolment: Enrolment; apiUrl: string | null };

/** Reads a typed code. Ignores case and dashes, and accepts O for 0, and I or L for 1. Returns null if it cannot be a code. */
export function readCode(text: string): Invitation | null {
  const code = normalisePairingCode(text);
  return code === null ? null : { enrolment: { by: 'code', code: formatPairingCode(code), pinnedKey: null }, apiUrl: null };
}

/**
 * Reads `{PAIRING_BASE}/pairing?email&pair_id&token&child_name#k=…`. The fragment never reaches a server: it is the SHA-256 of the
 * account’s public key, which the device pins (A128). Returns null for any other text.
 */
export function readLink(text: string): Invitation | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const pairId = url.searchParams.get('pair_id');
  const token = url.searchParams.get('token');
  if (!/^https?:$/.test(url.protocol) || !url.pathname.endsWith('/pairing') || !pairId || !token) return null;
  const pinned = new URLSearchParams(url.hash.slice(1)).get('k');
  const pinnedKey = pinned !== null && /^[A-Za-z0-9_-]{43}$/.test(pinned) ? pinned : null;
  return { enrolment: { by: 'link', pairId, token, pinnedKey }, apiUrl: url.origin + url.pathname.slice(0, -'/pairing'.length) };
}

const fileSchema = z.object({
  api: z.url().optional(),
  link: z.string().optional(),
  code: z.string().optional(),
  pair_id: z.string().optional(),
  token: z.string().optional(),
  key: z.string().optional(),
});

/**
 * Reads an enrollment file: JSON with `link`, or `code`, or `pair_id` and `token`; `api` and `key` are optional. Returns null for any other
 * text.
 */
export function readEnrolmentFile(text: string): Invitation | null {
  const file = parseFile(text);
  if (file === null) return null;
  const invitation = file.link !== undefined ? readLink(file.link) : file.code !== undefined ? readCode(file.code) : readParts(file);
  return invitation === null ? null : { ...invitation, apiUrl: file.api ?? invitation.apiUrl };
}

function parseFile(text: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function readParts({ pair_id, token, key }: z.infer<typeof fileSchema>): Invitation | null {
  if (pair_id === undefined || token === undefined) return null;
  return { enrolment: { by: 'link', pairId: pair_id, token, pinnedKey: key ?? null }, apiUrl: null };
}
