import type { AppLoadContext } from '@remix-run/cloudflare';
import { compareByName, type KnownChild } from '#app/domain/child';
import type { ChildId } from '#app/domain/ids';
import { includesMonitoring, includesSamples } from '#app/domain/sample-config';
import type { Instant } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { CHILD_GONE } from '#app/features/children/child-gone';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { findChildStatus, toStatusRead } from '#app/features/children/status/child-status.server';
import { readFingerprint } from '#app/features/keys/key-page.server';
import { sha256Hex } from '#app/keys/sign';
import { toAccountState } from '#app/server/account.server';
import type { Api, Read } from '#app/server/api.server';
import { updateOwnFlow } from '#app/server/flow.server';
import { formMessage, newFormToken, readForm, replyInvalid, type SubmittedForm, textOf } from '#app/server/form.server';
import { formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import { isStale } from '#app/server/granularity.server';
import type { Parent } from '#app/server/guards.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { HOME, redirectWithToast } from '#app/server/redirect.server';
import { redirectBack } from '#app/server/redirect-back.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { type ConfigChange, getUserConfig, getVewInfo, type UserConfigWire, updateUserConfig, type VewInfoWire } from '#app/wire/samples';
import {
  applyChange,
  type Fields,
  fieldOf,
  HOURS,
  hasSettings,
  parseChange,
  type SampleSettings,
  type SettingsChange,
  type SettingsFault,
  toHoursText,
} from './sample-settings';

/** Returns the read of the settings page that is sent ahead. */
export function toSettingsReads(childId: ChildId | undefined): Array<Read> {
  return childId === undefined ? [] : [toStatusRead(childId)];
}

/** @throws a redirect with a neutral message for a foreign, unknown or removed ID (A112) */
async function requireChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Promise<KnownChild> {
  const child = account.children.find(({ id }) => id === childId);
  if (child !== undefined) return child;
  throw await redirectWithToast(context, HOME, CHILD_GONE);
}

/** Loads the settings of a child's screenshots, and what each device can do (GAL-052, GAL-053, GAL-059). */
export async function loadSettings(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId | undefined) {
  const child = await requireChild(context, parent, childId);
  const { api, account } = parent;
  const now = Date.now();
  const [found, stored, info] = await Promise.all([
    findChildStatus(api, child.id, account.children),
    readSettings(api, child.id),
    api.call(getVewInfo, toInput('get_vew_info', child.id), asRead()),
  ]);
  await updateOwnFlow(request, context, account.id, { childId: child.id });
  const entries: Array<SwitcherEntry> = account.children.toSorted(compareByName).map(({ id, name, colorSlot, pictureIndex, photo }) => ({
    id,
    name,
    colorSlot,
    pictureIndex,
    photo,
    view: found?.views.get(id) ?? 'unmanaged',
  }));
  const facts = found?.devices ?? [];
  return {
    child: { id: child.id, name: child.name },
    zone: child.timeZone,
    parentZone: account.timeZone,
    entries,
    settings: stored.settings,
    devices: (found?.status.devices ?? []).map((device) => {
      const applied = facts.find(({ id }) => id === device.id)?.policy.applied ?? null;
      return {
        id: device.id,
        name: device.name,
        batteryLevel: device.batteryLevel,
        lastSeenAt: device.lastSeenAt,
        ...toAbility(info, device.id),
        /** When settings were saved that the device has not reported yet; null if it has all. */
        waitsSince: stored.updatedAt > (applied?.policyAt ?? 0) ? stored.updatedAt : null,
      };
    }),
    quota: { limit: info.quota.limit === 'unlimited' ? null : info.quota.limit, used: info.quota.used, resetsAt: info.quota.resets_ts },
    plan: includesMonitoring(account.entitlements) ? 'monitoring' : includesSamples(account.entitlements) ? 'samples' : 'none',
    fingerprint: (await readFingerprint(parent))?.words ?? null,
    now,
    accountState: toAccountState(account, now),
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
    titleParams: { name: child.name },
  };
}

export type SettingsPageData = Awaited<ReturnType<typeof loadSettings>>;

function toAbility({ devices }: VewInfoWire, id: string) {
  const device = devices.find(({ device_id }) => device_id === id);
  return {
    isActive: device?.vewStatus === 'active',
    why: device?.why ?? null,
    version: device?.version ?? '',
    lastSampleAt: device?.last_sample_ts ?? null,
  };
}

async function readSettings(api: Api, childId: ChildId) {
  return fromWireConfig(await api.call(getUserConfig, toInput('get_user_config', childId), asRead()));
}

function toInput<Type extends string>(request_type: Type, childId: ChildId) {
  return { query: {}, body: { request_type, request_args: { user_id: childId } } };
}

/** Every POST needs a key, also one that only reads. The server does not keep it. */
function asRead() {
  return { idempotencyKey: crypto.randomUUID() };
}

function fromWireConfig({ user_enabled, ocr, automated, updated_ts }: UserConfigWire): { settings: SampleSettings; updatedAt: Instant } {
  const settings = {
    isOn: user_enabled,
    isAutomatic: automated.enabled,
    hours: { everyMinutes: automated.interval_min, quiet: automated.quiet },
    categories: ocr.categories,
    terms: { custom: ocr.custom_terms, ignored: ocr.ignore_terms },
  };
  return { settings, updatedAt: updated_ts };
}

/** Saves the settings that a form changes (GAL-054 to GAL-056). A form sent by script while the page stays open has the field `auto`. */
export async function answerSettings(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId | undefined) {
  const child = await requireChild(context, parent, childId);
  const form = await readForm(request);
  const fields: Fields = [...form.fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  if (!hasSettings(fields)) return replyInvalid(form, { notice: formMessage('error_strings.unknown') });
  const parsed = parseChange(fields);
  if ('fault' in parsed) return replyFault(request, form, parsed.fault);
  const { change } = parsed;
  return formAction(form, {
    call: async (key) => ({ fault: await save(parent.api, child.id, change, key) }),
    done: (saved) => {
      if (saved !== null && saved.fault !== null) return replyFault(request, form, saved.fault);
      if (form.fields.has('auto')) return replyInvalid(form, {}, 200);
      return redirectSaved(context, form, new URL(request.url).pathname);
    },
    failed: (failure) => {
      const notInPlan = formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' });
      const stale = formMessage('error_strings.stale_kept');
      return replyFailure(form, failure, {
        messages: { [ERROR_CODES.insufficientPrivileges]: notInPlan, stale },
        lastResult: { status: 'error', initialValue: toTyped(form) },
      });
    },
  });
}

/** Returns to the page that the form came from. If a screenshot's page ignored a term there, the message offers to undo it. */
async function redirectSaved(context: AppLoadContext, form: SubmittedForm, path: string) {
  const fields = { [fieldOf('ignored', 'remove')]: textOf(form.fields, fieldOf('ignored', 'add')) };
  const undo = form.intent === 'ignore' ? { action: path, intent: 'ignore-undo', fields, until: Date.now() + UNDO_MS } : null;
  const key = form.intent === 'ignore-undo' ? 'toast.undone' : 'toast.saved';
  return redirectBack(context, form, await redirectWithMessage(context, path, key, { undo }));
}

/** Maximum number of attempts if another change is saved in between. */
const TRIES = 4;

/**
 * Saves the change on top of what is stored. Returns the fault of a list that would be too long, else null.
 * @throws Refusal with reason `stale` if the hours are no longer those that the form showed
 */
async function save(api: Api, childId: ChildId, change: SettingsChange, key: string, tries = TRIES): Promise<SettingsFault | null> {
  const { settings, updatedAt } = await readSettings(api, childId);
  const { hours } = change;
  const storedHours = toHoursText(settings.hours);
  if (hours !== undefined && storedHours !== hours.was && storedHours !== toHoursText(hours)) {
    throw new Refusal(ERROR_CODES.unknown, 400, 'Changed since it was read', { reason: 'stale' });
  }
  const applied = applyChange(settings, change);
  if ('fault' in applied) return applied.fault;
  const config = toWireChange(change, applied.settings);
  if (Object.keys(config).length === 0) return null;
  const body = { request_type: 'update_user_config' as const, request_args: { user_id: childId, updated_ts: updatedAt, config } };
  try {
    await api.call(updateUserConfig, { query: {}, body }, { idempotencyKey: await sha256Hex(`${key} ${updatedAt}`) });
    return null;
  } catch (error) {
    if (tries <= 1 || !isStale(error)) throw error;
    return save(api, childId, change, key, tries - 1);
  }
}

/** Returns only what the form changes, because the plan may not allow the rest. */
function toWireChange(change: SettingsChange, { terms }: SampleSettings): ConfigChange {
  const has = (list: 'custom' | 'ignored') => change.terms[list].add.length + change.terms[list].remove.length > 0;
  const ocr = {
    ...(has('custom') ? { custom_terms: terms.custom } : {}),
    ...(has('ignored') ? { ignore_terms: terms.ignored } : {}),
    ...(Object.keys(change.categories).length > 0 ? { categories: change.categories } : {}),
  };
  const automated = {
    ...(change.isAutomatic === undefined ? {} : { enabled: change.isAutomatic }),
    ...(change.hours === undefined ? {} : { interval_min: change.hours.everyMinutes, quiet: change.hours.quiet }),
  };
  return {
    ...(change.isOn === undefined ? {} : { user_enabled: change.isOn }),
    ...(Object.keys(ocr).length > 0 ? { ocr } : {}),
    ...(Object.keys(automated).length > 0 ? { automated } : {}),
  };
}

/** Shows the form again with everything typed and the fault in the reader's language. */
async function replyFault(request: Request, form: SubmittedForm, fault: SettingsFault) {
  const t = await i18n.getFixedT(languageOf(request));
  // A list that is full is the fault of the field that was sent.
  const list = fault.field.replace('-add', '-list');
  const field = form.fields.has(list) ? list : fault.field;
  const text = t(fault.key, fault.params);
  // Only fields for text show their own fault.
  const isShownBelow = fault.key !== 'error_strings.unknown' && !form.fields.has('auto');
  const notice = !isShownBelow ? formMessage(fault.key, fault.params) : null;
  return replyInvalid(form, { notice, lastResult: { status: 'error', initialValue: toTyped(form), error: { [field]: [text] } } });
}

function toTyped({ fields }: SubmittedForm): Record<string, string> {
  const typed = [...fields].flatMap(([name, value]) => (typeof value === 'string' && name !== 'form_token' ? [[name, value]] : []));
  return { ...Object.fromEntries(typed), [HOURS]: String(fields.get(HOURS) ?? '') };
}
