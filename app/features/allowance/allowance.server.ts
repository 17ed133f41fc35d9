import type { SubmissionResult } from '@conform-to/react';
import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { SHOWN_WEEKDAYS, weekdayName } from '~/components/ui/weekdays';
import { disambiguateAppNames } from '~/domain/app-names';
import type { Granularity } from '~/domain/app-rules';
import type { Child } from '~/domain/child';
import { type Support, supportOf } from '~/domain/feature-versions';
import type { ChildId, DeviceId } from '~/domain/ids';
import { type Instant, type LocalDate, localDate, weekdayOf } from '~/domain/time';
import { UNDO_MS } from '~/domain/undo';
import { extraSecondsOn } from '~/domain/usage';
import type { ChildDevice, FoundStatus } from '~/features/children/child-status.server';
import { shortenName } from '~/features/children/short-name';
import { formatSpan } from '~/features/shell/time/times';
import { type Api, type Read, toRead } from '~/server/api.server';
import { nameApps } from '~/server/app-info.server';
import {
  attempt,
  type FormMessage,
  formMessage,
  isReplay,
  type Outcome,
  replyInvalid,
  type SubmittedForm,
  textOf,
  toFormMessage,
  toIdempotencyKey,
} from '~/server/form.server';
import { changeGranularity, type GranularityChange } from '~/server/granularity.server';
import type { Parent } from '~/server/guards.server';
import { formatsOf, i18n, languageOf } from '~/server/i18n.server';
import { saveWithMerge } from '~/server/save-with-merge.server';
import { leaveToast, type Toast, type ToastKey } from '~/server/toast.server';
import { listInstalledApps } from '~/wire/apps';
import { ERROR_CODES } from '~/wire/errors';
import { fromWireUser, updateUser, userSchema } from '~/wire/family';
import { getGranularity } from '~/wire/granularity';
import { getAttributes, putAttributes } from '~/wire/identity';
import { diffUncounted, fieldOf, parseWeek, shownWeek, typedWeek } from './allowance-form';
import { parseChanges, parseSeconds, UNSET } from './allowance-undo';

/** Who asks, and about which child, as the manage page's guard gives it. */
type Place = { request: Request; context: AppLoadContext; parent: Parent; child: Child };
type Form = Place & { form: SubmittedForm; now: Instant };

// One for all: `localeCompare` makes one for each two names.
const NAMES = new Intl.Collator('en', { sensitivity: 'base' });

/** The message with the undo travels as a cookie of at most 4 KB; more apps than fit have no undo. */
const UNDO_CHARS_MAX = 1500;

/** The key of the web application's own store (3.15.3, S48). */
const WELCOMED = 'wasAllowanceWelcomeModalShown';

/** An app of the child, and whether its time counts. */
export type CountedApp = { bundleId: string; name: string; usedSeconds: number | null; isCounted: boolean };
/** A device that cannot count, and what it lacks (ALLOW-025). */
export type BehindDevice = { id: DeviceId; name: string; support: Exclude<Support, { kind: 'ok' }> };

/** The child's local today: its date and weekday, 0 = Sunday, and what it has on top (A122). */
export type AllowanceToday = { date: LocalDate; weekday: number; extraSeconds: number };

/** What the panel shows beside the child; null where the plan has no allowance (ALLOW-022). `apps`: null where nobody could tell. */
export type AllowanceData = {
  isFirstTime: boolean;
  apps: Array<CountedApp> | null;
  behind: Array<BehindDevice>;
  today: AllowanceToday;
} | null;

/** What `loadAllowance` reads where the plan has an allowance. */
export function toAllowanceReads(childId: ChildId): Array<Read> {
  const query = { user_id: childId };
  return [toRead(listInstalledApps, query), toRead(getGranularity, query)];
}

