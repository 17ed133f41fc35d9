import type { DayPart } from '#app/domain/location-day';
import type { Coordinates } from '#app/domain/position';
import type { Instant } from '#app/domain/time';

/** A point of the thinned path. */
export type TrackPoint = Coordinates & { at: Instant };
/** The lines of a path, by time. Between two lines, nothing is known. */
export type Track = ReadonlyArray<ReadonlyArray<TrackPoint>>;

/** A piece of path as the map draws it: before or after the chosen time, or a gap. */
export type TrackPiece = { look: 'known' | 'later' | 'gap'; line: Array<Coordinates> };

/** Returns the part of the day at a time, or null. At a boundary, the part that begins. */
export function findPartAt<Part extends DayPart>(parts: ReadonlyArray<Part>, at: Instant): Part | null {
  return parts.findLast(({ from, until }) => from <= at && at <= until) ?? null;
}

/** Returns where the device was at a time: on the line, or in the middle of a stay. Null if unknown. */
export function positionAt(track: Track, parts: ReadonlyArray<DayPart>, at: Instant): Coordinates | null {
  for (const line of track) {
    const index = line.findLastIndex((point) => point.at <= at);
    const [before, after] = [line[index], line[index + 1]];
    if (before === undefined) continue;
    if (before.at === at) return { lat: before.lat, lon: before.lon };
    if (after !== undefined) return between(before, after, at);
  }
  const part = findPartAt(parts, at);
  return part?.kind === 'stay' ? part.center : null;
}

function between(before: TrackPoint, after: TrackPoint, at: Instant): Coordinates {
  const share = (at - before.at) / (after.at - before.at);
  return { lat: before.lat + (after.lat - before.lat) * share, lon: before.lon + (after.lon - before.lon) * share };
}

/** Returns the pieces of the path, split at the chosen time, with the gaps between its lines. Null: the whole path is known. */
export function listPieces(track: Track, at: Instant | null): Array<TrackPiece> {
  const lines = track.filter((line) => line.length > 0);
  return lines.flatMap((line, index): Array<TrackPiece> => {
    const [last, next] = [line.at(-1), lines[index + 1]?.[0]];
    const gap: Array<TrackPiece> = last === undefined || next === undefined ? [] : [{ look: 'gap', line: [last, next] }];
    return [...splitLine(line, at), ...gap];
  });
}

function splitLine(line: ReadonlyArray<TrackPoint>, at: Instant | null): Array<TrackPiece> {
  if (at === null) return [{ look: 'known', line: [...line] }];
  const known = line.filter((point) => point.at <= at);
  const later = line.filter((point) => point.at > at);
  const [before, after] = [known.at(-1), later[0]];
  const middle = before === undefined || after === undefined ? [] : [between(before, after, at)];
  return [
    { look: 'known' as const, line: [...known, ...middle] },
    { look: 'later' as const, line: [...middle, ...later] },
  ].filter((piece) => piece.line.length > 1);
}

/** Returns the times to step to: the beginning of each part, the middle of each trip, and the end. */
export function listSteps(parts: ReadonlyArray<DayPart>): Array<Instant> {
  const times = parts.flatMap((part) => (part.kind === 'trip' ? [part.from, (part.from + part.until) / 2] : [part.from]));
  const end = parts.at(-1)?.until;
  return [...new Set([...times, ...(end === undefined ? [] : [end])].map(toMinute))].sort((a, b) => a - b);
}

/** Addresses have whole minutes. */
function toMinute(at: Instant): Instant {
  return Math.round(at / 60_000) * 60_000;
}

/** Returns the nearest step before and after a time, each null if there is none. */
export function stepsAround(steps: ReadonlyArray<Instant>, at: Instant): { back: Instant | null; on: Instant | null } {
  return { back: steps.findLast((step) => step < at) ?? null, on: steps.find((step) => step > at) ?? null };
}
