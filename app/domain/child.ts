import * as z from 'zod';
import { AVATAR_COLOURS } from './avatar.ts';
import { MESSAGES } from './child-messages.ts';
import type { ChildId, DeviceId } from './ids.ts';
import type { Instant, LocalDate, TimeZone } from './time.ts';

/** What a user of an account is: the parent, whose account it is, or a child, who is managed (3.1.4, 6.1.4). */
export const ACCOUNT_TYPES = { account: 1, managed: 10 } as const;

/** A child of the family: `user` of type 10 on the wire (3.2.1). `pictureIndex: null` = the colour with an initial. */
export type Child = {
  id: ChildId;
  name: string;
  timeZone: TimeZone;
  colourSlot: number;
  pictureIndex: number | null;
  /** A picture of the child's own, which stands before drawing and colour; null = none. */
  photo: { modifiedAt: Instant } | null;
  /** 'YYYY-MM-DD' or unset. */
  birthday: LocalDate | null;
  gender: string | null;
  locale: string | null;
  /** Seconds per weekday, index 0 = Sunday (A62), zeros until somebody sets them, and what one date has on top (A122). */
  allowance: { isOn: boolean; isSet: boolean; seconds: Array<number>; extra: { date: LocalDate; seconds: number } | null };
  deviceIds: Array<DeviceId>;
  retired: boolean;
  updatedAt: Instant;
};

const NAME_MAX = 64;

// Control characters, lone surrogates and what turns the writing direction of everything after it; joiners of emoji stay.
const UNWANTED = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
// The property covers fillers that Unicode calls letters; the Braille cell and the note are symbols without a mark.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{M}\u2800\u{1d159}]/u;

/** A name as it is kept and shown: without what nobody can see or what rearranges its surroundings, and trimmed. '' when nothing is left to see. */
export function cleanName(text: string): string {
  const kept = text.replace(UNWANTED, '').trim();
  return VISIBLE.test(kept) ? kept : '';
}

/** A child's name: cleaned, 1 to 64 code points. Issues: `missingChildParam` where it is empty or absent (5.3.1), `name_too_long`. */
export const childNameSchema = z
  .string({ error: MESSAGES.missingChildParam })
  .transform(cleanName)
  .refine((text) => text !== '', { error: MESSAGES.missingChildParam, abort: true })
  .refine((text) => [...text].length <= NAME_MAX, { error: 'name_too_long' });

/** A parent's name: cleaned, 1 to 64 code points. Issues: `missing_name` where nothing is left to see, `name_too_long`. */
export const parentNameSchema = z
  .string()
  .transform(cleanName)
  .refine((text) => text !== '', { error: 'missing_name', abort: true })
  .refine((text) => [...text].length <= NAME_MAX, { error: 'name_too_long' });

/** A name that somebody else tells of a parent, such as a provider: cleaned and cut to 64 code points; null where nothing is left to see. */
export function toParentName(text: string): string | null {
  return [...cleanName(text)].slice(0, NAME_MAX).join('') || null;
}

/** The colour slot of a new child: the lowest one that is free, or the lowest of the least used where all are taken (A93). */
export function lowestFreeSlot(used: Array<number>): number {
  const counts = Array.from({ length: AVATAR_COLOURS }, (_, slot) => used.filter((taken) => taken === slot).length);
  return counts.indexOf(Math.min(...counts));
}

// One for all: `localeCompare` makes one for each two names.
const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Order of children by name, whatever their case; equal names by id, so that the order never wavers (4.9.1, FAM-045). */
export function compareByName(a: Pick<Child, 'id' | 'name'>, b: Pick<Child, 'id' | 'name'>): number {
  return NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** A child under the name that pages show; `givenName` is what was typed, for the form that changes it. */
export type KnownChild = Child & { givenName: string };

/**
 * Children under names that nobody can mistake for each other's: of those that read the same, the first given keeps its name, the others
 * get a number, «Mia (2)», that no child is called by. The order of making keeps them steady (S27).
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

/** Do these two names read the same? */
export function isNamesake(one: string, other: string): boolean {
  return soundOf(one) === soundOf(other);
}

/** What of a name can be told apart at a glance: not its case, not how its letters are put together. */
function soundOf(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en').replace(/\s+/gu, ' ');
}

/**
 * The child that is chosen where nobody chose: the first by name that has a device, else the first by name; retired children and devices
 * do not count. Null where no child is left (4.9.1).
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
