import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { type SubmittedForm, textOf } from '#app/server/form.server';
import { type Failure, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { flashToast } from '#app/server/toast.server';
import { CHILD_GONE } from '../child-gone';
import type { ChildVersion } from '../children.server';
import type { validateAvatar, validateChild } from './child.schemas';

/** A posted form about a child, with its parent and the page to return to. */
export type ChildForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm; back: string };
export type AvatarSubmission = ReturnType<typeof validateAvatar>;
export type Submission = ReturnType<typeof validateChild> | AvatarSubmission;

export function versionOf({ fields }: SubmittedForm): ChildVersion {
  return { id: textOf(fields, 'child_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

/** True if the form names a child that does not belong to the account, or no longer does. */
export function isGone({ parent, form }: ChildForm): boolean {
  return form.fields.has('child_id') && !parent.account.children.some(({ id }) => id === textOf(form.fields, 'child_id'));
}

/** Redirects with a message, because the dialog of a removed child no longer exists. */
export async function redirectGone({ context, back }: ChildForm) {
  await flashToast(context, CHILD_GONE);
  return redirect(back);
}

/** Shows the form again with the message for a failed call, or leaves it if the child was removed. */
export function replyChildFailure(childForm: ChildForm, outcome: Failure, submission?: Submission) {
  if (outcome.kind === 'refused' && isGone(childForm)) return redirectGone(childForm);
  const lastResult = submission?.reply() ?? null;
  return replyFailure(childForm.form, outcome, { lastResult });
}
