import type * as z from 'zod';
import { scrub } from '../../app/domain/scrub';
import { ERROR_CODES, type ErrorBody, invalid, Refusal, toErrorBody } from '../../app/wire/errors';

/**
 * One line in the log for what should not have happened, without what names a person or opens a door: a mail server repeats addresses, and
 * a failed statement or address its values. `doing`: what failed, where the error alone does not tell.
 */
export function reportBug(error: unknown, doing?: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  console.error(JSON.stringify({ level: 'error', doing, message: scrub(message), stack: stack === undefined ? undefined : scrub(stack) }));
}

/** What the platform throws where the storage of an object is damaged or gives no answer. It tells no more of the worst cases. */
const STORAGE_FAULT = /SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|FULL|READONLY)|^internal error/;

export function isStorageFault(error: unknown): boolean {
  return error instanceof Error && STORAGE_FAULT.test(error.message);
}

/** The rows of one family cannot be read. `objectId`: whose. */
export class FamilyUnreadable extends Error {
  readonly objectId: string;

  constructor(cause: unknown, objectId: string) {
    super('The storage of this family cannot be read', { cause });
    this.objectId = objectId;
  }
}

const UNREADABLE =
  'This family’s data can’t be read right now. Nothing was changed. Try again in a minute. If it keeps failing, the operator of this Porchlight can restore the family.';

/** The one shape of every error (A33); anything that is no refusal is a bug and tells the caller nothing. */
export function toErrorAnswer(error: unknown, now: number): { status: number; body: ErrorBody } {
  if (error instanceof Refusal) return { status: error.status, body: toErrorBody(error, now) };
  if (error instanceof FamilyUnreadable || isStorageFault(error)) {
    reportDamage(error);
    return { status: 503, body: { errors: { code: ERROR_CODES.unknown, message: UNREADABLE } } };
  }
  reportBug(error);
  return { status: 500, body: { errors: { code: 500, message: 'Unknown error' } } };
}

/** One line for the operator. The first characters of an object's id name its file and open nothing. */
function reportDamage(error: unknown): void {
  const isKnown = error instanceof FamilyUnreadable;
  const cause = isKnown ? error.cause : error;
  const line = {
    level: 'error',
    message: 'can’t read the storage of a family: see README.md, «Backup and restore»',
    object: isKnown ? error.objectId.slice(0, 12) : undefined,
    cause: scrub(cause instanceof Error ? cause.message : String(cause)),
  };
  console.error(JSON.stringify(line));
}

export function toErrorResponse(error: Error, now: number): Response {
  const { status, body } = toErrorAnswer(error, now);
  const retryAfter = body.errors.retry_after;
  return Response.json(body, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } });
}

/** What a signed call is answered that is none of the contract's. */
export function noSuchCall(): { status: number; body: ErrorBody } {
  return { status: 404, body: { errors: { code: 500, message: 'Unknown call' } } };
}

/**
 * What a caller sent, in the shape it must have. Only this makes a refusal of a wrong shape: rows and answers of our own
 * that do not fit are bugs.
 * @throws Refusal 400 naming the fields
 */
export function readInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(firstIssue(parsed.error), fieldsOf(parsed.error));
  return parsed.data;
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'Invalid request' : `${issue.path.join('.')}: ${issue.message}`.replace(/^: /, '');
}

function fieldsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}
