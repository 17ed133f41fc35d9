import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Account } from '#app/server/account.server';
import { publicCall } from '#app/server/api.server';
import { attempt, readForm, replyInvalid, statusOf, TOO_MANY_MAILS, toFormMessage, toIdempotencyKey } from '#app/server/form.server';
import { requireParent } from '#app/server/guards.server';
import { isPrefetch } from '#app/server/prefetch.server';
import { toLogin } from '#app/server/redirect.server';
import { readSession } from '#app/server/session.server';
import { flashToast } from '#app/server/toast.server';
import { resendVerification, verifyEmail } from '#app/wire/account';

/**
 * State of an address or of its emailed link.
 * - `done`: the address is confirmed, by this link or earlier.
 * - `bad`: the link is invalid or expired.
 * - `open`: logged in, address not confirmed yet.
 * - `none`: logged in without an address, because another family confirmed it (A125).
 * - `unknown`: the link was not checked, or the API did not answer.
 */
export type Verification = {
  state: 'done' | 'bad' | 'open' | 'none' | 'unknown';
  email: string | null;
  canResend: boolean;
  /** Only an account with a password can change its address here (S06). */
  canChange: boolean;
  /** The logged-in account if the page shows its state, otherwise null. The page updates when the emailed link is opened elsewhere. */
  live: { accountId: string; seq: number } | null;
};

/**
 * Confirms the address if the URL has the token of an emailed link; this needs no session (A52). Otherwise returns the state for the
 * logged-in parent.
 */
export async function loadVerification(request: Request, context: AppLoadContext): Promise<Verification> {
  const { searchParams } = new URL(request.url);
  const query = { account_id: searchParams.get('account_id') ?? '', token: searchParams.get('token') ?? '' };
  if (query.account_id !== '' && query.token !== '') {
    const linkDefaults = { email: null, canResend: false, canChange: false, live: null };
    if (isOnlyLooking(request)) return { ...linkDefaults, state: 'unknown' };
    const outcome = await attempt(() => publicCall(request, context, verifyEmail, { query, body: undefined }));
    if (outcome.kind === 'done' && outcome.value.verified) return { ...linkDefaults, state: 'done', email: outcome.value.email };
    if (outcome.kind === 'unknown') return { ...linkDefaults, state: 'unknown' };
    return { ...linkDefaults, state: 'bad', canResend: await isUnconfirmed(request, context) };
  }
  if ((await readSession(request, context)) === null) throw await toLogin(request, context);
  return toVerification((await requireParent(request, context)).account);
}

/** True if the session's account has an unconfirmed address. False without a valid session, because the link's page needs none. */
async function isUnconfirmed(request: Request, context: AppLoadContext): Promise<boolean> {
  if ((await readSession(request, context)) === null) return false;
  try {
    return toVerification((await requireParent(request, context)).account).canResend;
  } catch (error) {
    if (error instanceof Response) return false;
    throw error;
  }
}

/** Returns the state of the logged-in account's address. */
export function toVerification({
  id: accountId,
  seq,
  verified,
  email,
  loginScheme,
}: Pick<Account, 'id' | 'seq' | 'verified' | 'email' | 'loginScheme'>): Verification {
  const state = email === '' ? 'none' : verified ? 'done' : 'open';
  const isOpen = state === 'open';
  return { state, email, canResend: isOpen, canChange: isOpen && loginScheme === 'password', live: { accountId, seq } };
}

/** True for HEAD requests of email scanners and for browser prefetches. Neither means that a person opened the link. */
function isOnlyLooking(request: Request): boolean {
  return request.method === 'HEAD' || isPrefetch(request);
}

/** Resends the confirmation email, at most three times an hour (S10). */
export async function answerResend(request: Request, context: AppLoadContext) {
  const { api, account } = await requireParent(request, context);
  const form = await readForm(request);
  // The page explains that there is no address to write to.
  if (account.email === '') return redirect('/verify');
  const idempotencyKey = await toIdempotencyKey(form);
  const body = { action: 'resend_email' as const, account_id: account.id };
  const outcome = await attempt(() => api.call(resendVerification, { query: {}, body }, { idempotencyKey }));
  if (outcome.kind !== 'done') return replyInvalid(form, { notice: toFormMessage(outcome, TOO_MANY_MAILS) }, statusOf(outcome));
  await flashToast(context, { tone: 'good', text: { key: 'toast.mail_sent', params: { email: account.email } }, undo: null });
  return redirect('/verify');
}
