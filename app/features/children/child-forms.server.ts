import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { isNamesake, tellApart } from '~/domain/child';
import type { ChildId } from '~/domain/ids';
import { isTimeZone } from '~/domain/time';
import {
  attempt,
  isEcho,
  notice,
  type Outcome,
  type SubmittedForm,
  showAgain,
  textOf,
  toIdempotencyKey,
  toNotice,
} from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { leaveToast, type Toast } from '~/server/toast.server';
import { validateChild, validateFace } from './child.schemas';
import {
  type ChildFacts,
  type ChildVersion,
  createChild,
  putPhoto,
  removeChild,
  removePhoto,
  updateChild,
  updateFace,
} from './children.server';
import { readPhoto } from './photo.server';
import { listLosses } from './removal-words';
import { shortenName } from './short-name';

/** A form about a child: who sent it, and the page that it leads back to. */
export type ChildForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm; back: string };
type Failure = Exclude<Outcome<unknown>, { kind: 'done' }>;
type Submission = ReturnType<typeof validateChild> | ReturnType<typeof validateFace>;

/** What a page with children posts about one of them; null for every other button. */
export async function answerChildForm(place: ChildForm) {
  switch (place.form.intent) {
    case 'new-child':
    case 'new-child-pair':
      return addChild(place);
    case 'edit-child':
      return editChild(place);
    case 'face':
      return changeFace(place);
    case 'photo':
      return changePhoto(place);
    case 'remove-photo':
      return dropPhoto(place);
    case 'remove-child':
      return answerRemoveChild(place);
    default:
      return null;
  }
}

async function addChild(place: ChildForm) {
  const { parent, form, back } = place;
  const read = readFacts(form);
  if ('again' in read) return read.again;
  const idempotencyKey = await toIdempotencyKey(form);
  const outcome = await attempt(() => createChild(parent.api, read.facts, idempotencyKey));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome, read.submission);
  const made = outcome.kind === 'done' ? outcome.value : null;
  const names = made === null ? null : await listNamesakes(place, { id: made.id, name: made.name });
  const name = shortenName(read.facts.name);
  const [key, params] = names === null ? ['toast.child_added', { name }] : ['toast.child_added_namesake', { name, names }];
  if (made === null || form.intent !== 'new-child-pair') return lead(place, back, key, params);
  const connect = `/connect?child=${encodeURIComponent(made.id)}`;
  return names === null ? redirect(connect) : lead(place, connect, key, params);
}

