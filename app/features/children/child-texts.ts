import type { Child } from '~/domain/child';

/** The fields of a form about a child, in their order. */
export const CHILD_FIELDS = ['name', 'birthday', 'gender', 'locale', 'time_zone'] as const;
export type ChildField = (typeof CHILD_FIELDS)[number];

/** What is known of a child as its form shows it; '' = not said. */
export type ChildTexts = Record<ChildField, string>;

type ChildTextSource = Pick<Child, 'name' | 'birthday' | 'gender' | 'locale' | 'timeZone'>;

/** The fields as they stand with this child, under the name that it was given. */
export function toChildTexts({ name, birthday, gender, locale, timeZone }: ChildTextSource): ChildTexts {
  return { name, birthday: birthday ?? '', gender: gender ?? '', locale: locale ?? '', time_zone: timeZone };
}

/** A child's colour and drawing as their form keeps what it found: «7 2», «7» with the initial. */
export function toFaceText({ colourSlot, pictureIndex }: Pick<Child, 'colourSlot' | 'pictureIndex'>): string {
  return pictureIndex === null ? String(colourSlot) : `${colourSlot} ${pictureIndex}`;
}

/**
 * Two parents at one child (S29): what the reader changed since she opened the form stays as she typed it, the rest is as it stands `now`.
 * `opened`: the fields as the form found them, null where nobody can say; then all of them count as typed. `differing`: what others changed
 * to something else than what was typed, so that she has to know of it.
 */
export function mergeTexts(
  opened: ChildTexts | null,
  typed: ChildTexts,
  now: ChildTexts,
): { merged: ChildTexts; differing: Array<ChildField> } {
  const isTouched = (field: ChildField) => opened === null || typed[field] !== opened[field];
  const merged = Object.fromEntries(CHILD_FIELDS.map((field) => [field, isTouched(field) ? typed[field] : now[field]])) as ChildTexts;
  const differing = CHILD_FIELDS.filter((field) => now[field] !== typed[field] && now[field] !== opened?.[field]);
  return { merged, differing };
}
