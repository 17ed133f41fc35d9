import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema, loginPasswordSchema, passwordSchema } from '#app/domain/credentials';
import { newPasswordFor } from '#app/domain/new-password';

/**
 * Validation options for credentials. `isLegacy`: the current password needs only 6 characters (A15). `derived`: password fields already
 * hashed, so their length is unknown.
 */
type Credentials = { isLegacy: boolean; derived: ReadonlySet<string> };

const TYPED: ReadonlySet<string> = new Set();

/**
 * Validates a password change; the new password needs 8 to 96 characters. `email` is the account's address. In the browser, no field is
 * derived yet.
 */
export function validatePasswordChange(
  fields: FormData,
  { isLegacy, email, derived = TYPED }: Pick<Credentials, 'isLegacy'> & Partial<Credentials> & { email: string },
) {
  const fieldsOf = z.object({ current_password: currentOf({ isLegacy, derived }), new_password: newOf(email, derived) });
  const schema = fieldsOf.refine(({ current_password, new_password }) => new_password === undefined || new_password !== current_password, {
    error: 'same_password',
    path: ['new_password'],
  });
  return parseWithZod(fields, { schema });
}

/** Validates a new email address. `email` is the current address, which is refused as new. */
export function validateEmailChange(
  fields: FormData,
  { isLegacy, email, derived = TYPED }: Pick<Credentials, 'isLegacy'> & Partial<Credentials> & { email?: string },
) {
  const newEmail = emailSchema.refine((text) => text !== email, { error: 'own_email' });
  const schema = z.object({ new_email: newEmail, current_password: currentOf({ isLegacy, derived }) });
  return parseWithZod(fields, { schema });
}

/** Validates a corrected email address. `email` is the current address, which is refused as new. */
export function validateEmailCorrection(fields: FormData, email?: string) {
  const newEmail = emailSchema.refine((text) => text !== email, { error: 'own_email' });
  return parseWithZod(fields, { schema: z.object({ new_email: newEmail }) });
}

/** Validates the time zone field. Only the server resolves the text to a zone. */
export function validateTimeZone(fields: FormData) {
  const typed = z.string({ error: 'missing_time_zone' }).min(1, 'missing_time_zone').max(200, 'unknown_time_zone');
  return parseWithZod(fields, { schema: z.object({ time_zone: typed }) });
}

function currentOf({ isLegacy, derived }: Credentials) {
  if (derived.has('current_password')) return z.undefined().optional();
  return isLegacy ? loginPasswordSchema : passwordSchema;
}

function newOf(email: string, derived: ReadonlySet<string>) {
  return derived.has('new_password') ? z.undefined().optional() : newPasswordFor(email);
}