/** What the allowance panel needs of the API. The first look at it is noted, so that the welcome stands there once (ALLOW-026). */
export async function loadAllowance({ request, context, parent, child }: Place, status: Promise<FoundStatus>): Promise<AllowanceData> {
  const { account, api } = parent;
  if (account.entitlements.limits.allowance === 'off') return null;
  const [isFirstTime, apps, { devices }] = await Promise.all([
    // Neither is worth a page.
    welcomeOnce(parent).catch(orElse(false)),
    listCountedApps(api, child.id, (apps) => nameApps(context, apps, languageOf(request))).catch(orElse(null)),
    status,
  ]);
  const date = localDate(Date.now(), child.timeZone);
  return {
    isFirstTime,
    apps,
    behind: listBehind(devices),
    today: { date, weekday: weekdayOf(date), extraSeconds: extraSecondsOn(child.allowance, date) },
  };
}

/** For a call of a loader, which throws its status: a page without that part is better than none. */
function orElse<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Response) return value;
    throw error;
  };
}

async function welcomeOnce({ account, api }: Parent): Promise<boolean> {
  if (account.webappFlags?.includes(WELCOMED)) return false;
  // The store itself is asked only until then.
  const { webapp } = await api.call(getAttributes, { query: {}, body: undefined });
  if (webapp[WELCOMED] === true) return false;
  // Sent twice it is the same.
  await api.call(putAttributes, { query: {}, body: { webapp: { [WELCOMED]: true } } }, { idempotencyKey: crypto.randomUUID() });
  return true;
}

async function listCountedApps(
  api: Api,
  childId: ChildId,
  toNamed: (apps: Array<CountedApp>) => Promise<Array<CountedApp>>,
): Promise<Array<CountedApp>> {
  const query = { user_id: childId };
  const [apps, [granularity]] = await Promise.all([
    api.call(listInstalledApps, { query, body: undefined }),
    api.call(getGranularity, { query, body: undefined }),
  ]);
  const uncounted = granularity?.uncounted_apps ?? [];
  const counted = apps.map(({ bundle_id: bundleId, name, used_today: usedSeconds }) => ({
    bundleId,
    name,
    usedSeconds,
    isCounted: !uncounted.includes(bundleId),
  }));
  return disambiguateAppNames(await toNamed(counted)).sort(
    (a, b) => Number(a.isCounted) - Number(b.isCounted) || NAMES.compare(a.name, b.name),
  );
}

function listBehind(devices: Array<ChildDevice>): Array<BehindDevice> {
  return devices.flatMap((device) => {
    const support = supportOf('allowance', device);
    return support.kind === 'ok' ? [] : [{ id: device.id, name: device.name, support }];
  });
}

/** What the allowance panel posts: on and off, the seven numbers, the apps that do not count, and undo of these. Null for any other form. */
export async function answerAllowance(place: Form) {
  switch (place.form.intent) {
    case 'allowance-on':
    case 'allowance-off':
      return switchAllowance(place);
    case 'allowance-save':
      return saveWeek(place, null);
    case 'allowance-same':
      return saveWeek(place, weekdayOf(localDate(place.now, place.child.timeZone)));
    case 'allowance-back':
      return undoWeek(place);
    case 'learning-save':
      return saveApps(place);
    case 'learning-back':
      return undoApps(place);
    default:
      return null;
  }
}

