import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { publicCall } from '~/server/api.server';
import { attempt, readForm, showAgain, TOO_MANY_MAILS, toIdempotencyKey, toNotice } from '~/server/form.server';
import { requireParent } from '~/server/guards.server';
import { toLogin } from '~/server/redirect.server';
import { readSession } from '~/server/session.server';
import { leaveToast } from '~/server/toast.server';
import { resendVerification, verifyEmail } from '~/wire/account';

/** `done`: this link has just confirmed the address, or did before. `bad`: the link is wrong or too old. `open`: signed in, still to be confirmed. */
export type Verification = {
  state: 'done' | 'bad' | 'open' | 'unknown';
  email: string | null;
  canResend: boolean;
  /** Who is signed in, where the page is about them: it turns when the mail's link is opened elsewhere. */
  live: { accountId: string; seq: number } | null;
};

/** The link of the mail needs no session (A52); without a link the signed-in parent sees how it stands. */
export async function loadVerification(request: Request, context: AppLoadContext): Promise<Verification> {
  const { searchParams } = new URL(request.url);
  const query = { account_id: searchParams.get('account_id') ?? '', token: searchParams.get('token') ?? '' };
  const isSignedIn = (await readSession(request, context)) !== null;
  if (query.account_id !== '' && query.token !== '') {
    if (isOnlyLooking(request)) return { state: 'unknown', email: null, canResend: false, live: null };
    const outcome = await attempt(() => publicCall(request, context, verifyEmail, { query, body: undefined }));
    if (outcome.kind === 'done' && outcome.value.verified)
      return { state: 'done', email: outcome.value.email, canResend: false, live: null };
    return { state: outcome.kind === 'unknown' ? 'unknown' : 'bad', email: null, canResend: isSignedIn, live: null };
  }
  if (!isSignedIn) throw await toLogin(request, context);
  const { account } = await requireParent(request, context);
  const { id: accountId, seq, verified, email } = account;
  return { state: verified ? 'done' : 'open', email, canResend: !verified, live: { accountId, seq } };
}

/** Programs that look into mails ask for the head of a link, and browsers fetch what may be wanted: neither is a person who followed it. */
function isOnlyLooking({ method, headers }: Request): boolean {
  return method === 'HEAD' || /prefetch|prerender/i.test(`${headers.get('Sec-Purpose') ?? ''}${headers.get('Purpose') ?? ''}`);
}

/** Sends the mail again, at most three times an hour (S10). */
export async function answerResend(request: Request, context: AppLoadContext) {
  const { api, account } = await requireParent(request, context);
  const form = await readForm(request);
  const idempotencyKey = await toIdempotencyKey(form);
  const body = { action: 'resend_email' as const, account_id: account.id };
  const outcome = await attempt(() => api.call(resendVerification, { query: {}, body }, { idempotencyKey }));
  if (outcome.kind !== 'done')
    return showAgain(form, { notice: toNotice(outcome, TOO_MANY_MAILS) }, outcome.kind === 'unknown' ? 503 : 400);
  await leaveToast(context, { tone: 'good', text: { key: 'toast.mail_sent', params: { email: account.email } }, undo: null });
  return redirect('/verify');
}
