import * as z from 'zod';

/** The catalogue's codes (product-spec section 8). */
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

/** What a client makes of an answer that never came, or of a call it could not sign (docs/reference/product-spec.md 8, A27). */
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
] as const;
/** Why a refusal was given, where the code alone does not tell (A33). */
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
  /** The row as it stands now, for the loser of a race (S29). */
  current?: unknown;
  /** Field name → what is wrong with it. */
  fields?: Record<string, string>;
  /**
   * The plan's number and the instant (epoch ms) it starts anew, for a cap that was reached (A45); with `full`, of one that holds in every
   * plan.
   */
  limit?: number;
  resetsAt?: number;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
};

/**
 * 404 is for what an own row may have and has not; an id that is none of the account's is a 403 (A33). 503: nothing was done, try again.
 */
type RefusalStatus = 400 | 401 | 403 | 404 | 410 | 503;

/** An expected no: a code of the catalogue, the HTTP status it travels with, and what the caller may be told (A33). */
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

/** An id that is not in the account, foreign or unknown alike (A33: no existence oracle). */
export function notYours(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Insufficient privileges');
}

/** The plan lacks the named feature. */
export function notInPlan(feature: string): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, `This plan doesn’t include ${feature}`, { reason: 'plan' });
}

/** A pairing code or link that is unknown, used up or too old: one answer for all (S61). */
export function wrongCode(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'This code is unknown or has expired', { reason: 'code' });
}

/** Too many passwords wait to be derived: nothing was done and nothing is counted. `retryAfter` in seconds. */
export function busy(retryAfter: number): Refusal {
  return new Refusal(ERROR_CODES.unknown, 503, 'Too many logins are in progress, try again', { reason: 'busy', retryAfter });
}

/** A value without a code of its own in the catalogue (A33). */
export function invalid(message: string, fields?: Record<string, string>): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, message, fields === undefined ? {} : { fields });
}

/** The answer's JSON for a refusal. `now` is sent where the caller's clock may be at fault. */
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

/** The catalogue's code of a 400 or 403; `unknown` when the body names none (docs/reference/product-spec.md 8, ERR-015, ERR-016). */
export function readErrorCode(body: unknown): ErrorCode {
  const parsed = errorBodySchema.safeParse(body);
  return parsed.success && isErrorCode(parsed.data.errors.code) ? parsed.data.errors.code : ERROR_CODES.unknown;
}

/** Rebuilds the refusal that an answer carries. `status` is the HTTP status of the answer, `body` its parsed JSON or null. */
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
