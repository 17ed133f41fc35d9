import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, data } from '@remix-run/cloudflare';
import * as z from 'zod';
import { sha256Hex } from '#app/keys/sign';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { BodyReadError, readBody } from '#app/wire/read-body';
import { Unavailable } from './api.server';
import { i18n, languageOf } from './i18n.server';
import { report } from './report.server';

/** Hidden field that identifies one rendering of a form (docs/reference/server.md S00). */
const TOKEN_FIELD = 'form_token';

/** A posted form: its button (`intent`), its rendering (`token`) and the fields. */
export type SubmittedForm = { fields: FormData; intent: string; token: string };

/** A message for the user: a text key, its interpolation values and an optional link. */
export type FormMessage = { key: string; params: Record<string, string | number>; link: { to: string; key: string } | null };

/**
 * The logged-in account that a form would replace, for the question shown first. `name`: its address, or the parent's name if it has none.
 * `isPasswordGone`: the typed password was not kept and must be entered again.
 */
export type AccountSwitch = { accountId: string; name: string; isPasswordGone?: boolean };

/** Response of an action that does not redirect. The form is shown again with its values and the same token (A101). */
export type FormReply = {
  intent: string;
  token: string;
  notice: FormMessage | null;
  lastResult: SubmissionResult<Array<string>> | null;
  /** True for a legacy account: the script must post the typed password instead of the derived one (AUTH-005). */
  wantsTyped?: boolean;
  /** Set if another account is logged in. The form then asks whether to log out and continue. */
  leaving?: AccountSwitch | null;
};

/** Creates the token of one rendering. Every loader of a page with forms returns one. */
export function newFormToken(): string {
  return crypto.randomUUID();
}

/** Larger than any of our forms. */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * Reads a posted form.
 * @throws Response in the user's language: 400 if unreadable, 413 above `maxBytes`, 408 if it arrives too slowly
 */
export async function readForm(request: Request, maxBytes = MAX_FORM_BYTES): Promise<SubmittedForm> {
  let fields: FormData;
  try {
    const body = await readBody(request, maxBytes);
    fields = await new Response(body, { headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' } }).formData();
  } catch (error) {
    throw await refuseForm(request, error instanceof BodyReadError ? error.reason : 'unreadable');
  }
  return { fields, intent: textOf(fields, 'intent'), token: textOf(fields, TOKEN_FIELD) };
}

const REFUSED_STATUS = { too_large: 413, too_slow: 408, unreadable: 400 } as const;

async function refuseForm(request: Request, why: keyof typeof REFUSED_STATUS): Promise<Response> {
  const t = await i18n.getFixedT(request);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': languageOf(request) };
  return new Response(t(`refused_form.${why}`), { status: REFUSED_STATUS[why], headers });
}

/** Returns a text field's value; '' if it is missing or a file. Not trimmed; schemas do that. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the idempotency key of a form, 64 lowercase hex characters. The same rendering, button and values give the same key, so a double
 * click has one effect. An edited form gets another key (docs/reference/server.md S00).
 */
export function toIdempotencyKey(form: SubmittedForm): Promise<string> {
  const values = [...form.fields.entries()]
    .filter(([name]) => name !== TOKEN_FIELD && name !== 'intent')
    .map(([name, value]) => [name, String(value)]);
  return sha256Hex(JSON.stringify([form.token, form.intent, values]));
}

/** Result of a call. `unknown`: no response arrived, so it may or may not have taken effect (A120). */
export type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'refused'; refusal: Refusal } | { kind: 'unknown' };

/** Runs a call. Returns its value, its refusal, or `unknown` if the API did not respond. Rethrows any other error. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error };
    if (error instanceof Unavailable) return { kind: 'unknown' };
    throw error;
  }
}

/**
 * Runs a call whose response must match its schema (8.2.1 to 8.2.3). Reports a mismatch as an error with the text `words`.
 * @throws Refusal with code «unknown», status 400 and the text `words`
 */
export async function requireDeclaredStatus<Value>(
  request: Request,
  context: AppLoadContext,
  words: string,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    report(new Error(words, { cause: error }), request, context);
    throw new Refusal(ERROR_CODES.unknown, 400, words);
  }
}

/** True if this form was already processed. Its timestamps have changed since, so the API sees the same key with another body. */
export function isReplay(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.details.reason === 'replayed_key';
}

/** Returns the message for a failed call. `own` has a feature's messages by reason or code, which take precedence. */
export function toFormMessage(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, own: Record<string, FormMessage> = {}): FormMessage {
  if (outcome.kind === 'unknown') return formMessage('error_strings.unknown_outcome');
  const { code, details } = outcome.refusal;
  const key = REASON_KEYS[details.reason ?? ''] ?? CODE_KEYS[code] ?? 'error_strings.unknown';
  return own[details.reason ?? ''] ?? own[code] ?? formMessage(key, details.limit === undefined ? {} : { limit: details.limit });
}

export function formMessage(key: string, params: FormMessage['params'] = {}, link: FormMessage['link'] = null): FormMessage {
  return { key, params, link };
}

/** Message for the hourly limit of emails. */
export const TOO_MANY_MAILS = { [ERROR_CODES.rateLimited]: formMessage('error_strings.too_many_mails') };

const REASON_KEYS: Record<string, string> = {
  stale: 'error_strings.stale',
  limit: 'error_strings.limit',
  full: 'error_strings.full',
  busy: 'error_strings.busy',
};

const CODE_KEYS: Record<number, string> = {
  100: 'error_strings.duplicate_email',
  300: 'error_strings.wrong_login',
  301: 'error_strings.invalid_email',
  410: 'error_strings.not_allowed',
  413: 'error_strings.rate_limited',
  433: 'error_strings.coupon_invalid',
};

/** Returns the status for showing the form again: 503 for an unknown result or a busy server, else 400. */
export function statusOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): 400 | 503 {
  return outcome.kind === 'unknown' || outcome.refusal.status === 503 ? 503 : 400;
}

/** Returns the response that shows the form again. `status`: 400 for a refusal, 503 for an unknown result. */
export function replyInvalid(
  form: SubmittedForm,
  reply: Partial<Pick<FormReply, 'notice' | 'lastResult' | 'wantsTyped' | 'leaving'>>,
  status = 400,
) {
  const answer: FormReply = { intent: form.intent, token: form.token, notice: null, lastResult: null, ...reply };
  return data(answer, { status });
}
