import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Account } from '~/server/account.server';
import { publicCall } from '~/server/api.server';
import { attempt, readForm, replyInvalid, TOO_MANY_MAILS, toFormMessage, toIdempotencyKey } from '~/server/form.server';
import { requireParent } from '~/server/guards.server';
import { isPrefetch } from '~/server/prefetch.server';
import { toLogin } from '~/server/redirect.server';
import { readSession } from '~/server/session.server';
import { leaveToast } from '~/server/toast.server';
import { resendVerification, verifyEmail } from '~/wire/account';

/**
 * `done`: this link has just confirmed the address, or did before. `bad`: the link is wrong or too old. `open`: signed in, still to be
 * confirmed. `none`: signed in without an address, which another family has proven to be theirs (A125).
 */
export type Verification = {
  state: 'done' | 'bad' | 'open' | 'none' | 'unknown';
  email: string | null;
  canResend: boolean;
  /** Only an account with a password changes its address here (S06). */
  canChange: boolean;
  /** Who is signed in, where the page is about them: it turns when the mail's link is opened elsewhere. */
  live: { accountId: string; seq: number } | null;
};

/** The link of the mail needs no session (A52); without a link the signed-in parent sees how it stands. */
export async function loadVerification(request: Request, context: AppLoadContext): Promise<Verification> {
  const { searchParams } = new URL(request.url);
  const query = { account_id: searchParams.get('account_id') ?? '', token: searchParams.get('token') ?? '' };
  const isSignedIn = (await readSession(request, context)) !== null;
  if (query.account_id !== '' && query.token !== '') {
    const ofLink = { email: null, canResend: false, canChange: false, live: null };
    if (isOnlyLooking(request)) return { ...ofLink, state: 'unknown' };
    const outcome = await attempt(() => publicCall(request, context, verifyEmail, { query, body: undefined }));
    if (outcome.kind === 'done' && outcome.value.verified) return { ...ofLink, state: 'done', email: outcome.value.email };
    return { ...ofLink, state: outcome.kind === 'unknown' ? 'unknown' : 'bad', canResend: isSignedIn };
  }
  if (!isSignedIn) throw await toLogin(request, context);
  return toVerification((await requireParent(request, context)).account);
}

/** How it stands with the address of the account that is signed in. */
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

/** Programs that look into mails ask for the head of a link, and browsers fetch what may be wanted: neither is a person who followed it. */
function isOnlyLooking(request: Request): boolean {
  return request.method === 'HEAD' || isPrefetch(request);
}

/** Sends the mail again, at most three times an hour (S10). */
export async function answerResend(request: Request, context: AppLoadContext) {
  const { api, account } = await requireParent(request, context);
  const form = await readForm(request);
  // The page says that there is no address to write to.
  if (account.email === '') return redirect('/verify');
  const idempotencyKey = await toIdempotencyKey(form);
  const body = { action: 'resend_email' as const, account_id: account.id };
  const outcome = await attempt(() => api.call(resendVerification, { query: {}, body }, { idempotencyKey }));
  if (outcome.kind !== 'done')
    return replyInvalid(form, { notice: toFormMessage(outcome, TOO_MANY_MAILS) }, outcome.kind === 'unknown' ? 503 : 400);
  await leaveToast(context, { tone: 'good', text: { key: 'toast.mail_sent', params: { email: account.email } }, undo: null });
  return redirect('/verify');
}
