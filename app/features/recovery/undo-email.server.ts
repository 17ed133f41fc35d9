import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { publicCall } from '#app/server/api.server';
import { attempt, formMessage, readForm, replyInvalid, statusOf, textOf, toFormMessage } from '#app/server/form.server';
import { newBrowserId, rememberKnown } from '#app/server/known-browser.server';
import { readSession } from '#app/server/session.server';
import { endSession } from '#app/server/sign-out.server';
import { ERROR_CODES } from '#app/wire/errors';
import { undoEmailChange } from '#app/wire/identity';
import { UNDO_BAD } from './undo-bad';

/** Content of the link in the email to the previous address. */
export type UndoLink = { accountId: string; token: string };

/** Reads the account ID and token of the link. Returns null if either is missing. */
export function readUndoLink(request: Request): UndoLink | null {
  const { searchParams } = new URL(request.url);
  const [accountId, token] = [searchParams.get('account_id') ?? '', searchParams.get('token') ?? ''];
  return accountId === '' || token === '' ? null : { accountId, token };
}

/** Restores the previous address (S06). Ends this browser's session of that account; the API ends the others. */
export async function answerUndoEmail(request: Request, context: AppLoadContext) {
  const form = await readForm(request);
  const accountId = textOf(form.fields, 'account_id').slice(0, 64);
  const body = { account_id: accountId, token: textOf(form.fields, 'token').slice(0, 128) };
  const freshId = newBrowserId();
  const outcome = await attempt(() => publicCall(request, context, undoEmailChange, { query: {}, body }, { freshId }));
  if (outcome.kind === 'done') {
    await rememberKnown(request, context, accountId, freshId);
    if ((await readSession(request, context))?.accountId === accountId) await endSession(request, context);
    return redirect('/undo-email?done');
  }
  const own = { [ERROR_CODES.unknown]: formMessage(UNDO_BAD) };
  return replyInvalid(form, { notice: toFormMessage(outcome, own) }, statusOf(outcome));
}
