import * as z from 'zod';
import { ssoTypeSchema } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { acctkeySchema } from './keys.ts';
import { deletedSchema, instantSchema, nothingSchema } from './values.ts';

const emailText = z.string().max(320);
const passwordText = z.string().max(512);

const ssoExchangeBody = z.object({
  sso: z.object({
    auth_code: z.string().min(1).max(4096),
    client_id: z.string().max(256),
    redirect_uri: z.string().max(1024),
    type: ssoTypeSchema,
    /** PKCE verifier and nonce of the request to the provider. Both are required. Not in the specification. */
    code_verifier: z.string().min(43).max(128),
    nonce: z.string().min(1).max(128),
  }),
});
const ssoResultSchema = z.object({
  account_exists: z.boolean(),
  can_login_with_token: z.boolean(),
  id_token: z.string(),
  token_valid: z.boolean(),
  user_name: z.string().optional(),
  /** The address according to the provider. Missing if it returned none, as Apple may. */
  email: z.string().optional(),
});
export type SsoResult = z.infer<typeof ssoResultSchema>;
/** POST /account_sso (S02, A85): exchanges a provider's code once. An invalid code gets a normal response, not a refusal. */
export const exchangeSso: Endpoint<unknown, z.infer<typeof ssoExchangeBody>, SsoResult> = {
  method: 'POST',
  path: '/account_sso',
  auth: 'none',
  query: z.unknown(),
  body: ssoExchangeBody,
  output: ssoResultSchema,
  replay: 'never',
};

/** The new ID of the browser that sends this request: 128 random bits (A132). Only the web application sends it. */
const browserIdSchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

const changePasswordBody = z.object({
  browser_id: browserIdSchema.optional(),
  login_obj: z.object({
    email: emailText,
    /** The current password: its authKey, or as typed for a legacy account. */
    password: passwordText,
    /** authKey, 64 lowercase hex characters. */
    new_password: passwordText,
    acctkey: acctkeySchema.optional(),
  }),
});
/**
 * PUT /credentials that changes the password (S05, 7.4.1).
 * @throws Refusal 300, 410, 413
 */
export const changePassword: Endpoint<unknown, z.infer<typeof changePasswordBody>, { status: 'password_updated' }> = {
  method: 'PUT',
  path: '/credentials',
  auth: 'session',
  query: z.unknown(),
  body: changePasswordBody,
  output: z.object({ status: z.literal('password_updated') }),
};

const changeEmailBody = z.object({
  browser_id: browserIdSchema.optional(),
  login_obj: z.object({
    email: emailText,
    password: passwordText,
    new_email: emailText,
    /** authKey of the same password under the new address, which is its salt (A80). */
    upd_password: passwordText,
    acctkey: acctkeySchema.optional(),
  }),
});
/**
 * PUT /credentials that changes the email address (S06, 7.4.2).
 * @throws Refusal 100, 300, 301, 410, 413
 */
export const changeEmail: Endpoint<unknown, z.infer<typeof changeEmailBody>, { status: 'email_updated' }> = {
  method: 'PUT',
  path: '/credentials',
  auth: 'session',
  query: z.unknown(),
  body: changeEmailBody,
  output: z.object({ status: z.literal('email_updated') }),
};

/** Maximum age, in ms, of a login that a single sign-on account can use in place of a password. */
export const RECENT_LOGIN_MS = 10 * 60_000;

const correctEmailBody = z.object({
  browser_id: browserIdSchema.optional(),
  login_obj: z.object({
    /** The current address; empty if the account has none. */
    email: emailText,
    new_email: emailText,
  }),
});
/**
 * PUT /credentials without a password: corrects the unconfirmed email address of a single sign-on account (A151).
 * @throws Refusal 100, 301, 410, 413
 */
export const correctEmail: Endpoint<unknown, z.infer<typeof correctEmailBody>, { status: 'email_updated' }> = {
  method: 'PUT',
  path: '/credentials',
  auth: 'session',
  query: z.unknown(),
  body: correctEmailBody,
  output: z.object({ status: z.literal('email_updated') }),
};

const newEmailSchema = z.unknown().refine((value) => value !== undefined);
const emailChangeSchema = z.object({ login_obj: z.object({ new_email: newEmailSchema }) });
const emailCorrectionSchema = z.object({ login_obj: z.object({ new_email: newEmailSchema, password: z.undefined().optional() }) });

/** True if `body`, the text of a PUT /credentials request, changes the email address: `changeEmail` or `correctEmail`. */
export function isEmailChange(body: string): boolean {
  return isOf(emailChangeSchema, body);
}

/** True if `body`, the text of a PUT /credentials request, is a `correctEmail`, which has no password. */
export function isEmailCorrection(body: string): boolean {
  return isOf(emailCorrectionSchema, body);
}