async function switchAllowance(place: Form) {
  const isOn = place.form.intent === 'allowance-on';
  const key = isOn ? 'toast.allowance_on' : 'toast.allowance_off';
  const { allowance } = place.child;
  // The first time brings numbers along; taken back, it is as if nobody had ever set any.
  const isFirst = isOn && !allowance.isSet;
  const isFirstBack = !isOn && place.form.fields.has('first');
  const numbers = isFirst ? { allowance: shownWeek(allowance) } : isFirstBack ? { allowance: null } : {};
  // An undo is about the numbers that it left; the switch says itself how it stood, and what holds already is no refusal.
  const opened = place.form.fields.get('opened');
  const { outcome } = await change(
    place,
    { allowance_enabled: isOn, ...numbers },
    (now) => now.isSet === allowance.isSet && (now.isOn === isOn || opened === null || opened === shownWeek(now).join()),
  );
  if (outcome.kind !== 'done') return isReplay(outcome) ? lead(place, key) : refuse(place, outcome);
  // As it stands now: whoever changes it meanwhile is not overwritten by the undo.
  const stored = fromWireUser(outcome.value);
  const fields = { updated_at: String(stored.updatedAt), opened: shownWeek(stored.allowance).join(), ...(isFirst ? { first: 'yes' } : {}) };
  return lead(place, key, toUndo(place, isOn ? 'allowance-off' : 'allowance-on', fields));
}

async function saveWeek(place: Form, sameAs: number | null) {
  const typed = typedWeek(place.form.fields);
  const week = parseWeek(typed, sameAs);
  if ('faults' in week) return replyInvalid(place.form, { lastResult: toResult(typed, week.faults) });
  const known = [textOf(place.form.fields, 'opened'), week.seconds.join()];
  const { outcome, current } = await change(place, { allowance: week.seconds }, (now) => known.includes(shownWeek(now).join()));
  if (outcome.kind === 'done') return lead(place, 'toast.saved', toWeekUndo(place, fromWireUser(outcome.value)));
  if (isReplay(outcome)) return lead(place, 'toast.saved');
  if (current === null) return refuse(place, outcome, toResult(typed, []));
  const now = await tellWeek(place.request, shownWeek(current.allowance), week.seconds);
  return replyInvalid(place.form, { lastResult: toResult(typed, []), notice: formMessage('error_strings.stale_now', { now }) });
}

/** The form that brings the earlier numbers back; null where they were the same, or are not what the form was opened with. */
function toWeekUndo(place: Form, stored: Child): Toast['undo'] {
  const { allowance: before } = place.child;
  const [was, is] = [shownWeek(before).join(), shownWeek(stored.allowance).join()];
  if (was !== textOf(place.form.fields, 'opened') || (before.isSet && was === is)) return null;
  return toUndo(place, 'allowance-back', { updated_at: String(stored.updatedAt), opened: is, week: before.isSet ? was : UNSET });
}

async function undoWeek(place: Form) {
  const { fields } = place.form;
  const week = textOf(fields, 'week');
  const allowance = week === UNSET ? null : parseSeconds(week);
  if (allowance === undefined) return replyInvalid(place.form, { notice: formMessage('error_strings.unknown') });
  // Numbers that somebody else saved since stay.
  const { outcome } = await change(place, { allowance }, (now) => shownWeek(now).join() === textOf(fields, 'opened'));
  return outcome.kind === 'done' || isReplay(outcome) ? lead(place, 'toast.undone') : refuse(place, outcome);
}

function toUndo({ request, now }: Form, intent: string, fields: Record<string, string>): NonNullable<Toast['undo']> {
  return { action: new URL(request.url).pathname, intent, fields, until: now + UNDO_MS };
}

/** Saves on top of what others changed beside it; `isAsRead` says whether that is so. */
async function change(
  { parent, child, form }: Form,
  fields: { allowance?: Array<number> | null; allowance_enabled?: boolean },
  isAsRead: (now: Child['allowance']) => boolean,
) {
  const idempotencyKey = await toIdempotencyKey(form);
  return saveWithMerge(
    Number(textOf(form.fields, 'updated_at')),
    (updatedAt) =>
      parent.api.call(updateUser, { query: {}, body: { user_id: child.id, updated_ts: updatedAt, ...fields } }, { idempotencyKey }),
    toChild,
    (now) => isAsRead(now.allowance),
  );
}

function toChild(current: unknown): Child | null {
  const row = userSchema.safeParse(current);
  return row.success ? fromWireUser(row.data) : null;
}

