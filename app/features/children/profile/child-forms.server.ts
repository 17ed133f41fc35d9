import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { type Child, disambiguateNames, isNamesake } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import type { ChildId } from '#app/domain/ids';
import { attempt, formMessage, isReplay, replyInvalid, type SubmittedForm, textOf, toIdempotencyKey } from '#app/server/form.server';
import { type Failure, formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { saveWithMerge } from '#app/server/save-with-merge.server';
import { flashToast, type Toast, type ToastKey } from '#app/server/toast.server';
import { readZone, toShownZone } from '#app/server/zones.server';
import { fromWireUser, userSchema } from '#app/wire/family';
import { CHILD_GONE } from '../child-gone';
import {
  type ChildFacts,
  type ChildVersion,
  createChild,
  putPhoto,
  removeChild,
  removePhoto,
  updateAvatar,
  updateChild,
} from '../children.server';
import { hasPhoto, readPhoto } from '../photo/photo.server';
import { shortenName } from '../short-name';
import { validateAvatar, validateChild } from './child.schemas';
import { type ChildConflict, findConflict, toConflictMessage } from './child-conflict.server';
import { toAvatarText, toChildFormValues } from './child-form-values';
import { listLosses } from './removal-text';

/** A posted form about a child, with its parent and the page to return to. */
export type ChildForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm; back: string };
type AvatarSubmission = ReturnType<typeof validateAvatar>;
type Submission = ReturnType<typeof validateChild> | AvatarSubmission;

/**
 * Handles a form about a child, selected by its submit button.
 * @returns a redirect or the form with its errors; null for any other button
 */
export async function answerChildForm(childForm: ChildForm) {
  switch (childForm.form.intent) {
    case 'new-child':
    case 'new-child-pair':
      return addChild(childForm);
    case 'edit-child':
      return editChild(childForm);
    case 'face':
      return hasPhoto(childForm.form.fields) ? changePhoto(childForm) : changeAvatar(childForm);
    case 'remove-photo':
      return dropPhoto(childForm);
    case 'remove-child':
      return answerRemoveChild(childForm);
    default:
      return null;
  }
}

async function addChild(childForm: ChildForm) {
  const { parent, form } = childForm;
  const read = readFacts(childForm);
  if ('again' in read) return read.again;
  return formAction(form, {
    call: (key) => createChild(parent.api, read.facts, key),
    done: (made) => showAdded(childForm, read.facts, made),
    failed: (failure) => refuse(childForm, failure, read.submission),
  });
}

/** Redirects with a message. `made`: the new child; null for a resubmitted form. */
async function showAdded(childForm: ChildForm, facts: ChildFacts, made: Awaited<ReturnType<typeof createChild>> | null) {
  const { form, back } = childForm;
  const names = made === null ? null : await listNamesakes(childForm, { id: made.id, name: made.name });
  const name = shortenName(facts.name);
  const key = names === null ? 'toast.child_added' : 'toast.child_added_namesake';
  const params: Toast['text']['params'] = names === null ? { name } : { name, names };
  if (made === null || form.intent !== 'new-child-pair') return redirectWithMessage(childForm.context, back, key, { params });
  const connect = `/connect?child=${encodeURIComponent(made.id)}`;
  return redirectWithMessage(childForm.context, connect, key, { params });
}

async function editChild(childForm: ChildForm) {
  const { parent, form, back } = childForm;
  const read = readFacts(childForm);
  if ('again' in read) return read.again;
  const { facts, submission } = read;
  const key = await toIdempotencyKey(form);
  const save = (version: ChildVersion) => attempt(() => updateChild(parent.api, version, facts, key));
  const typed = toChildFormValues(facts);
  const version = versionOf(form);
  let outcome = await save(version);
  let conflict = findConflict(form, typed, outcome);
  // The other parent changed only data that this form does not show, such as bonus time or the profile picture. Saving again loses nothing.
  if (conflict !== null && conflict.differing.length === 0) {
    outcome = await save({ ...version, updatedAt: conflict.current.updatedAt });
    conflict = findConflict(form, typed, outcome);
  }
  if (conflict !== null) return showConflict(childForm, submission, conflict);
  if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(childForm, outcome, submission);
  const { name } = facts;
  const isRenamed = parent.account.children.find(({ id }) => id === version.id)?.givenName !== name;
  const names = isRenamed ? await listNamesakes(childForm, { id: version.id, name }) : null;
  return names === null
    ? redirectWithMessage(childForm.context, back, 'toast.saved')
    : redirectWithMessage(childForm.context, back, 'toast.saved_namesake', { params: { name: shortenName(name), names } });
}

