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
    /** Ours, required: PKCE and the nonce of the request that was sent to the provider. */
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
  /** The provider's word for the address; missing where it told none, as Apple may. */
  email: z.string().optional(),
});
export type SsoResult = z.infer<typeof ssoResultSchema>;
/** POST /account_sso (S02, A85): exchanges a provider's code once. A bad code is answered, not refused. */
export const exchangeSso: Endpoint<unknown, z.infer<typeof ssoExchangeBody>, SsoResult> = {
  method: 'POST',
  path: '/account_sso',
  auth: 'none',
  query: z.unknown(),
  body: ssoExchangeBody,
  output: ssoResultSchema,
  secret: true,
};

/** The id that the browser which makes this change is known by from now on (A132): 128 random bits. Only the web application sends one. */
const browserIdSchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

const changePasswordBody = z.object({
  browser_id: browserIdSchema.optional(),
  login_obj: z.object({
    email: emailText,
    /** The current one: authKey, or as typed for a legacy account. */
    password: passwordText,
    /** authKey, 64 lower-case hex. */
    new_password: passwordText,
    acctkey: acctkeySchema.optional(),
  }),
});
/** PUT /credentials, password (S05, 7.4.1). @throws Refusal 300, 410, 413 */
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
    /** authKey of the same password under the new address, which salts it (A80). */
    upd_password: passwordText,
    acctkey: acctkeySchema.optional(),
  }),
});
/** PUT /credentials, address (S06, 7.4.2). @throws Refusal 100, 300, 301, 410, 413 */
export const changeEmail: Endpoint<unknown, z.infer<typeof changeEmailBody>, { status: 'email_updated' }> = {
  method: 'PUT',
  path: '/credentials',
  auth: 'session',
  query: z.unknown(),
  body: changeEmailBody,
  output: z.object({ status: z.literal('email_updated') }),
};

/** A session younger than this, in ms, stands in for the password that an account of single sign-on does not have. */
export const RECENT_LOGIN_MS = 10 * 60_000;

const correctEmailBody = z.object({
  browser_id: browserIdSchema.optional(),
  login_obj: z.object({
    /** The present one; empty where the account lost its address. */
    email: emailText,
    new_email: emailText,
  }),
});
/** PUT /credentials without a password: corrects the unproven address of a single sign-on account (A151). @throws Refusal 100, 301, 410, 413 */
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

/** Whether a body of PUT /credentials, as its text, asks for another address: `changeEmail` or `correctEmail`. */
export function isEmailChange(body: string): boolean {
  return isOf(emailChangeSchema, body);
}

/** Whether it is a `correctEmail`: it brings no password. */
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
/** POST /credentials_undo, unsigned: the link in the mail to the old address brings it back (S06). @throws Refusal 100, 400 */
export const undoEmailChange: Endpoint<unknown, z.infer<typeof undoEmailBody>, { status: 'email_restored'; email: string }> = {
  method: 'POST',
  path: '/credentials_undo',
  auth: 'none',
  query: z.unknown(),
  body: undoEmailBody,
  output: z.object({ status: z.literal('email_restored'), email: z.string() }),
};

const forgotBody = z.object({ email: emailText, locale: z.string().max(16).optional() }).strict();
/** POST /resetpw {email} (S07): always the same answer. @throws Refusal 301, 413 */
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
  /** The account moved to this address less than seven days ago and is not the reader's: begin a new, empty one instead (A145). Ours. */
  start_empty: z.boolean().optional(),
});
/** `account_id` is told only to the web application, which keeps it with the id that the browser is known by from now on (A132). */
const resetDoneSchema = z.object({ status: z.literal('login_updated'), account_id: z.string().optional() });
/** POST /resetpw {email, password, token} (S08). @throws Refusal 300 for a bad, used or expired token, 410 for an SSO account, 413 */
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
  /** When nothing of the account is left. */
  purge_ts: instantSchema.nullable(),
});
export type DeletionWire = z.infer<typeof deletionSchema>;
/** GET /account_deletion (S11): the state. */
export const getDeletion: Endpoint<unknown, undefined, DeletionWire> = {
  method: 'GET',
  path: '/account_deletion',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: deletionSchema,
};

const deletionBody = z.object({ action: z.enum(['request_deletion', 'cancel_deletion']) });
/** POST /account_deletion (S11, 4.7.1). `cancel_deletion` is ours: until the purge a parent may think again. */
export const changeDeletion: Endpoint<unknown, z.infer<typeof deletionBody>, DeletionWire> = {
  method: 'POST',
  path: '/account_deletion',
  auth: 'session',
  query: z.unknown(),
  body: deletionBody,
  output: deletionSchema,
};

/** `webapp` is the web application's own store: any JSON object of up to 16 KB with modelVersion 1 (S48). */
const attributesSchema = z.object({
  account: z.object({ marketing_email_optin: z.boolean() }),
  webapp: z.record(z.string(), z.unknown()),
});
export type AttributesWire = z.infer<typeof attributesSchema>;
/** GET /account_attributes (S48, 7.21.1). */
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
/** PUT /account_attributes (S48): merges, and answers what is stored. A field of `webapp` that is null is taken out. @throws Refusal 400 */
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
  /** «Firefox», and «Linux», as the browser said at its login (A135). */
  name: z.string(),
  os: z.string(),
  /** «Berlin, DE», as the edge knew it at the login; null where it does not. */
  place: z.string().nullable(),
  created_ts: instantSchema,
  /** To the hour: noting each use would cost a row. */
  seen_ts: instantSchema,
  is_current: z.boolean(),
});
export type SessionWire = z.infer<typeof sessionSchema>;
/** GET /session: where this account is signed in, the newest use first (quality.md, Security). Ours. */
export const listSessions: Endpoint<unknown, undefined, Array<SessionWire>> = {
  method: 'GET',
  path: '/session',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: z.array(sessionSchema),
};

const revokeSessionQuery = z.object({ session_id: z.union([z.literal('others'), z.string().min(1).max(64)]) });
/** DELETE /session: ends one session, or with `others` all but the asking one. Ours. */
export const revokeSessions: Endpoint<z.infer<typeof revokeSessionQuery>, undefined, z.infer<typeof deletedSchema>> = {
  method: 'DELETE',
  path: '/session',
  auth: 'session',
  query: revokeSessionQuery,
  body: nothingSchema,
  output: deletedSchema,
};
