import type { AppLoadContext } from '@remix-run/cloudflare';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { type AttemptKind, releaseAttempt, reserveAttempt } from './api.server';
import { deriveAtTheEdge, keepDerivationPlace } from './derive.server';
import { textOf } from './form.server';
import { logBusyRefusal } from './refusals.server';

/** A password as a form brought it: as typed, where no script ran, or as authKey, which the browser derived (A80). Never one for the other. */
export type PasswordField = { kind: 'typed'; text: string } | { kind: 'derived'; authKey: string };

const AUTH_KEY = /^[0-9a-f]{64}$/;

/**
 * The password of a field `name`, or of `<name>_derived`. Null where neither was filled in; the length of a typed one is the schema's business.
 * @throws Response 400 for both at once or a derived one of another shape: no form of ours posts that
 */
export function readPassword(fields: FormData, name: string): PasswordField | null {
  const [typed, derived] = [textOf(fields, name), textOf(fields, `${name}_derived`)];
  if (derived === '') return typed === '' ? null : { kind: 'typed', text: typed.normalize('NFC') };
  if (typed !== '' || !AUTH_KEY.test(derived)) throw new Response(null, { status: 400 });
  return { kind: 'derived', authKey: derived };
}

/** True for a typed text that the API would take for a derived one: it must never be sent as it is. */
export function looksDerived(text: string): boolean {
  return AUTH_KEY.test(text);
}

/**
 * authKey of a password field. A typed one is derived here, after the exact counters were asked, so that its call says `counted`.
 * @throws Refusal 413 for too many attempts, 503 where too many passwords wait to be derived, which counts as no attempt; Unavailable
 */
export async function toAuthKey(
  request: Request,
  context: AppLoadContext,
  kind: 'login' | 'signup' | 'reset',
  email: string,
  password: PasswordField,
): Promise<{ authKey: string; counted: boolean }> {
  if (password.kind === 'derived') return { authKey: password.authKey, counted: false };
  const place = await keepDerivationPlace(context).catch((error: unknown) => {
    logBusy(context, kind, error);
    throw error;
  });
  await requireAttempt(request, context, kind, email);
  return { authKey: await deriveCounted(request, context, kind, email, password.text, { place }), counted: true };
}

/** Derives a typed password whose attempt was counted as one of `counted`, and takes that back where it could not be derived. */
export async function deriveCounted(
  request: Request,
  context: AppLoadContext,
  kind: AttemptKind,
  email: string,
  text: string,
  { counted = email, place }: { counted?: string; place?: string | undefined } = {},
): Promise<string> {
  try {
    return await deriveAtTheEdge(context, email, text, place);
  } catch (error) {
    if (logBusy(context, kind, error)) await releaseAttempt(request, context, kind, counted);
    throw error;
  }
}

/** Logs a try that was refused because too many passwords wait. True for such a refusal. */
function logBusy(context: AppLoadContext, kind: AttemptKind, error: unknown): boolean {
  const isBusy = error instanceof Refusal && error.details.reason === 'busy';
  if (isBusy) logBusyRefusal(kind === 'move' ? 'email_change' : kind, context);
  return isBusy;
}

/** @throws Refusal 413 for too many attempts; Unavailable */
export async function requireAttempt(request: Request, context: AppLoadContext, kind: AttemptKind, email: string) {
  if (!(await reserveAttempt(request, context, kind, email))) throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts');
}
