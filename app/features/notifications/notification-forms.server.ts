import { type AppLoadContext, data, replace } from '@remix-run/cloudflare';
import { type BundleId, type Directive, directiveOf, type Granularity } from '#app/domain/app-rules';
import type { ChildId } from '#app/domain/ids';
import { UNDO_MS } from '#app/domain/undo';
import { shortenName } from '#app/features/children/short-name';
import type { Api } from '#app/server/api.server';
import {
  attempt,
  type FormMessage,
  type FormReply,
  formMessage,
  readForm,
  replyInvalid,
  type SubmittedForm,
  textOf,
  toIdempotencyKey,
} from '#app/server/form.server';
import { replyFailure } from '#app/server/form-action.server';
import { changeGranularity, compareWithStored, isStale } from '#app/server/granularity.server';
import type { Parent } from '#app/server/guards.server';
import { languageOf, localeOf } from '#app/server/i18n.server';
import { toOwnPath } from '#app/server/redirect.server';
import { redirectBack } from '#app/server/redirect-back.server';
import { flashToast, type Toast, type ToastKey } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { putGranularity } from '#app/wire/granularity';
import { newAppFieldsSchema, notificationFieldsSchema, undoAppFieldsSchema } from './notification.schemas';
import { findNotification, isGone, listNotifications, updateNotifications } from './notifications.server';
import { NOTIFICATIONS } from './notifications-page.server';

const DIRECTIVES = { 'app-allow': 'A', 'app-never': 'N' } as const;
const WORDS = { 'app-allow': 'notices.app_allowed', 'app-never': 'notices.app_never' } as const;
const WORDS_FOR = { 'app-allow': 'notices.app_allowed_for', 'app-never': 'notices.app_never_for' } as const;

type NotificationForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm };

/**
 * Handles the forms of notifications: dismiss, undo, mark all as read, and the rule of a new app. The notifications page and a child's page
 * post them.
 */
export async function answerNotificationForm(request: Request, context: AppLoadContext, parent: Parent) {
  const notificationForm: NotificationForm = { request, context, parent, form: await readForm(request) };
  const { intent } = notificationForm.form;
  switch (intent) {
    case 'dismiss':
      return dismiss(notificationForm);
    case 'undo':
      return redirectBack(context, notificationForm.form, await undo(notificationForm));
    case 'read-all':
      return readAll(notificationForm);
    case 'app-allow':
    case 'app-never':
      return answerNewApp(notificationForm, intent);
    default:
      return replyInvalid(notificationForm.form, { notice: formMessage('error_strings.unknown') });
  }
}

async function dismiss(notificationForm: NotificationForm) {
  const { parent, form } = notificationForm;
  const fields = notificationFieldsSchema.safeParse(Object.fromEntries(form.fields));
  if (!fields.success) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const { notif_id: id } = fields.data;
  const outcome = await attempt(() => updateNotifications(parent.api, [{ id, hidden: true }]));
  if (outcome.kind === 'refused' && isGone(outcome.refusal)) return redirectGone(notificationForm, 'good');
  if (outcome.kind !== 'done') return replyFailure(form, outcome);
  return showDone(notificationForm, { key: 'notices.dismissed', params: {} }, { notif_id: id });
}

/**
 * Allows or blocks the app for the children who still use the device, and hides the notification. Reads the notification again, because its
 * children may have changed since the page was rendered. If some no longer use the device, the message names the others. The notification
 * stays visible if it now concerns more children.
 */
async function answerNewApp(notificationForm: NotificationForm, intent: keyof typeof DIRECTIVES) {
  const { parent, form } = notificationForm;
  const fields = newAppFieldsSchema.safeParse({ ...Object.fromEntries(form.fields), user_ids: form.fields.getAll('user_id') });
  if (!fields.success) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const { notif_id: id, user_ids, bundle_id } = fields.data;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(async () => {
    const asked = await findNotification(parent.api, id);
    const childIds = asked?.bundleId === bundle_id ? asked.childIds.filter((childId) => user_ids.includes(childId)) : [];
    const before = new URLSearchParams();
    for (const childId of childIds) before.set(childId, await setAppRule(parent, childId, bundle_id, DIRECTIVES[intent], key));
    if (childIds.length > 0 && childIds.length === asked?.childIds.length) await updateNotifications(parent.api, [{ id, hidden: true }]);
    return { before: before.toString(), childIds };
  });
  if (outcome.kind !== 'done') return replyFailure(form, outcome, { messages: planMessages(parent) });
  const { before, childIds } = outcome.value;
  if (childIds.length === 0) return redirectGone(notificationForm, 'bad');
  const isForAll = childIds.length === new Set(user_ids).size;
  const params: Toast['text']['params'] = isForAll ? {} : { children: toNames(notificationForm, childIds) };
  const text = { key: (isForAll ? WORDS : WORDS_FOR)[intent], params };
  return showDone(notificationForm, text, { notif_id: id, bundle_id, did: DIRECTIVES[intent], before });
}