/** The days that have other numbers now than were typed, Monday first, in the reader's words. */
async function tellWeek(request: Request, stored: Array<number>, typed: Array<number>): Promise<string> {
  const language = languageOf(request);
  const t = await i18n.getFixedT(language);
  const formats = formatsOf(request);
  const days = SHOWN_WEEKDAYS.filter((day) => stored[day] !== typed[day]).map((day) => {
    const minutes = Math.floor((stored[day] ?? 0) / 60);
    const span = minutes === 0 ? t('time.minutes', { value: 0 }) : formatSpan(t, minutes * 60_000, formats);
    return `${weekdayName(formats, day, 'short')} ${span}`;
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(days);
}

async function saveApps(place: Form) {
  const idsOf = (name: string) => place.form.fields.getAll(name).map(String);
  const changes = diffUncounted(idsOf('was'), idsOf('uncounted'));
  if (Object.keys(changes).length === 0) return lead(place, 'toast.saved');
  // Each app is changed by itself, so an app that somebody else chose meanwhile stays.
  const outcome = await changeApps(place, changes, (now) => (isSetTo(now, changes) ? 'done' : 'read'));
  if (outcome.kind !== 'done') return isReplay(outcome) ? lead(place, 'toast.saved') : refuse(place, outcome);
  const before = outcome.value;
  // An undo is about what this form has changed, not about what stood so already.
  const own = Object.entries(changes).filter(([id, uncounted]) => before !== null && before.uncountedApps.includes(id) !== uncounted);
  const apps = JSON.stringify(Object.fromEntries(own));
  const canUndo = own.length > 0 && apps.length <= UNDO_CHARS_MAX;
  return lead(place, 'toast.saved', canUndo ? toUndo(place, 'learning-back', { apps }) : null);
}

async function undoApps(place: Form) {
  const saved = parseChanges(textOf(place.form.fields, 'apps'));
  const back = Object.fromEntries(Object.entries(saved).map(([id, uncounted]) => [id, !uncounted]));
  const outcome = await changeApps(place, back, (now) => (isSetTo(now, back) ? 'done' : isSetTo(now, saved) ? 'read' : 'changed'));
  return outcome.kind === 'done' || isReplay(outcome) ? lead(place, 'toast.undone') : refuse(place, outcome);
}

async function changeApps({ parent, child, form }: Form, changes: Record<string, boolean>, stands: GranularityChange['stands']) {
  const key = await toIdempotencyKey(form);
  return attempt(() => changeGranularity(parent.api, child.id, { patch: { uncounted_apps: changes }, stands }, key));
}

function isSetTo({ uncountedApps }: Granularity, changes: Record<string, boolean>): boolean {
  return Object.entries(changes).every(([id, uncounted]) => uncountedApps.includes(id) === uncounted);
}

/** What was typed, so that nothing of it is lost, and the days that are wrong. */
function toResult(typed: Array<string>, faults: Array<number>): SubmissionResult<Array<string>> {
  return {
    status: 'error',
    initialValue: { week: typed },
    error: Object.fromEntries(faults.map((day) => [fieldOf(day), ['allowance_out_of_range']])),
  };
}

function refuse(
  { form }: Form,
  outcome: Exclude<Outcome<unknown>, { kind: 'done' }>,
  lastResult: SubmissionResult<Array<string>> | null = null,
) {
  const own: Record<string, FormMessage> = {
    [ERROR_CODES.insufficientPrivileges]: formMessage('limits.not_in_plan', {}, { to: '/subscription', key: 'limits.see_plan' }),
  };
  return replyInvalid(form, { notice: toFormMessage(outcome, own), lastResult }, outcome.kind === 'unknown' ? 503 : 400);
}

async function lead({ request, context, child }: Form, key: ToastKey, undo: Toast['undo'] = null) {
  await leaveToast(context, { tone: 'good', text: { key, params: { name: shortenName(child.name) } }, undo });
  return redirect(new URL(request.url).pathname);
}
