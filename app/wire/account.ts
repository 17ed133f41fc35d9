import * as z from 'zod';
import { parentNameSchema } from '../domain/child.ts';
import type { Endpoint } from './endpoint.ts';
import { userSchema } from './family.ts';
import { acctkeySchema } from './keys.ts';
import { ownedSkuSchema } from './subscription.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** The browser or program that logs in (A135). Only `os` is required; the others default to empty strings, `en` and `UTC` (A146). */
export const deviceDescriptorSchema = z.object({
  name: z.string().max(128).default(''),
  make: z.string().max(64).default(''),
  model: z.string().max(64).default(''),
  os: z.string().max(64),
  os_version: z.string().max(64).default(''),
  app_version: z.string().max(64).default(''),
  locale: z.string().max(16).default('en'),
  time_zone: z.string().max(64).default('UTC'),
});
export type DeviceDescriptor = z.infer<typeof deviceDescriptorSchema>;

/** Providers of single sign-on (1.1.6). */
export const ssoTypeSchema = z.enum(['apple', 'google']);
export type SsoType = z.infer<typeof ssoTypeSchema>;

export const accountSchema = z.object({
  account_id: z.string(),
  emails: z.array(z.object({ email: z.string(), verified: z.boolean() })),
  created: instantSchema,
  block_count: z.number().int().nonnegative(),
  grant_count: z.number().int().nonnegative(),
  /** When both counts reset: the start of the next month in the account's time zone (A45). */
  counts_reset_ts: instantSchema,
  last_activity: instantSchema,
  retired: z.boolean(),
  skus: z.array(ownedSkuSchema),
  users: z.array(userSchema),
  login_scheme: z.enum(['password', 'sso']),
  /** True if the account logs in with the password as typed, until it is changed or reset (A80). */
  is_legacy: z.boolean(),
  /** Identity of an account without a password. `issuer` and `subject` salt its passphrase (S13). */
  sso: z.object({ type: ssoTypeSchema, issuer: z.string(), subject: z.string() }).nullable(),
  acctkey: acctkeySchema.nullable(),
  /**
   * `flagged`: the password was changed without unlocking the key, so the envelope still needs the old password (S05). `needs_reset`: the
   * password was reset, so the key needs the recovery code or is replaced (S08, S15).
   */
  acctkey_state: z.enum(['none', 'ok', 'flagged', 'needs_reset']),
  marketing_email_optin: z.boolean(),
  /** When deletion was requested, and when the account is permanently deleted (S11). */
  deletion: z.object({ requested_ts: instantSchema, purge_ts: instantSchema }).nullable(),
  group_id: z.string().nullable(),
  /** 64 lowercase hex characters. Returned only by a login or sign-up, never again (S04). */
  parent_secret: z.string().optional(),
  parent_secret_id: z.string(),
  /** Grants access to the pairing service for 24 h; changes every 20 min (A72). */
  token: z.string(),
  token_ts: instantSchema,
  time_zone: z.string(),
  locale: z.string(),
  /**
   * Number of devices compared with the plan's limit when a pairing starts. Excludes devices that reported their management removed,
   * because the pairing may restore one. Absent = all devices of the children. Not in the specification.
   */
  devices_beside: z.number().int().nonnegative().optional(),
  /** A failed payment that the provider tries again, and when; null without one. Not in the specification. */
  payment_due: z.object({ next_attempt_ts: instantSchema.nullable() }).nullable().optional(),
  /** Number of current notifications that are neither read nor hidden. Not in the specification. */
  unread_notices: z.number().int().nonnegative(),
  /** Number of unread notifications about new apps. Not in the specification. */
  unread_new_apps: z.number().int().nonnegative().optional(),
  /** Fields of the web application's own store that are `true` (S48). Not in the specification. */
  webapp_flags: z.array(z.string()).optional(),
  /** The family's sequence number at this response. A socket opened with it misses no change (A42). */
  seq: z.number().int().nonnegative(),
});
export type AccountWire = z.infer<typeof accountSchema>;

export const sessionDeviceSchema = deviceDescriptorSchema.extend({ device_id: z.string(), user_id: idSchema });
const loginAnswerSchema = z.tuple([accountSchema, sessionDeviceSchema]);
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** An address and authKey (64 lowercase hex characters). An imported legacy account sends the password as typed (A80). */
const passwordLoginSchema = z.object({ email: z.string().max(320), password: z.string().max(512) });
/** `id_token`: the token of S02 or its SHA-256 in lowercase hex. Valid once, for five minutes at login and thirty at sign-up. */
const ssoLoginSchema = z.object({ id_token: z.string().max(8192), type: ssoTypeSchema });

const loginBody = z.object({
  device: deviceDescriptorSchema,
  login_obj: z.union([passwordLoginSchema, z.object({ sso: ssoLoginSchema })]),
});
export type LoginBody = z.infer<typeof loginBody>;

/**
 * POST /login: creates a session and returns its secret (S01).
 * @throws Refusal 300, 301, 413; 210 if a legacy account gets an authKey
 */
export const login: Endpoint<unknown, LoginBody, LoginAnswer> = {
  method: 'POST',
  path: '/login',
  auth: 'none',
  query: z.unknown(),
  body: loginBody,
  output: loginAnswerSchema,
  replay: 'never',
};

const signUpBody = z.object({
  device: deviceDescriptorSchema,
  /** With single sign-on, the address is required only if the provider returned none (A85). */
  login_obj: z.union([passwordLoginSchema, z.object({ email: z.string().max(320).optional(), sso: ssoLoginSchema })]),
  user_name: parentNameSchema.optional(),
  locale: z.string().max(16),
  time_zone: z.string().max(64),
  marketing_email_optin: z.boolean().optional(),
  group_id: z.string().max(64).optional(),
  coupon: z.string().max(64).optional(),
  gclid: z.string().max(128).optional(),
  acctkey: acctkeySchema.optional(),
});
export type SignUpBody = z.infer<typeof signUpBody>;
/**
 * POST /account: creates an account and a session, and returns its secret (S03, A84).
 * @throws Refusal 100, 300, 301, 413, 433
 */
export const createAccount: Endpoint<unknown, SignUpBody, LoginAnswer> = {
  method: 'POST',
  path: '/account',
  auth: 'none',
  query: z.unknown(),
  body: signUpBody,
  output: loginAnswerSchema,
  replay: 'never',
};

export const getAccount: Endpoint<unknown, undefined, AccountWire> = {
  method: 'GET',
  path: '/account',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: accountSchema,
};

const verificationSchema = z.object({ verified: z.boolean(), email: z.string() });
/** GET /account_verification, signed: returns the state (S09). */
export const getVerification: Endpoint<unknown, undefined, z.infer<typeof verificationSchema>> = {
  method: 'GET',
  path: '/account_verification',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: verificationSchema,
};

/** GET /account_verification?account_id&token, unsigned: verifies the address (S09, A52). */
export const verifyEmail: Endpoint<{ account_id: string; token: string }, undefined, z.infer<typeof verificationSchema>> = {
  method: 'GET',
  path: '/account_verification',
  auth: 'none',
  query: z.object({ account_id: z.string().max(64), token: z.string().max(128) }),
  body: nothingSchema,
  output: verificationSchema,
};

const resendBody = z.object({ action: z.literal('resend_email'), account_id: z.string() });
export const resendVerification: Endpoint<unknown, z.infer<typeof resendBody>, { status: 'email_sent' }> = {
  method: 'PUT',
  path: '/account_verification',
  auth: 'session',
  query: z.unknown(),
  body: resendBody,
  output: z.object({ status: z.literal('email_sent') }),
};
