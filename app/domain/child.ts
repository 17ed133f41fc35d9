import * as z from 'zod';
import { AVATAR_COLOURS } from './avatar.ts';
import { MESSAGES } from './child-messages.ts';
import type { ChildId, DeviceId } from './ids.ts';
import type { Instant, LocalDate, TimeZone } from './time.ts';

/** Type of a user: the parent who owns the account, or a child (3.1.4, 6.1.4). */
export const ACCOUNT_TYPES = { account: 1, managed: 10 } as const;

/** A child: `user` of type 10 on the wire (3.2.1). `pictureIndex: null` shows the color with an initial. */
export type Child = {
  id: ChildId;
  name: string;
  timeZone: TimeZone;
  colorSlot: number;
  pictureIndex: number | null;
  /** Profile photo, shown instead of the drawing and the color; null if there is none. */
  photo: { modifiedAt: Instant } | null;
  /** The birthday as YYYY-MM-DD; null if not given. */
  birthday: LocalDate | null;
  gender: string | null;
  locale: string | null;
  /** The daily limit. `seconds`: by weekday, index 0 = Sunday (A62); 0 until set. `extra`: bonus time on one date (A122). */
  allowance: { isOn: boolean; isSet: boolean; seconds: Array<number>; extra: { date: LocalDate; seconds: number } | null };
  deviceIds: Array<DeviceId>;
  retired: boolean;
  updatedAt: Instant;
};

const NAME_MAX = 64;

// Control characters, lone surrogates and bidi controls. Emoji joiners are kept.
const UNWANTED = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
// Matches a visible character. Default_Ignorable_Code_Point includes fillers that Unicode classifies as letters. The blank Braille cell and
// the null notehead are symbols that show nothing.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{M}\u2800\u{1d159}]/u;

/** Returns a name without invisible and bidi characters, trimmed. Returns '' if no visible character remains. */
export function cleanName(text: string): string {
  const kept = text.replace(UNWANTED, '').trim();
  return VISIBLE.test(kept) ? kept : '';
}

/** A child's name: cleaned, 1 to 64 code points. Issues: `missingChildParam` if empty or absent (5.3.1), `name_too_long`. */
export const childNameSchema = z
  .string({ error: MESSAGES.missingChildParam })
  .transform(cleanName)
  .refine((text) => text !== '', { error: MESSAGES.missingChildParam, abort: true })
  .refine((text) => [...text].length <= NAME_MAX, { error: 'name_too_long' });

/** A parent's name: cleaned, 1 to 64 code points. Issues: `missing_name` if no visible character remains, `name_too_long`. */
export const parentNameSchema = z
  .string()
  .transform(cleanName)
  .refine((text) => text !== '', { error: 'missing_name', abort: true })
  .refine((text) => [...text].length <= NAME_MAX, { error: 'name_too_long' });

/**
 * Returns a parent's name from a third party, such as an identity provider, cleaned and cut to 64 code points. Null if no visible character
 * remains.
 */
export function toParentName(text: string): string | null {
  return [...cleanName(text)].slice(0, NAME_MAX).join('') || null;
}

/** Returns the color slot for a new child: the lowest unused slot, or else the lowest of the least used slots (A93). */
export function lowestFreeSlot(used: Array<number>): number {
  const counts = Array.from({ length: AVATAR_COLOURS }, (_, slot) => used.filter((taken) => taken === slot).length);
  return counts.indexOf(Math.min(...counts));
}

// Shared, because `localeCompare` would create a collator for each comparison.
const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares children by name, ignoring case. Compares equal names by ID, so that the order is stable (4.9.1, FAM-045). */
export function compareByName(a: Pick<Child, 'id' | 'name'>, b: Pick<Child, 'id' | 'name'>): number {
  return NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** A child with its display name in `name`. `givenName` is the name as typed, for the edit form. */
export type KnownChild = Child & { givenName: string };

/**
 * Returns children with distinct names. The first of several equal names stays; the others get an unused number, «Mia (2)». Pass children
 * in order of creation, so that their numbers do not change (S27).
 */
export function disambiguateNames<Named extends { name: string }>(children: Array<Named>): Array<Named & { givenName: string }> {
  const taken = new Set(children.map(({ name }) => soundOf(name)));
  const seen = new Set<string>();
  return children.map((child) => {
    const sound = soundOf(child.name);
    const isFirst = !seen.has(sound);
    seen.add(sound);
    if (isFirst) return { ...child, givenName: child.name };
    let number = 2;
    while (taken.has(soundOf(`${child.name} (${number})`))) number += 1;
    const name = `${child.name} (${number})`;
    taken.add(soundOf(name));
    return { ...child, name, givenName: child.name };
  });
}

/** Returns true if two names are equal, ignoring case, spacing and Unicode compatibility variants. */
export function isNamesake(one: string, other: string): boolean {
  return soundOf(one) === soundOf(other);
}

/** Returns a name for comparison: lowercase, NFKC, single spaces. */
function soundOf(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en').replace(/\s+/gu, ' ');
}

/**
 * Returns the default child (4.9.1): the first by name that has a device, or else the first by name. Ignores retired children and devices.
 * Null if there is no child.
 */
export function chooseActiveChild<Candidate extends Pick<Child, 'id' | 'name' | 'retired'>>(
  children: Array<Candidate>,
  devices: Array<{ childIds: Array<ChildId>; retired?: boolean }>,
): Candidate | null {
  const present = children.filter((child) => !child.retired).sort(compareByName);
  const connected = devices.filter((device) => device.retired !== true);
  const withDevice = present.find((child) => connected.some((device) => device.childIds.includes(child.id)));
  return withDevice ?? present[0] ?? null;
}
