import type { Child } from '#app/domain/child';
import { attempt, formMessage, isReplay, replyInvalid, type SubmittedForm, textOf, toIdempotencyKey } from '#app/server/form.server';
import { formAction, redirectWithMessage } from '#app/server/form-action.server';
import { saveWithMerge } from '#app/server/save-with-merge.server';
import type { ToastKey } from '#app/server/toast.server';
import { fromWireUser, userSchema } from '#app/wire/family';
import { putPhoto, removePhoto, updateAvatar } from '../children.server';
import { readPhoto } from '../photo/photo.server';
import { validateAvatar } from './child.schemas';
import { toAvatarText } from './child-form-values';
import { type AvatarSubmission, type ChildForm, replyChildFailure, versionOf } from './posted-child.server';

/** Validates the posted color and icon, ignoring the photo. */
function readAvatar({ fields }: SubmittedForm) {
  const face = new FormData();
  for (const [name, value] of fields) if (typeof value === 'string') face.append(name, value);
  return validateAvatar(face);
}

/** Redirects after a photo change. Saves the color and icon first if they have changed, too. */
async function finishPhotoChange(childForm: ChildForm, submission: AvatarSubmission, key: ToastKey) {
  const stay = key === 'toast.photo_removed' ? 'confirm' : undefined;
  if (submission.status !== 'success') return redirectWithMessage(childForm.context, childForm.back, key, { stay });
  const { slot, avatar_idx: pictureIndex = null } = submission.value;
  const isAsOpened = toAvatarText({ colorSlot: slot, pictureIndex }) === textOf(childForm.form.fields, 'opened');
  return isAsOpened ? redirectWithMessage(childForm.context, childForm.back, key, { stay }) : changeAvatar(childForm);
}

export async function changeAvatar(childForm: ChildForm) {
  const { parent, form, back } = childForm;
  const submission = readAvatar(form);
  // Our forms never post an invalid color or icon.
  if (submission.status !== 'success') return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const { slot, avatar_idx: pictureIndex = null } = submission.value;
  // The same form may already have removed the photo, so this call needs a different idempotency key.
  const key = await toIdempotencyKey({ ...form, intent: 'face' });
  const { id, updatedAt } = versionOf(form);
  const opened = textOf(form.fields, 'opened');
  const wanted = toAvatarText({ colorSlot: slot, pictureIndex });
  const { outcome, current } = await saveWithMerge(
    updatedAt,
    (at) => updateAvatar(parent.api, { id, updatedAt: at }, { slot, pictureIndex }, key),
    toChild,
    (now) => [opened, wanted].includes(toAvatarText(now)),
  );
  if (outcome.kind === 'done' || isReplay(outcome)) return redirectWithMessage(childForm.context, back, 'toast.saved');
  if (current === null) return replyChildFailure(childForm, outcome, submission);
  // Keeps the choice with the new version, so a second Save overwrites the other parent's choice.
  const lastResult = submission.reply();
  const initialValue = { ...lastResult.initialValue, updated_at: String(current.updatedAt), opened: toAvatarText(current) };
  return replyInvalid(form, { lastResult: { ...lastResult, initialValue }, notice: formMessage('error_strings.stale_kept') });
}

function toChild(current: unknown): Child | null {
  const row = userSchema.safeParse(current);
  return row.success ? fromWireUser(row.data) : null;
}

/** Error codes for the faults that the API finds when it decodes a photo. Any other fault counts as an unreadable image. */
const PHOTO_FAULTS: Record<string, string> = { empty: 'empty_avatar', too_large: 'avatar_too_large', dimensions: 'avatar_dimensions' };

export async function changePhoto(childForm: ChildForm) {
  const { parent, form } = childForm;
  const submission = readAvatar(form);
  const lastResult = submission.reply();
  const photo = await readPhoto(form.fields);
  if ('fault' in photo) return replyInvalid(form, { lastResult, notice: formMessage(`error_strings.${photo.fault}`) });
  // The idempotency key includes the photo: another photo under the same form token is another request.
  const fields = new FormData();
  fields.set('child_id', textOf(form.fields, 'child_id'));
  fields.set('photo', photo.data);
  const key = await toIdempotencyKey({ ...form, fields });
  const seen = textOf(form.fields, 'photo_at');
  const wanted = { data: photo.data, img_modified: seen === '' ? null : Number(seen) };
  const outcome = await attempt(() => putPhoto(parent.api, textOf(form.fields, 'child_id'), wanted, key));
  if (outcome.kind === 'done' || isReplay(outcome)) return finishPhotoChange(childForm, submission, 'toast.photo_saved');
  if (outcome.kind === 'refused' && outcome.refusal.status === 400 && outcome.refusal.details.reason !== 'stale') {
    const fault = PHOTO_FAULTS[outcome.refusal.details.fields?.data ?? ''] ?? 'avatar_kind';
    return replyInvalid(form, { lastResult, notice: formMessage(`error_strings.${fault}`) });
  }
  return replyChildFailure(childForm, outcome, submission);
}

export async function dropPhoto(childForm: ChildForm) {
  const { parent, form } = childForm;
  const submission = readAvatar(form);
  return formAction(form, {
    call: (key) => removePhoto(parent.api, textOf(form.fields, 'child_id'), key),
    done: () => finishPhotoChange(childForm, submission, 'toast.photo_removed'),
    failed: (failure) => replyChildFailure(childForm, failure, submission),
  });
}
