import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { KnownChild } from '#app/domain/child';
import { UNDO_MS } from '#app/domain/undo';
import { formatDate } from '#app/features/shell/time/times';
import { type FormMessage, formMessage, readForm, replyInvalid, type SubmittedForm, textOf } from '#app/server/form.server';
import { type FormAnswer, formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { formatsOf, i18n, languageOf } from '#app/server/i18n.server';
import { redirectBack } from '#app/server/redirect-back.server';
import { ERROR_CODES, type Refusal } from '#app/wire/errors';
import { cancelCapture, deleteSamples, requestCapture, restoreSamples, storeAskOnDelete } from './gallery.server';

type GalleryForm = { request: Request; context: AppLoadContext; parent: Parent; child: KnownChild; form: SubmittedForm };

/** Maximum length of the ids in the message with Undo, which is a cookie of at most 4 KB. */
const UNDO_IDS_MAX = 2_400;
/** Maximum number of screenshots that one form deletes. */
const DELETE_MAX = 500;

/** Handles the forms of the list: capture, cancel, delete, and undo of a deletion. */
export async function answerGallery(request: Request, context: AppLoadContext, parent: Parent, child: KnownChild): Promise<FormAnswer> {
  const form = await readForm(request);
  return redirectBack(context, form, await answerForm({ request, context, parent, child, form }));
}

async function answerForm(galleryForm: GalleryForm): Promise<FormAnswer> {
  switch (galleryForm.form.intent) {
    case 'capture':
      return capture(galleryForm);
    case 'capture-cancel':
      return cancel(galleryForm);
    case 'delete':
      return remove(galleryForm);
    case 'delete-undo':
      return restore(galleryForm);
    case 'delete-ask':
      await storeAskOnDelete(galleryForm.parent.api, true);
      return redirect(toHere(galleryForm));
    default:
      return replyInvalid(galleryForm.form, { notice: formMessage('error_strings.unknown') });
  }
}

/** Returns the address of the list without an open question. */
function toHere({ request }: GalleryForm): string {
  const url = new URL(request.url);
  for (const name of ['delete', 'index', '_data']) url.searchParams.delete(name);
  return url.pathname + url.search;
}

function capture(galleryForm: GalleryForm) {
  const { parent, child, form } = galleryForm;
  return formAction(form, {
    call: (key) => requestCapture(parent.api, child.id, textOf(form.fields, 'device'), key),
    done: () => redirect(`/gallery/${child.id}`),
    failed: async (failure) =>
      replyFailure(form, failure, { messages: failure.kind === 'refused' ? await captureMessages(galleryForm, failure.refusal) : {} }),
  });
}

/** Returns the messages for a refused request: the plan, the month's limit, or the device. */
async function captureMessages({ request, parent: { account } }: GalleryForm, { details }: Refusal): Promise<Record<string, FormMessage>> {
  const plan = { to: '/subscription', key: 'limits.see_plan' };
  const t = await i18n.getFixedT(languageOf(request));
  const date = formatDate(t, details.resetsAt ?? account.counts.resetsAt, account.timeZone, Date.now(), formatsOf(request));
  return {
    plan: formMessage('limits.not_in_plan', {}, plan),
    limit: formMessage('gallery.used_up', { date }, plan),
    ...(details.fields === undefined ? {} : { [ERROR_CODES.unknown]: formMessage('gallery.cannot_capture') }),
  };
}

function cancel(galleryForm: GalleryForm) {
  const { parent, form } = galleryForm;
  return formAction(form, {
    call: (key) => cancelCapture(parent.api, textOf(form.fields, 'command'), key),
    done: () => redirect(toHere(galleryForm)),
    failed: (failure) => replyFailure(form, failure),
  });
}

/** Deletes the chosen screenshots. The message offers to undo it, if their ids fit into it. */
async function remove(galleryForm: GalleryForm) {
  const { context, parent, child, form } = galleryForm;
  const ids = [...new Set(form.fields.getAll('delete').map(String))].filter((id) => id !== '').slice(0, DELETE_MAX);
  if (ids.length === 0) return replyInvalid(form, { notice: formMessage('gallery.none_selected') });
  if (textOf(form.fields, 'dont_ask') !== '') await storeAskOnDelete(parent.api, false);
  const fields = { ids: ids.join(' ') };
  const hasUndo = fields.ids.length <= UNDO_IDS_MAX;
  return formAction(form, {
    call: (key) => deleteSamples(parent.api, ids, hasUndo, key),
    done: () => {
      const undo = { action: `/gallery/${child.id}`, intent: 'delete-undo', fields, until: Date.now() + UNDO_MS };
      return redirectWithMessage(context, toHere(galleryForm), 'toast.deleted', { undo: hasUndo ? undo : null });
    },
    failed: (failure) => replyFailure(form, failure),
  });
}

function restore(galleryForm: GalleryForm) {
  const { context, parent, form } = galleryForm;
  const ids = textOf(form.fields, 'ids')
    .split(' ')
    .filter((id) => id !== '');
  if (ids.length === 0) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  return formAction(form, {
    call: (key) => restoreSamples(parent.api, ids.slice(0, DELETE_MAX), key),
    done: (count) =>
      count === 0
        ? redirectWithMessage(context, toHere(galleryForm), 'toast.undo_too_late', { tone: 'bad' })
        : redirectWithMessage(context, toHere(galleryForm), 'toast.undone'),
    failed: (failure) => replyFailure(form, failure),
  });
}
