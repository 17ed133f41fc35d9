import type { AppLoadContext } from '@remix-run/cloudflare';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { type AttemptKind, releaseAttempt, reserveAttempt } from './attempts.server';
import { deriveAtTheEdge, reserveDerivation } from './derive.server';
import { textOf } from './form.server';
import { logBusyRefusal } from './refusals.server';

/**
 * A posted password: typed if no script ran, else the authKey that the browser derived (A80). A typed one is never used as a derived one,
 * nor the reverse.
 */
export type PasswordField = { kind: 'typed'; text: string } | { kind: 'derived'; authKey: string };

const AUTH_KEY = /^[0-9a-f]{64}$/;

/**
 * Reads the password from the field `name` or `<name>_derived`. Returns null if both are empty. Does not check the length of a typed
 * password; the schema does.
 * @throws Response 400 if both are set or the derived one is malformed; our forms never post that
 */
export function readPassword(fields: FormData, name: string): PasswordField | null {
  const [typed, derived] = [textOf(fields, name), textOf(fields, `${name}_derived`)];
  if (derived === '') return typed === '' ? null : { kind: 'typed', text: typed.normalize('NFC') };
  if (typed !== '' || !AUTH_KEY.test(derived)) throw new Response(null, { status: 400 });
  return { kind: 'derived', authKey: derived };
}

/** True for a typed text that the API would accept as an authKey. It must never be sent as it is. */
export function looksDerived(text: string): boolean {
  return AUTH_KEY.test(text);
}

/**
 * Returns the authKey of a password. A typed one is derived here after its attempt is reserved, so the API call carries `counted`.
 * @throws Refusal 413 after too many attempts, 503 if too many derivations are waiting (not counted as an attempt); Unavailable
 */
export async function toAuthKey(
  request: Request,
  context: AppLoadContext,
  kind: 'login' | 'signup' | 'reset',
  email: string,
  password: PasswordField,
): Promise<{ authKey: string; counted: boolean }> {
  if (password.kind === 'derived') return { authKey: password.authKey, counted: false };
  const place = await reserveDerivation(context).catch((error: unknown) => {
    logBusy(context, kind, error);
    throw error;
  });
  await requireAttempt(request, context, kind, email);
  return { authKey: await deriveCounted(request, context, kind, email, password.text, { place }), counted: true };
}

/** Derives a typed password whose attempt is already reserved. Releases the attempt if too many derivations are waiting. */
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

/** Returns true if an attempt was refused because too many derivations are waiting, and logs it. */
function logBusy(context: AppLoadContext, kind: AttemptKind, error: unknown): boolean {
  const isBusy = error instanceof Refusal && error.details.reason === 'busy';
  if (isBusy) logBusyRefusal(kind === 'move' ? 'email_change' : kind, context);
  return isBusy;
}

/**
 * Reserves an attempt.
 * @throws Refusal 413 after too many attempts; Unavailable
 */
export async function requireAttempt(request: Request, context: AppLoadContext, kind: AttemptKind, email: string) {
  if (!(await reserveAttempt(request, context, kind, email))) throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts');
}
