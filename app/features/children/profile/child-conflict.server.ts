import * as z from 'zod';
import type { Child } from '#app/domain/child';
import { isolateName } from '#app/domain/isolate-name';
import { formatDate } from '#app/features/shell/time/times';
import { LANGUAGE_NAMES } from '#app/i18n';
import { type FormMessage, formMessage, type Outcome, type SubmittedForm, textOf } from '#app/server/form.server';
import { formatsOf, i18n, languageOf } from '#app/server/i18n.server';
import { toShownZone } from '#app/server/zones.server';
import { fromWireUser, userSchema } from '#app/wire/family';
import { type ChildField, type ChildFormValues, mergeFormValues, toChildFormValues } from './child-form-values';

/** A child that someone else changed while its form was open, with the merged form values. */
export type ChildConflict = { current: Child; now: ChildFormValues; merged: ChildFormValues; differing: Array<ChildField> };

const textsSchema = z.object({ name: z.string(), birthday: z.string(), gender: z.string(), locale: z.string(), time_zone: z.string() });

/** Returns the conflict if the change was refused as stale, null for every other outcome (S29). */
export function findConflict(form: SubmittedForm, typed: ChildFormValues, outcome: Outcome<unknown>): ChildConflict | null {
  if (outcome.kind !== 'refused' || outcome.refusal.details.reason !== 'stale') return null;
  const row = userSchema.safeParse(outcome.refusal.details.current);
  if (!row.success) return null;
  const current = fromWireUser(row.data);
  const now = toChildFormValues(current);
  return { current, now, ...mergeFormValues(readOpened(form), typed, now) };
}

/** Returns the field values from when the form was opened, or null if the form does not contain them. */
function readOpened({ fields }: SubmittedForm): ChildFormValues | null {
  try {
    return textsSchema.parse(JSON.parse(textOf(fields, 'opened')));
  } catch {
    return null;
  }
}

const LABELS: Record<ChildField, string> = {
  name: 'child.name',
  birthday: 'child.birthday',
  gender: 'child.gender',
  locale: 'child.language',
  time_zone: 'child.time_zone',
};

/** Returns the form message that lists the fields changed by others, with their current values, in the user's language. */
export async function toConflictMessage(request: Request, { current, differing }: ChildConflict): Promise<FormMessage> {
  if (differing.length === 0) return formMessage('error_strings.stale');
  const language = languageOf(request);
  const t = await i18n.getFixedT(language);
  const { name, birthday, gender, locale, timeZone } = current;
  const birthdayAt = birthday === null ? null : Date.parse(birthday);
  const words: Record<ChildField, string | null> = {
    name: isolateName(name),
    birthday: birthdayAt === null ? null : formatDate(t, birthdayAt, 'UTC', Date.now(), formatsOf(request)),
    gender: gender === null ? null : t(`child.gender_${gender}`, { defaultValue: gender }),
    locale: locale === null ? null : (new Map<string, string>(Object.entries(LANGUAGE_NAMES)).get(locale) ?? locale),
    time_zone: toShownZone(request, timeZone).label,
  };
  const facts = differing.map((field) => t('child.fact', { name: t(LABELS[field]), value: words[field] ?? t('child.not_said') }));
  return formMessage('child.changed', { facts: new Intl.ListFormat(language, { type: 'conjunction' }).format(facts) });
}
