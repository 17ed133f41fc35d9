import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Device } from '#app/domain/device';
import type { ChildId } from '#app/domain/ids';
import { isolateName } from '#app/domain/isolate-name';
import { shortenName } from '#app/features/children/short-name';
import { formMessage, isReplay, replyInvalid, type SubmittedForm, textOf, toIdempotencyKey } from '#app/server/form.server';
import { type Failure, formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { languageOf } from '#app/server/i18n.server';
import { saveWithMerge } from '#app/server/save-with-merge.server';
import { flashToast } from '#app/server/toast.server';
import { deviceSchema, fromWireDevice } from '#app/wire/family';
import { validateDeviceName, validateDeviceUsers } from './device.schemas';
import { DEVICE_GONE, isDeviceGone } from './device-gone';
import { changeDevice, installChildApp, removeDevice } from './devices.server';
import { toUsersText } from './users-text';

/** A form about a device, with its parent and the page of devices to return to. */
export type DeviceForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm; back: string };

/** Handles the device forms of a page. Returns null for any other intent. */
export async function answerDeviceForm(deviceForm: DeviceForm) {
  switch (deviceForm.form.intent) {
    case 'rename-device':
      return renameDevice(deviceForm);
    case 'device-users':
      return changeUsers(deviceForm);
    case 'install-app':
      return installApp(deviceForm);
    case 'remove-device':
      return answerRemoveDevice(deviceForm);
    default:
      return null;
  }
}

async function renameDevice(deviceForm: DeviceForm) {
  const { form } = deviceForm;
  const submission = validateDeviceName(form.fields);
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply() });
  const { name } = submission.value;
  return saveIfUnchanged(
    deviceForm,
    submission.reply(),
    { name },
    (device) => device.name,
    ({ name: now }) => isolateName(now),
  );
}

async function changeUsers(deviceForm: DeviceForm) {
  const { form } = deviceForm;
  const submission = validateDeviceUsers(form.fields);
  if (submission.status !== 'success') return replyInvalid(form, { lastResult: submission.reply() });
  const { users: childIds } = submission.value;
  const names = new Intl.ListFormat(languageOf(deviceForm.request), { type: 'conjunction' });
  return saveIfUnchanged(
    deviceForm,
    submission.reply(),
    { childIds },
    (device) => toUsersText(device.childIds),
    (now) => names.format(listNames(deviceForm.parent, now.childIds)),
  );
}

function listNames({ account }: Parent, childIds: Array<ChildId>): Array<string> {
  return account.children.filter(({ id }) => childIds.includes(id)).map(({ name }) => isolateName(shortenName(name)));
}

/**
 * Saves the change of one form. `textOfDevice` formats a device's value like the form's `opened` field. If another parent changed the
 * value, shows the form again with the typed value. The message then states the current value, formatted by `describeCurrent` (S29).
 */
async function saveIfUnchanged(
  deviceForm: DeviceForm,
  lastResult: SubmissionResult<Array<string>>,
  wanted: { name: string } | { childIds: Array<ChildId> },
  textOfDevice: (device: Pick<Device, 'name' | 'childIds'>) => string,
  describeCurrent: (now: Device) => string,
) {
  const { parent, form } = deviceForm;
  const key = await toIdempotencyKey(form);
  const { id, updatedAt } = versionOf(form);
  const known = [textOf(form.fields, 'opened'), textOfDevice({ name: '', childIds: [], ...wanted })];
  const { outcome, current } = await saveWithMerge(
    updatedAt,
    (at) => changeDevice(parent.api, { id, updatedAt: at, ...wanted }, key),
    toDevice,
    (now) => known.includes(textOfDevice(now)),
  );
  if (outcome.kind === 'done' || isReplay(outcome)) return redirectWithMessage(deviceForm.context, toDetails(deviceForm), 'toast.saved');
  if (current === null) return replyDeviceFailure(deviceForm, outcome, lastResult);
  const initialValue = { ...lastResult.initialValue, updated_at: String(current.updatedAt), opened: textOfDevice(current) };
  return replyInvalid(form, {
    lastResult: { ...lastResult, initialValue },
    notice: formMessage('error_strings.stale_now', { now: describeCurrent(current) }),
  });
}

function toDevice(current: unknown): Device | null {
  const row = deviceSchema.safeParse(current);
  return row.success ? fromWireDevice(row.data) : null;
}

/** Installs the child app on an Apple device. Errors use the specified texts (8.2.11). */
async function installApp(deviceForm: DeviceForm) {
  const { parent, form } = deviceForm;
  return formAction(form, {
    call: (key) => installChildApp(parent.api, idOf(form), key),
    done: () => redirect(`${toDetails(deviceForm)}&installed=1`),
    failed: (failure) => {
      if (failure.kind === 'unknown') return replyFailure(form, failure);
      if (isGone(deviceForm)) return redirectGone(deviceForm);
      const isTooSoon = failure.refusal.details.fields?.command === 'locked';
      return replyInvalid(form, { notice: formMessage(isTooSoon ? 'device.install_wait' : 'error_strings.install_child_app_error') });
    },
  });
}

/** Removes a device. If that fails, the page stays and shows an error (DEV-073). */
async function answerRemoveDevice(deviceForm: DeviceForm) {
  const { context, parent, form, back } = deviceForm;
  const refused = () =>
    isGone(deviceForm) ? redirectGone(deviceForm) : replyInvalid(form, { notice: formMessage('messages.delete_device_error') });
  // Without devices, both pages redirect to /connect. Redirecting there directly keeps a redirecting page out of the history, so Back
  // works.
  // For a repeated submission, the account was read after the removal.
  const remaining = parent.account.deviceCount - (isGone(deviceForm) ? 0 : 1);
  const to = remaining > 0 ? back : '/connect';
  return formAction(form, {
    call: (key) => removeDevice(parent.api, idOf(form), key),
    done: (isRemoved) => (isRemoved === false ? refused() : redirectWithMessage(context, to, 'toast.device_removed', { stay: 'confirm' })),
    failed: (failure) => (failure.kind === 'unknown' ? replyFailure(form, failure) : refused()),
  });
}

function idOf({ fields }: SubmittedForm) {
  return textOf(fields, 'device_id');
}

function versionOf(form: SubmittedForm) {
  return { id: idOf(form), updatedAt: Number(textOf(form.fields, 'updated_at')) };
}

function toDetails({ form, back }: DeviceForm): string {
  return `${back}?device=${encodeURIComponent(idOf(form))}`;
}

function isGone({ parent, form }: DeviceForm): boolean {
  return isDeviceGone(parent.account.children, idOf(form));
}

/** Redirects to the page below the dialog, with a message that the device no longer exists. */
async function redirectGone({ context, back }: DeviceForm) {
  await flashToast(context, DEVICE_GONE);
  return redirect(back);
}

/** Shows the form again with the message for a failed call, or leaves it if the device was removed. */
function replyDeviceFailure(
  deviceForm: DeviceForm,
  outcome: Failure,
  lastResult: NonNullable<Parameters<typeof replyInvalid>[1]['lastResult']>,
) {
  if (outcome.kind === 'refused' && isGone(deviceForm)) return redirectGone(deviceForm);
  return replyFailure(deviceForm.form, outcome, { lastResult });
}
