import * as z from 'zod';

/** Codes of the error catalog (product-spec section 8). */
export const ERROR_CODES = {
  duplicateEmail: 100,
  unsupportedScheme: 210,
  invalidPassword: 300,
  invalidEmail: 301,
  insufficientPrivileges: 410,
  rateLimited: 413,
  couponInvalid: 433,
  unknown: 500,
} as const;
export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES];

/** Client-side codes for a request without a response, or one that could not be signed (docs/reference/product-spec.md 8, A27). */
export const REQUEST_CODES = { reauth: -2, network: 0, badRequest: 400, unauthorised: 401, forbidden: 403 } as const;

const REASONS = [
  'signature',
  'session',
  'skew',
  'stale',
  'already_paired',
  'gone',
  'limit',
  'plan',
  'full',
  'replayed_key',
  'code',
  'name_taken',
  'address_held',
  'old_login',
  'busy',
  'declined',
  'subscribed',
  'pending',
  'price',
  'provider',
] as const;
/** Reason for a refusal if its code is not specific enough (A33). */
export type RefusalReason = (typeof REASONS)[number];

export const errorBodySchema = z.object({
  errors: z.object({
    code: z.number(),
    message: z.string(),
    reason: z.string().optional(),
    current: z.unknown().optional(),
    fields: z.record(z.string(), z.string()).optional(),
    limit: z.number().optional(),
    resets_ts: z.number().optional(),
    retry_after: z.number().optional(),
  }),
  server_time: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

type RefusalDetails = {
  reason?: RefusalReason;
  /** The current row, if the request was based on an older one (S29). */
  current?: unknown;
  /** Field name → error. */
  fields?: Record<string, string>;
  /** The plan's limit that was reached, and when it resets in epoch ms (A45). With `full`: a limit that applies in every plan. */
  limit?: number;
  resetsAt?: number;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
};

/**
 * 403 covers IDs outside the account (A33). 404: a row of the account lacks the requested part. 503: nothing was done and the caller may
 * retry; with reason `provider`, the outcome is unknown.
 */
type RefusalStatus = 400 | 401 | 403 | 404 | 410 | 503;

/** An expected refusal: a code of the catalog, its HTTP status, and details for the caller (A33). */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: RefusalStatus;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, status: RefusalStatus, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Returns the refusal for an ID outside the account. Unknown IDs get the same refusal, so that nobody can probe for IDs (A33). */
export function outsideAccount(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Insufficient privileges');
}

/** Returns the refusal for a feature that is not in the plan. */
export function notInPlan(feature: string): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, `This plan doesn’t include ${feature}`, { reason: 'plan' });
}

/** Returns the refusal for a pairing code or link that is unknown, used or expired. All three get the same refusal (S61). */
export function invalidPairingCode(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'This code is unknown or has expired', { reason: 'code' });
}

/** Returns the refusal for a full password queue: nothing was done and no attempt was counted. `retryAfter` is in seconds. */
export function busy(retryAfter: number): Refusal {
  return new Refusal(ERROR_CODES.unknown, 503, 'Too many logins are in progress, try again', { reason: 'busy', retryAfter });
}

/** Returns the refusal for a declined card. `code` says why, for example `insufficient_funds`. Nothing was charged. */
export function declined(code: string): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'The card was declined', { reason: 'declined', fields: { token: code } });
}

/**
 * Returns the refusal if the payment provider does not respond. Only a repeated request shows whether the provider carried out the first
 * one.
 */
export function providerDown(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 503, 'The payment provider did not respond', { reason: 'provider' });
}

/** Returns the refusal for a plan that isn’t paid by card here: from an app store, from the operator, or the free plan (SUBS-110). */
export function notPaidHere(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This plan can’t be changed here');
}

/** Returns the refusal for a price that differs from the one that was shown. */
export function priceChanged(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'The price has changed', { reason: 'price' });
}

/** Returns the refusal for an invalid value without its own code in the catalog (A33). */
export function invalid(message: string, fields?: Record<string, string>): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, message, fields === undefined ? {} : { fields });
}

/** Returns the JSON body of a refusal. Includes `now` only with a 401, because the caller's clock may be wrong. */
export function toErrorBody(refusal: Refusal, now: number): ErrorBody {
  const { reason, current, fields, limit, resetsAt, retryAfter } = refusal.details;
  return {
    errors: {
      code: refusal.code,
      message: refusal.message,
      ...(reason === undefined ? {} : { reason }),
      ...(current === undefined ? {} : { current }),
      ...(fields === undefined ? {} : { fields }),
      ...(limit === undefined ? {} : { limit }),
      ...(resetsAt === undefined ? {} : { resets_ts: resetsAt }),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    },
    ...(refusal.status === 401 ? { server_time: now } : {}),
  };
}

const KNOWN_CODES: ReadonlySet<number> = new Set(Object.values(ERROR_CODES));

function isErrorCode(code: number): code is ErrorCode {
  return KNOWN_CODES.has(code);
}

/** Returns the catalog code of a 400 or 403; `unknown` if the body has none (docs/reference/product-spec.md 8, ERR-015, ERR-016). */
export function readErrorCode(body: unknown): ErrorCode {
  const parsed = errorBodySchema.safeParse(body);
  return parsed.success && isErrorCode(parsed.data.errors.code) ? parsed.data.errors.code : ERROR_CODES.unknown;
}

/**
 * Converts an error response to a refusal. `status`: HTTP status of the response; any except 401, 403, 404, 410 and 503 becomes 400.
 * `body`: its parsed JSON, or null.
 */
export function fromErrorBody(status: number, body: unknown): Refusal {
  const parsed = errorBodySchema.safeParse(body);
  const errors = parsed.success ? parsed.data.errors : null;
  const kept = status === 401 || status === 403 || status === 404 || status === 410 || status === 503 ? status : 400;
  return new Refusal(readErrorCode(body), kept, errors?.message ?? 'Unknown error', {
    ...(errors?.reason === undefined ? {} : { reason: toReason(errors.reason) }),
    ...(errors?.current === undefined ? {} : { current: errors.current }),
    ...(errors?.fields === undefined ? {} : { fields: errors.fields }),
    ...(errors?.limit === undefined ? {} : { limit: errors.limit }),
    ...(errors?.resets_ts === undefined ? {} : { resetsAt: errors.resets_ts }),
    ...(errors?.retry_after === undefined ? {} : { retryAfter: errors.retry_after }),
  });
}

function toReason(text: string): RefusalReason | undefined {
  return REASONS.find((reason) => reason === text);
}
