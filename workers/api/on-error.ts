import { invalid, Refusal, toErrorBody } from '../../app/wire/errors';

/** The one shape of every error (A33); anything that is no refusal is a bug and tells the caller nothing. */
export function toErrorResponse(error: Error, now: number): Response {
  const refusal = error instanceof Refusal ? error : isZodError(error) ? invalid(firstIssue(error), fieldsOf(error)) : null;
  if (refusal === null) {
    console.error(JSON.stringify({ level: 'error', message: error.message, stack: error.stack }));
    return Response.json({ errors: { code: 500, message: 'Unknown error' } }, { status: 500 });
  }
  return Response.json(toErrorBody(refusal, now), { status: refusal.status });
}

type Issues = { issues: ReadonlyArray<{ path: ReadonlyArray<PropertyKey>; message: string }> };

function isZodError(error: Error): error is Error & Issues {
  return error.name === 'ZodError' || error.name === '$ZodError';
}

function firstIssue(error: Issues): string {
  const issue = error.issues[0];
  return issue === undefined ? 'Invalid request' : `${issue.path.join('.')}: ${issue.message}`.replace(/^: /, '');
}

function fieldsOf(error: Issues): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}
