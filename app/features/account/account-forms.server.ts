import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { readForm, replyInvalid, requireDeclaredStatus, type SubmittedForm, textOf } from '#app/server/form.server';
import { formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import { type Parent, requireParent } from '#app/server/guards.server';
import type { ToastKey } from '#app/server/toast.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { changeDeletion, type DeletionWire, putAttributes, revokeSessions } from '#app/wire/identity';
import { answerEmailCorrection } from './correct-email.server';
import { answerEmailChange, answerPasswordChange } from './credentials.server';
import { answerTimeZone, ZONE_BACK } from './time-zone.server';

/**
 * Handles every form of the account page, selected by its submit button.
 * @returns a redirect to the page, or the form again with its errors
 * @throws a 400 response for an unknown button
 */
export async function answerAccountForm(request: Request, context: AppLoadContext) {
  const parent = await requireParent(request, context);
  const form = await readForm(request);
  if (form.intent === 'password') return answerPasswordChange(request, context, parent, form);
  if (form.intent === 'email') {
    const change = mayCorrect(parent) ? answerEmailCorrection : answerEmailChange;
    return change(request, context, parent, form);
  }
  if (form.intent === 'time-zone' || form.intent === ZONE_BACK) return answerTimeZone(request, context, parent, form);
  const change = CHANGES[form.intent];
  if (change === undefined) throw new Response(null, { status: 400 });
  return formAction(form, {
    call: (key) => change.call({ request, context, parent, form, key }),
    done: () => {
      // With script, the page updates itself and shows the message.
      if (form.intent === 'news' && textOf(form.fields, 'by') === 'script') return replyInvalid(form, {}, 200);
      return change.toast === null ? redirect('/account') : redirectWithMessage(context, '/account', change.toast);
    },
    failed: (failure) => replyFailure(form, failure),
  });
}

/** True for a single sign-on account whose address is not confirmed yet (A151). */
function mayCorrect({ account: { loginScheme, verified } }: Parent): boolean {
  return loginScheme === 'sso' && !verified;
}

type Posted = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm; key: string };

/** The API call of each button and the message shown after success. */
const CHANGES: Record<string, { toast: ToastKey | null; call: (posted: Posted) => Promise<void> }> = {
  news: { toast: 'toast.saved', call: saveNews },
  'end-session': { toast: 'toast.session_ended', call: (posted) => endSessions(posted, textOf(posted.form.fields, 'session_id')) },
  'end-others': { toast: 'toast.sessions_ended', call: (posted) => endSessions(posted, 'others') },
  // No message: the page itself shows the deletion date and the button that cancels.
  'request-deletion': {
    toast: null,
    call: (posted) => sendDeletionChange(posted, 'request_deletion', ['deletion_requested', 'duplicate_request_ignored']),
  },
  'cancel-deletion': {
    toast: 'toast.account_kept',
    call: (posted) => sendDeletionChange(posted, 'cancel_deletion', ['deletion_cancelled', 'none']),
  },
};

async function saveNews({ parent, form, key }: Posted): Promise<void> {
  const body = { account: { marketing_email_optin: textOf(form.fields, 'news') === 'on' } };
  await parent.api.call(putAttributes, { query: {}, body }, { idempotencyKey: key });
}

async function endSessions({ parent, key }: Posted, id: string): Promise<void> {
  await parent.api.call(revokeSessions, { query: { session_id: id }, body: undefined }, { idempotencyKey: key });
}

const NO_SUCH_STATUS = 'Bad status for POST /account_deletion';

/**
 * Sends a deletion request or its cancellation.
 * @throws Refusal for a status that is not in `expected` (4.7.1)
 */
async function sendDeletionChange(
  { request, context, parent, key }: Posted,
  action: 'request_deletion' | 'cancel_deletion',
  expected: ReadonlyArray<DeletionWire['status']>,
): Promise<void> {
  const call = () => parent.api.call(changeDeletion, { query: {}, body: { action } }, { idempotencyKey: key });
  const { status } = await requireDeclaredStatus(request, context, NO_SUCH_STATUS, call);
  if (!expected.includes(status)) throw new Refusal(ERROR_CODES.unknown, 400, NO_SUCH_STATUS);
}