/** Shows the form again with merged values and a message about the differences. Keeps typed values and updates all others. */
async function showConflict({ request, form }: ChildForm, submission: Submission, conflict: ChildConflict) {
  const { current, now, merged } = conflict;
  const zone = toShownZone(request, merged.time_zone).label;
  const initialValue = { ...merged, time_zone: zone, updated_at: String(current.updatedAt), opened: JSON.stringify(now) };
  return replyInvalid(form, { lastResult: { ...submission.reply(), initialValue }, notice: await toConflictMessage(request, conflict) });
}

/** Returns the names that pages now show for all children with the changed name; null if no other child has it. */
async function listNamesakes({ request, parent }: ChildForm, changed: { id: ChildId; name: string }): Promise<string | null> {
  const before = parent.account.children.map(({ id, givenName }) => ({ id, name: id === changed.id ? changed.name : givenName }));
  const after = disambiguateNames(before.some(({ id }) => id === changed.id) ? before : [...before, changed]);
  const own = after.filter((child) => isNamesake(child.givenName, changed.name));
  if (own.length < 2) return null;
  const list = new Intl.ListFormat(languageOf(request), { type: 'conjunction' });
  return list.format(own.map(({ name }) => shortenName(name)));
}

/** Returns the validated facts of the child, or the form with its errors. */
function readFacts({ request, form }: ChildForm) {
  const submission = validateChild(form.fields);
  if (submission.status !== 'success') return { again: replyInvalid(form, { lastResult: submission.reply() }) };
  const { name, birthday = null, gender = null, time_zone: typedZone, locale = null } = submission.value;
  const zone = readZone(request, typedZone);
  if ('fault' in zone) return { again: replyInvalid(form, { lastResult: submission.reply({ fieldErrors: { time_zone: [zone.fault] } }) }) };
  const facts: ChildFacts = { name, birthday, gender, timeZone: zone.zone, locale };
  return { facts, submission };
}

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

async function changeAvatar(childForm: ChildForm) {
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
  if (current === null) return refuse(childForm, outcome, submission);
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

async function changePhoto(childForm: ChildForm) {
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
  return refuse(childForm, outcome, submission);
}

async function dropPhoto(childForm: ChildForm) {
  const { parent, form } = childForm;
  const submission = readAvatar(form);
  return formAction(form, {
    call: (key) => removePhoto(parent.api, textOf(form.fields, 'child_id'), key),
    done: () => finishPhotoChange(childForm, submission, 'toast.photo_removed'),
    failed: (failure) => refuse(childForm, failure, submission),
  });
}

/** Removes a child after confirmation and reports what was deleted with it. */
async function answerRemoveChild(childForm: ChildForm) {
  const { request, parent, form, back } = childForm;
  const id = textOf(form.fields, 'child_id');
  const name = shortenName(parent.account.children.find((child) => child.id === id)?.name ?? '');
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removeChild(parent.api, id, key));
  if (outcome.kind === 'refused' && outcome.refusal.message === MESSAGES.noUsersDeleted) {
    if (isGone(childForm)) return redirectGone(childForm);
    return replyInvalid(form, { notice: formMessage('child.none_removed', { message: MESSAGES.noUsersDeleted, name }) });
  }
  if (outcome.kind !== 'done' && !isReplay(outcome)) return refuse(childForm, outcome);
  const receipt = outcome.kind === 'done' ? outcome.value.receipt : null;
  const language = languageOf(request);
  const t = await i18n.getFixedT(language);
  const { gone, kept } = receipt === null ? { gone: null, kept: null } : listLosses(t, language, receipt);
  // For a family without devices, `back` redirects to /connect, so this redirects there directly.
  const to = parent.account.deviceCount > (receipt?.devices ?? 0) ? back : '/connect';
  if (gone === null) return redirectWithMessage(childForm.context, to, 'toast.child_removed', { params: { name }, stay: 'confirm' });
  if (kept === null)
    return redirectWithMessage(childForm.context, to, 'toast.child_removed_with', { params: { name, gone }, stay: 'confirm' });
  return redirectWithMessage(childForm.context, to, 'toast.child_removed_but', { params: { name, gone, kept }, stay: 'confirm' });
}

function versionOf({ fields }: SubmittedForm): ChildVersion {
  return { id: textOf(fields, 'child_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

/** True if the form names a child that does not belong to the account, or no longer does. */
function isGone({ parent, form }: ChildForm): boolean {
  return form.fields.has('child_id') && !parent.account.children.some(({ id }) => id === textOf(form.fields, 'child_id'));
}

/** Redirects with a message, because the dialog of a removed child no longer exists. */
async function redirectGone({ context, back }: ChildForm) {
  await flashToast(context, CHILD_GONE);
  return redirect(back);
}

function refuse(childForm: ChildForm, outcome: Failure, submission?: Submission) {
  if (outcome.kind === 'refused' && isGone(childForm)) return redirectGone(childForm);
  const lastResult = submission?.reply() ?? null;
  return replyFailure(childForm.form, outcome, { lastResult });
}
