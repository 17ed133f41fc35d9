import type { Child } from '#app/domain/child';

/** The fields of the child form, in display order. */
export const CHILD_FIELDS = ['name', 'birthday', 'gender', 'locale', 'time_zone'] as const;
export type ChildField = (typeof CHILD_FIELDS)[number];

/** The values of the child form; '' means not set. */
export type ChildFormValues = Record<ChildField, string>;

type ChildFormSource = Pick<Child, 'name' | 'birthday' | 'gender' | 'locale' | 'timeZone'>;

/** Returns the form values for a child. Pass the given name, not the one shown on pages. */
export function toChildFormValues({ name, birthday, gender, locale, timeZone }: ChildFormSource): ChildFormValues {
  return { name, birthday: birthday ?? '', gender: gender ?? '', locale: locale ?? '', time_zone: timeZone };
}

/** Returns color and icon as one text to compare versions: «7 2», or «7» for the initial. */
export function toAvatarText({ colorSlot, pictureIndex }: Pick<Child, 'colorSlot' | 'pictureIndex'>): string {
  return pictureIndex === null ? String(colorSlot) : `${colorSlot} ${pictureIndex}`;
}

/**
 * Merges the changes of two parents to one child (S29). Fields changed in this form keep the typed text, all others get the value in `now`.
 * @param opened values when the form was opened; null if unknown: every field is then treated as typed
 * @returns `differing`: the fields that another parent changed to something other than the typed text
 */
export function mergeFormValues(
  opened: ChildFormValues | null,
  typed: ChildFormValues,
  now: ChildFormValues,
): { merged: ChildFormValues; differing: Array<ChildField> } {
  const isTouched = (field: ChildField) => opened === null || typed[field] !== opened[field];
  const merged = Object.fromEntries(CHILD_FIELDS.map((field) => [field, isTouched(field) ? typed[field] : now[field]])) as ChildFormValues;
  const differing = CHILD_FIELDS.filter((field) => now[field] !== typed[field] && now[field] !== opened?.[field]);
  return { merged, differing };
}
