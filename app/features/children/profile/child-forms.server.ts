import { disambiguateNames, isNamesake } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import type { ChildId } from '#app/domain/ids';
import { attempt, formMessage, isReplay, replyInvalid, textOf, toIdempotencyKey } from '#app/server/form.server';
import { formAction, redirectWithMessage } from '#app/server/form-action.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import type { Toast } from '#app/server/toast.server';
import { readZone, toShownZone } from '#app/server/zones.server';
import { type ChildFacts, type ChildVersion, createChild, removeChild, updateChild } from '../children.server';
import { hasPhoto } from '../photo/photo.server';
import { shortenName } from '../short-name';
import { changeAvatar, changePhoto, dropPhoto } from './avatar-forms.server';
import { validateChild } from './child.schemas';
import { type ChildConflict, findConflict, toConflictMessage } from './child-conflict.server';
import { toChildFormValues } from './child-form-values';
import { type ChildForm, isGone, redirectGone, replyChildFailure, type Submission, versionOf } from './posted-child.server';
import { listLosses } from './removal-text';

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
    failed: (failure) => replyChildFailure(childForm, failure, read.submission),
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
  if (outcome.kind !== 'done' && !isReplay(outcome)) return replyChildFailure(childForm, outcome, submission);
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

/** Returns the names that pages now show for all children with the changed name. Null if no other child has it. */
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
  if (outcome.kind !== 'done' && !isReplay(outcome)) return replyChildFailure(childForm, outcome);
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
