import type * as z from 'zod';
import { scrub } from '#app/domain/scrub';
import { ERROR_CODES, type ErrorBody, invalid, Refusal, toErrorBody } from '#app/wire/errors';

/**
 * Logs an unexpected error as one line, without personal data, addresses or tokens. Errors may contain them: mail servers repeat addresses,
 * and failed statements repeat values. `doing` names the failed work if the error does not.
 */
export function reportBug(error: unknown, doing?: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  console.error(JSON.stringify({ level: 'error', doing, message: scrub(message), stack: stack === undefined ? undefined : scrub(stack) }));
}

/** Platform errors that mean damaged or unavailable storage. In the worst cases the platform reports only «internal error». */
const STORAGE_FAULT = /SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|FULL|READONLY)|^internal error/;

export function isStorageFault(error: unknown): boolean {
  return error instanceof Error && STORAGE_FAULT.test(error.message);
}

/** Error for a family whose rows can't be read. `objectId` is the object that stores them. */
export class FamilyUnreadable extends Error {
  readonly objectId: string;

  constructor(cause: unknown, objectId: string) {
    super('The storage of this family cannot be read', { cause });
    this.objectId = objectId;
  }
}

const UNREADABLE =
  'This family’s data can’t be read right now. Nothing was changed. Try again in a minute. If it keeps failing, the operator of this Porchlight can restore the family.';

/**
 * Returns the status and body of an error, in the format common to all errors (A33). Unreadable storage gets a 503 that the operator can
 * find in the log. Any other error is a bug, and the response contains no details of it.
 */
export function toErrorAnswer(error: unknown, now: number): { status: number; body: ErrorBody } {
  if (error instanceof Refusal) return { status: error.status, body: toErrorBody(error, now) };
  if (error instanceof FamilyUnreadable || isStorageFault(error)) {
    reportDamage(error);
    return { status: 503, body: { errors: { code: ERROR_CODES.unknown, message: UNREADABLE } } };
  }
  reportBug(error);
  return { status: 500, body: { errors: { code: 500, message: 'Unknown error' } } };
}

/**
 * Logs damaged storage as one line for the operator. The first characters of the object id identify the object's file without granting
 * access.
 */
function reportDamage(error: unknown): void {
  const isKnown = error instanceof FamilyUnreadable;
  const cause = isKnown ? error.cause : error;
  const line = {
    level: 'error',
    message: 'can’t read the storage of a family: see README.md, “Backup and restore”',
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

/** Returns the response to a signed request for an unknown endpoint. */
export function noSuchCall(): { status: number; body: ErrorBody } {
  return { status: 404, body: { errors: { code: 500, message: 'Unknown call' } } };
}

/**
 * Returns the caller's input if it matches the schema. Don't use it for rows or our own responses: an error there is a bug.
 * @throws Refusal 400 that names the fields
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