function toNames({ request, parent }: NotificationForm, childIds: Array<ChildId>): string {
  const names = parent.account.children.filter(({ id }) => childIds.includes(id)).map(({ name }) => shortenName(name));
  return new Intl.ListFormat(languageOf(request), { type: 'conjunction' }).format(names);
}

/** Returns to the page with a message that the notification needs no answer. */
async function redirectGone({ context, form }: NotificationForm, tone: Toast['tone']) {
  await flashToast(context, { tone, text: { key: 'notices.gone', params: {} }, undo: null });
  return done(form);
}

/**
 * Restores the notification and the app's previous rule for each child. If somebody changed a rule since then, that rule and the hidden
 * notification stay unchanged.
 */
async function undo(notificationForm: NotificationForm) {
  const { parent, form, context } = notificationForm;
  const fields = notificationFieldsSchema.safeParse(Object.fromEntries(form.fields));
  if (!fields.success) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const app = undoAppFieldsSchema.safeParse(Object.fromEntries(form.fields)).data;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(async () => {
    let isAll = true;
    for (const [childId, directive] of app?.before ?? []) {
      const isBack = await undoNotificationChange(
        parent.api,
        childId,
        { bundleId: app?.bundle_id ?? '', did: app?.did ?? 'A', before: directive },
        key,
      );
      isAll &&= isBack;
    }
    if (isAll) await updateNotifications(parent.api, [{ id: fields.data.notif_id, hidden: false }]);
    return isAll;
  });
  if (outcome.kind !== 'done') return replyFailure(form, outcome, { messages: planMessages(parent) });
  const text = { key: outcome.value ? ('toast.undone' as const) : ('notices.undo_changed' as const), params: {} };
  await flashToast(context, { tone: outcome.value ? 'good' : 'bad', text, undo: null });
  return replace(toBack(form));
}

/** Restores an app's previous rule for a child. Returns false if somebody changed it since then. */
export async function undoNotificationChange(
  api: Api,
  childId: ChildId,
  { bundleId, did, before }: { bundleId: BundleId; did: Directive; before: Directive },
  key: string,
): Promise<boolean> {
  const patch = { app_directives: { [bundleId]: before } };
  const compareStored = (stored: Granularity) => compareWithStored(directiveOf(stored, bundleId), did, before);
  try {
    await changeGranularity(api, childId, { patch, compareStored }, `${key}.${childId}`);
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}

/** Sets an app's rule for a child and returns the previous one. A repeated form gets the previous rule of its first submit. */
async function setAppRule({ api }: Parent, user_id: ChildId, bundleId: BundleId, directive: Directive, key: string) {
  const body = { user_id, patch: { app_directives: { [bundleId]: directive } } };
  const { replaced } = await api.call(putGranularity, { query: {}, body }, { idempotencyKey: `${key}.${user_id}` });
  return Object.hasOwn(replaced, bundleId) ? (replaced[bundleId] ?? 'S') : 'S';
}

async function readAll({ request, parent, form }: NotificationForm) {
  const now = Date.now();
  const outcome = await attempt(async () => {
    // Skips notifications that arrived after the page was rendered, because the parent has not seen them.
    const unread = (await listNotifications(parent.api, localeOf(request))).filter(
      ({ readAt, shownAt }) => readAt === null && shownAt !== null,
    );
    await updateNotifications(
      parent.api,
      unread.map(({ id }) => ({ id, readAt: now })),
    );
  });
  return outcome.kind === 'done' ? done(form) : replyFailure(form, outcome);
}

/** Returns the message for a refusal if the plan has no app rules. The plan may have changed since the page was rendered. */
function planMessages({ account }: Parent): Record<string, FormMessage> {
  if (account.entitlements.limits.granularity === 'on') return {};
  return { [ERROR_CODES.insufficientPrivileges]: formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' }) };
}

async function showDone({ context, form }: NotificationForm, text: Toast['text'] & { key: ToastKey }, fields: Record<string, string>) {
  const taken: Toast['undo'] = {
    action: NOTIFICATIONS,
    intent: 'undo',
    fields,
    until: Date.now() + UNDO_MS,
  };
  await flashToast(context, { tone: 'good', text, undo: taken });
  return done(form);
}

/** Returns data for a submit by script, and a redirect to the form's page otherwise. */
function done(form: SubmittedForm) {
  if (textOf(form.fields, 'by') !== 'script') return replace(toBack(form));
  const reply: FormReply = { intent: form.intent, token: form.token, notice: null, lastResult: null };
  return data(reply);
}

/** Returns the page that the form was on. */
function toBack({ fields }: SubmittedForm): string {
  return toOwnPath(textOf(fields, 'back')) ?? NOTIFICATIONS;
}