async function editChild(place: ChildForm) {
  const { parent, form, back } = place;
  const read = readFacts(form);
  if ('again' in read) return read.again;
  const key = await toIdempotencyKey(form);
  const version = versionOf(form);
  const outcome = await attempt(() => updateChild(parent.api, version, read.facts, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome, read.submission);
  const { name } = read.facts;
  const isRenamed = parent.account.children.find(({ id }) => id === version.id)?.givenName !== name;
  const names = isRenamed ? await listNamesakes(place, { id: version.id, name }) : null;
  return names === null ? lead(place, back, 'toast.saved') : lead(place, back, 'toast.saved_namesake', { name: shortenName(name), names });
}

/** Under which names the pages show the children that are called as this one is from now on; null where no other is. */
async function listNamesakes({ request, parent }: ChildForm, changed: { id: ChildId; name: string }): Promise<string | null> {
  const before = parent.account.children.map(({ id, givenName }) => ({ id, name: id === changed.id ? changed.name : givenName }));
  const after = tellApart(before.some(({ id }) => id === changed.id) ? before : [...before, changed]);
  const own = after.filter((child) => isNamesake(child.givenName, changed.name));
  if (own.length < 2) return null;
  const list = new Intl.ListFormat(languageOf(request), { type: 'conjunction' });
  return list.format(own.map(({ name }) => shortenName(name)));
}

/** What the form says of a child, or the form once more. */
function readFacts(form: SubmittedForm) {
  const submission = validateChild(form.fields);
  if (submission.status !== 'success') return { again: showAgain(form, { lastResult: submission.reply() }) };
  const { name, birthday = null, gender = null, time_zone: timeZone, locale = null } = submission.value;
  if (!isTimeZone(timeZone))
    return { again: showAgain(form, { lastResult: submission.reply({ fieldErrors: { time_zone: ['missing_time_zone'] } }) }) };
  const facts: ChildFacts = { name, birthday, gender, timeZone, locale };
  return { facts, submission };
}

async function changeFace(place: ChildForm) {
  const { parent, form, back } = place;
  const submission = validateFace(form.fields);
  // No form of ours posts another colour or drawing.
  if (submission.status !== 'success') throw new Response(null, { status: 400 });
  const { slot, avatar_idx: pictureIndex = null } = submission.value;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => updateFace(parent.api, versionOf(form), { slot, pictureIndex }, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome, submission);
  return lead(place, back, 'toast.saved');
}

/** What the API finds in a picture once it takes it apart, in words for people; everything else is no picture that can be read. */
const PHOTO_FAULTS: Record<string, string> = { empty: 'empty_avatar', too_large: 'avatar_too_large', dimensions: 'avatar_dimensions' };

async function changePhoto(place: ChildForm) {
  const { parent, form, back } = place;
  const photo = await readPhoto(form.fields);
  if ('fault' in photo) return showAgain(form, { notice: notice(`error_strings.${photo.fault}`) });
  // Another picture is another wish, also under the same token.
  const fields = new FormData();
  fields.set('child_id', textOf(form.fields, 'child_id'));
  fields.set('photo', photo.data);
  const key = await toIdempotencyKey({ ...form, fields });
  const outcome = await attempt(() => putPhoto(parent.api, textOf(form.fields, 'child_id'), photo.data, key));
  if (outcome.kind === 'done' || isEcho(outcome)) return lead(place, back, 'toast.photo_saved');
  if (outcome.kind === 'refused' && outcome.refusal.status === 400) {
    const fault = PHOTO_FAULTS[outcome.refusal.details.fields?.data ?? ''] ?? 'avatar_kind';
    return showAgain(form, { notice: notice(`error_strings.${fault}`) });
  }
  return refuse(form, outcome);
}

async function dropPhoto(place: ChildForm) {
  const { parent, form, back } = place;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removePhoto(parent.api, textOf(form.fields, 'child_id'), key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  return lead(place, back, 'toast.photo_removed');
}

/** Removes a child after the question and tells what went with it. */
async function answerRemoveChild(place: ChildForm) {
  const { request, parent, form, back } = place;
  const id = textOf(form.fields, 'child_id');
  const name = shortenName(parent.account.children.find((child) => child.id === id)?.name ?? '');
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => removeChild(parent.api, id, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) return refuse(form, outcome);
  if (outcome.kind === 'done' && outcome.value === false) return showAgain(form, { notice: notice('messages.no_users_deleted') });
  const receipt = outcome.kind === 'done' && outcome.value !== false ? outcome.value.receipt : null;
  const language = languageOf(request);
  const t = await i18n.getFixedT(language);
  const { gone, kept } = receipt === null ? { gone: null, kept: null } : listLosses(t, language, receipt);
  if (gone === null) return lead(place, back, 'toast.child_removed', { name });
  if (kept === null) return lead(place, back, 'toast.child_removed_with', { name, gone });
  return lead(place, back, 'toast.child_removed_but', { name, gone, kept });
}

function versionOf({ fields }: SubmittedForm): ChildVersion {
  return { id: textOf(fields, 'child_id'), updatedAt: Number(textOf(fields, 'updated_at')) };
}

function refuse(form: SubmittedForm, outcome: Failure, submission?: Submission) {
  const lastResult = submission?.reply() ?? null;
  return showAgain(form, { lastResult, notice: toNotice(outcome) }, outcome.kind === 'unknown' ? 503 : 400);
}

async function lead({ context }: ChildForm, to: string, key: string, params: Toast['text']['params'] = {}) {
  await leaveToast(context, { tone: 'good', text: { key, params }, undo: null });
  return redirect(to);
}