function isOf(schema: z.ZodType, body: string): boolean {
  try {
    return schema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

const undoEmailBody = z.object({ account_id: z.string().max(64), token: z.string().max(128) });
/**
 * POST /credentials_undo, unsigned: restores the old address, with the link emailed to that address (S06).
 * @throws Refusal 100, 400
 */
export const undoEmailChange: Endpoint<unknown, z.infer<typeof undoEmailBody>, { status: 'email_restored'; email: string }> = {
  method: 'POST',
  path: '/credentials_undo',
  auth: 'none',
  query: z.unknown(),
  body: undoEmailBody,
  output: z.object({ status: z.literal('email_restored'), email: z.string() }),
};

const forgotBody = z.object({ email: emailText, locale: z.string().max(16).optional() }).strict();
/**
 * POST /resetpw {email} (S07). The response does not depend on whether the account exists.
 * @throws Refusal 301, 413
 */
export const requestReset: Endpoint<unknown, z.infer<typeof forgotBody>, { status: 'email_sent' }> = {
  method: 'POST',
  path: '/resetpw',
  auth: 'none',
  query: z.unknown(),
  body: forgotBody,
  output: z.object({ status: z.literal('email_sent') }),
};

const resetBody = z.object({
  email: emailText,
  password: passwordText,
  token: z.string().min(1).max(128),
  /**
   * Creates a new, empty account instead of resetting one. For an address to which another account moved less than seven days ago (A145).
   * Not in the specification.
   */
  start_empty: z.boolean().optional(),
});
/** `account_id`: only for the web application, which stores it with the browser's new ID (A132). */
const resetDoneSchema = z.object({ status: z.literal('login_updated'), account_id: z.string().optional() });
/**
 * POST /resetpw {email, password, token}: sets a new password (S08).
 * @throws Refusal 300 for a bad, used or expired token, 410 for an SSO account, 413
 */
export const resetPassword: Endpoint<unknown, z.infer<typeof resetBody>, z.infer<typeof resetDoneSchema>> = {
  method: 'POST',
  path: '/resetpw',
  auth: 'none',
  query: z.unknown(),
  body: resetBody,
  output: resetDoneSchema,
};

const deletionSchema = z.object({
  status: z.enum(['deletion_requested', 'duplicate_request_ignored', 'deletion_cancelled', 'none']),
  requested_ts: instantSchema.nullable(),
  /** When the account is permanently deleted. */
  purge_ts: instantSchema.nullable(),
});
export type DeletionWire = z.infer<typeof deletionSchema>;
/** GET /account_deletion (S11): returns the state. */
export const getDeletion: Endpoint<unknown, undefined, DeletionWire> = {
  method: 'GET',
  path: '/account_deletion',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: deletionSchema,
};

const deletionBody = z.object({ action: z.enum(['request_deletion', 'cancel_deletion']) });
/**
 * POST /account_deletion: requests or cancels the deletion, and returns the state (S11, 4.7.1). `cancel_deletion`, possible until the
 * purge, is not in the specification.
 */
export const changeDeletion: Endpoint<unknown, z.infer<typeof deletionBody>, DeletionWire> = {
  method: 'POST',
  path: '/account_deletion',
  auth: 'session',
  query: z.unknown(),
  body: deletionBody,
  output: deletionSchema,
};

/** `webapp`: the web application's own store, any JSON object up to 16 KB with modelVersion 1 (S48). */
const attributesSchema = z.object({
  account: z.object({ marketing_email_optin: z.boolean() }),
  webapp: z.record(z.string(), z.unknown()),
});
export type AttributesWire = z.infer<typeof attributesSchema>;
/** GET /account_attributes: the account's choices and the web application's own data (S48, 7.21.1). */
export const getAttributes: Endpoint<unknown, undefined, AttributesWire> = {
  method: 'GET',
  path: '/account_attributes',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: attributesSchema,
};

const attributesBody = z.object({
  account: z.object({ marketing_email_optin: z.boolean().optional() }).strict().optional(),
  webapp: z.record(z.string(), z.unknown()).optional(),
});
/**
 * PUT /account_attributes (S48): merges the attributes and returns the stored result. Null removes a field of `webapp`.
 * @throws Refusal 400
 */
export const putAttributes: Endpoint<unknown, z.infer<typeof attributesBody>, AttributesWire> = {
  method: 'PUT',
  path: '/account_attributes',
  auth: 'session',
  query: z.unknown(),
  body: attributesBody,
  output: attributesSchema,
};

const sessionSchema = z.object({
  session_id: z.string(),
  /** Browser and system as reported at login: «Firefox» and «Linux» (A135). */
  name: z.string(),
  os: z.string(),
  /** Location at login according to the edge, «Berlin, DE»; null if unknown. */
  place: z.string().nullable(),
  created_ts: instantSchema,
  /** Last use, rounded to the hour so that not every use writes a row. */
  seen_ts: instantSchema,
  is_current: z.boolean(),
});
export type SessionWire = z.infer<typeof sessionSchema>;
/** GET /session: the account's sessions, latest use first (quality.md, Security). Not in the specification. */
export const listSessions: Endpoint<unknown, undefined, Array<SessionWire>> = {
  method: 'GET',
  path: '/session',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: z.array(sessionSchema),
};

const revokeSessionQuery = z.object({ session_id: z.union([z.literal('others'), z.string().min(1).max(64)]) });
/** DELETE /session: ends one session, or with `others` all except the calling one. Not in the specification. */
export const revokeSessions: Endpoint<z.infer<typeof revokeSessionQuery>, undefined, z.infer<typeof deletedSchema>> = {
  method: 'DELETE',
  path: '/session',
  auth: 'session',
  query: revokeSessionQuery,
  body: nothingSchema,
  output: deletedSchema,
};
