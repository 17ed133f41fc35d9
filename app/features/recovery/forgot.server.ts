import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { MESSAGES } from '#app/domain/credentials';
import { publicCall } from '#app/server/api.server';
import { attempt, readForm, replyInvalid, requireDeclaredStatus, statusOf, TOO_MANY_MAILS, toFormMessage } from '#app/server/form.server';
import { requestReset } from '#app/wire/identity';
import { keepAddress } from './asked-address.server';
import { validateForgot } from './recovery.schemas';

/** Requests the email with the reset link. The response does not depend on whether the account exists (S07, RECO-004). */
export async function answerForgot(request: Request, context: AppLoadContext) {
  const form = await readForm(request);
  const submission = validateForgot(form.fields);
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply() });
  const body = { email: submission.value.email };
  const call = () => publicCall(request, context, requestReset, { query: {}, body });
  const outcome = await attempt(() => requireDeclaredStatus(request, context, MESSAGES.forgotStatus, call));
  if (outcome.kind === 'done') {
    await keepAddress(context, body.email);
    return redirect('/forgot?sent');
  }
  return replyInvalid(form, { lastResult: submission.reply(), notice: toFormMessage(outcome, TOO_MANY_MAILS) }, statusOf(outcome));
}
