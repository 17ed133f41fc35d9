import * as z from 'zod';
import type { ChildId } from '#app/domain/ids';
import { PLACE_ICONS, PLACE_NAME_MAX } from '#app/domain/place';
import type { PlaceDraft } from './place-form';

// The message with Undo is in a cookie of at most 4 KB. A place with 40 rows of «not there by» has 6 KB as JSON and 0.4 KB packed.

/** Lat, lon, radius, address, name, icon, active, enter, exit, children, rows, and what the numbers of the children refer to. */
const packedSchema = z.tuple([
  z.number().min(-90).max(90),
  z.number().min(-180).max(180),
  z.number().positive(),
  z.string().max(256),
  z
    .string()
    .min(1)
    .max(PLACE_NAME_MAX * 2),
  z.enum(PLACE_ICONS),
  z.boolean(),
  z.boolean(),
  z.boolean(),
  z.string().regex(/^(?:[0-9a-z]{2})*$/),
  z.string().regex(/^(?:[0-9a-z]{7})*$/),
  z.string(),
]);

/** Returns a deleted place as a short text. Children are written as their number in the sorted family. */
export function packPlace(place: PlaceDraft, familyIds: ReadonlyArray<ChildId>): string {
  const family = familyIds.toSorted();
  const numberOf = (id: ChildId) => toDigits(family.indexOf(id), 2);
  const isKnown = (id: ChildId) => family.includes(id);
  const rows = place.notBy.filter(({ childId }) => isKnown(childId));
  const packed: z.infer<typeof packedSchema> = [
    place.lat,
    place.lon,
    place.radius,
    place.address,
    place.name,
    place.icon,
    place.isActive,
    place.triggers.includes('enter'),
    place.triggers.includes('exit'),
    place.childIds.filter(isKnown).map(numberOf).join(''),
    rows
      .map(({ childId, time, weekdays }) => `${numberOf(childId)}${toDigits(minuteOf(time), 3)}${toDigits(maskOf(weekdays), 2)}`)
      .join(''),
    markOf(family),
  ];
  return JSON.stringify(packed);
}

/** Returns the place that `packPlace` wrote. Null for any other text, or if a child was added or removed since. */
export function unpackPlace(text: string, familyIds: ReadonlyArray<ChildId>): PlaceDraft | null {
  const family = familyIds.toSorted();
  const packed = packedSchema.safeParse(parseJson(text));
  if (!packed.success) return null;
  const [lat, lon, radius, address, name, icon, isActive, enter, exit, children, rows, mark] = packed.data;
  if (mark !== markOf(family)) return null;
  const childOf = (digits: string) => family[Number.parseInt(digits, 36)] ?? '';
  const notBy = split(rows, 7).map((row) => ({
    childId: childOf(row.slice(0, 2)),
    time: clockOf(Number.parseInt(row.slice(2, 5), 36)),
    weekdays: daysOf(Number.parseInt(row.slice(5), 36)),
  }));
  const triggers: PlaceDraft['triggers'] = [...(enter ? (['enter'] as const) : []), ...(exit ? (['exit'] as const) : [])];
  return { lat, lon, radius, address, name, icon, isActive, triggers, childIds: split(children, 2).map(childOf), notBy };
}

function toDigits(value: number, length: number): string {
  return value.toString(36).padStart(length, '0');
}

function split(text: string, length: number): Array<string> {
  return Array.from({ length: text.length / length }, (_, index) => text.slice(index * length, (index + 1) * length));
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function maskOf(weekdays: ReadonlyArray<number>): number {
  return weekdays.reduce((mask, day) => mask | (1 << day), 0);
}

function daysOf(mask: number): Array<number> {
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => (mask & (1 << day)) !== 0);
}

/** Returns a short text that differs for another family, so that numbers never name another child. */
function markOf(family: ReadonlyArray<ChildId>): string {
  const sum = family
    .join()
    .split('')
    .reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, family.length);
  return (sum >>> 0).toString(36);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
