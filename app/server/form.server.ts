import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, data } from '@remix-run/cloudflare';
import * as z from 'zod';
import { sha256Hex } from '~/keys/sign';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { BodyRefused, readBody } from '~/wire/read-body';
import { Unavailable } from './api.server';
import { i18n, languageOf } from './i18n.server';
import { report } from './report.server';

/** The hidden field that names one rendering of a form (docs/reference/server.md S00). */
const TOKEN_FIELD = 'form_token';

/** A posted form: which button, which rendering, and the fields. */
export type SubmittedForm = { fields: FormData; intent: string; token: string };

/** A sentence for the reader: a key of the language files and what goes into its gaps. */
export type FormMessage = { key: string; params: Record<string, string | number>; link: { to: string; key: string } | null };

/**
 * The account that is logged in and that a form would replace: the reader is asked first. `name`: its address, or the parent's name where
 * it has
 * none. `isPasswordGone`: the form came back without the typed password, which has to be entered again.
 */
export type AccountSwitch = { accountId: string; name: string; isPasswordGone?: boolean };

/** What an action answers when it did not lead on: the form is shown again with its values and the same token (A101). */
export type FormReply = {
  intent: string;
  token: string;
  notice: FormMessage | null;
  lastResult: SubmissionResult<Array<string>> | null;
  /** The script that derived the password shall post it once more as typed: the account is a legacy one (AUTH-005). */
  wantsTyped?: boolean;
  /** Another account is logged in: log out and continue, or stay? */
  leaving?: AccountSwitch | null;
};

/** A new token for a rendering; every loader of a page with forms hands one out. */
export function newFormToken(): string {
  return crypto.randomUUID();
}

/** No form of ours comes near it. */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * The posted fields.
 * @throws Response in words, in the reader's language: 400 for a body that is no form, 413 for one that is longer than `maxBytes`, 408 for
 * one that does not arrive in time
 */
export async function readForm(request: Request, maxBytes = MAX_FORM_BYTES): Promise<SubmittedForm> {
  let fields: FormData;
  try {
    const body = await readBody(request, maxBytes);
    fields = await new Response(body, { headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' } }).formData();
  } catch (error) {
    throw await refuseForm(request, error instanceof BodyRefused ? error.reason : 'unreadable');
  }
  return { fields, intent: textOf(fields, 'intent'), token: textOf(fields, TOKEN_FIELD) };
}

const REFUSED_STATUS = { too_large: 413, too_slow: 408, unreadable: 400 } as const;

async function refuseForm(request: Request, why: keyof typeof REFUSED_STATUS): Promise<Response> {
  const t = await i18n.getFixedT(request);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': languageOf(request) };
  return new Response(t(`refused_form.${why}`), { status: REFUSED_STATUS[why], headers });
}

/** A text field's value, '' where it is missing. Not trimmed: schemas do that. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * The idempotency key of a form: the same rendering, button and values give the same key, so a double click has one effect and an edited
 * resubmission another (docs/reference/server.md S00). 64 lower-case hex.
 */
export function toIdempotencyKey(form: SubmittedForm): Promise<string> {
  const values = [...form.fields.entries()]
    .filter(([name]) => name !== TOKEN_FIELD && name !== 'intent')
    .map(([name, value]) => [name, String(value)]);
  return sha256Hex(JSON.stringify([form.token, form.intent, values]));
}

/** What became of a call. `unknown`: no answer, so nobody can say whether it happened (A120). */
export type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'refused'; refusal: Refusal } | { kind: 'unknown' };

/** Runs a call and tells the expected endings apart; everything else is a bug and goes on. */
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
 * A call whose answer must say one status: any other raises `words`, which are reported, and is shown as what did not work (8.2.1 to
 * 8.2.3).
 * @throws Refusal 500 with these words
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

/** True where the same form was sent twice and the first one has had its effect: its times make the second body another one. */
export function isReplay(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.details.reason === 'replayed_key';
}

/** The sentence for a call that did not succeed. `own` gives a feature's own words for a code or reason, looked at first. */
export function toFormMessage(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, own: Record<string, FormMessage> = {}): FormMessage {
  if (outcome.kind === 'unknown') return formMessage('error_strings.unknown_outcome');
  const { code, details } = outcome.refusal;
  const key = REASON_KEYS[details.reason ?? ''] ?? CODE_KEYS[code] ?? 'error_strings.unknown';
  return own[details.reason ?? ''] ?? own[code] ?? formMessage(key, details.limit === undefined ? {} : { limit: details.limit });
}

export function formMessage(key: string, params: FormMessage['params'] = {}, link: FormMessage['link'] = null): FormMessage {
  return { key, params, link };
}

/** The words for the limit of mails, which counts by the hour. */
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

/** The status of the answer that shows the form again: 503 where the answer is unknown or the server is busy, 400 for a no. */
export function statusOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): 400 | 503 {
  return outcome.kind === 'unknown' || outcome.refusal.status === 503 ? 503 : 400;
}

/** The answer that shows the form again. 400 for a no, 503 where the answer is unknown. */
export function replyInvalid(
  form: SubmittedForm,
  reply: Partial<Pick<FormReply, 'notice' | 'lastResult' | 'wantsTyped' | 'leaving'>>,
  status = 400,
) {
  const answer: FormReply = { intent: form.intent, token: form.token, notice: null, lastResult: null, ...reply };
  return data(answer, { status });
}
