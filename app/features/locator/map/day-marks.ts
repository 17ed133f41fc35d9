import type { DayPart } from '#app/domain/location-day';
import type { Place } from '../locator.server';
import type { Track } from '../track';
import type { DayMark } from './marks';

/** Returns the marks of a day: each stay once per spot, and each gap in the middle of its dotted line. `toWords`: describes a gap. */
export function listDayMarks(
  track: Track,
  parts: ReadonlyArray<DayPart>,
  places: ReadonlyArray<Pick<Place, 'id' | 'icon'>>,
  toWords: (gap: DayPart) => string,
): Array<DayMark> {
  const seen = new Set<string>();
  return parts.flatMap((part): Array<DayMark> => {
    const id = `${part.kind} ${part.from}`;
    if (part.kind === 'trip') return [];
    if (part.kind === 'stay') {
      // Several stays at a place share its mark.
      if (part.placeId !== null && seen.has(part.placeId)) return [];
      if (part.placeId !== null) seen.add(part.placeId);
      return [{ id, ...part.center, icon: places.find((place) => place.id === part.placeId)?.icon ?? 'pin' }];
    }
    const before = track.findLast((line) => (line[0]?.at ?? Number.POSITIVE_INFINITY) <= part.from)?.at(-1);
    const after = track.find((line) => (line.at(-1)?.at ?? 0) >= part.until)?.[0];
    if (before === undefined || after === undefined) return [];
    const lon = before.lon + shortest(after.lon - before.lon) / 2;
    return [{ id, lat: (before.lat + after.lat) / 2, lon: shortest(lon), words: toWords(part) }];
  });
}

/** Returns the same turn in degrees, -180 to 180. */
function shortest(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
