import type { Instant } from '#app/domain/time';
import type { Place } from '../locator.server';
import type { LocatedChild } from '../locator-page.server';
import type { Extent } from '../map-view';
import { lookOf } from '../position-sentence';
import type { FaceMark, PlaceMark } from './marks';

/** Returns the drawn positions of children: those of the devices that the page shows. */
export function listFaces(children: ReadonlyArray<LocatedChild>, now: Instant): Array<FaceMark> {
  return children.flatMap((child) => {
    const position = child.device?.position ?? null;
    const look = position === null ? null : lookOf(position, now);
    if (position === null || look === null) return [];
    const { lat, lon, at, accuracy } = position;
    return [{ id: child.id, child, look, lat, lon, at, meters: accuracy ?? 0, to: `/locator/${child.id}` }];
  });
}

/** Returns places as the map draws them. A place that is off is not drawn. */
export function listDiscs(places: ReadonlyArray<Place>): Array<PlaceMark> {
  return places
    .filter(({ isActive }) => isActive)
    .map(({ id, name, icon, lat, lon, radius }) => ({ id, name, icon, lat, lon, meters: radius, to: `/locator/places/${id}` }));
}

/** Returns what the map of children fits: their positions with the circles of rough ones, else the places. */
export function toExtent(faces: ReadonlyArray<FaceMark>, places: ReadonlyArray<PlaceMark>): Extent {
  if (faces.length === 0) return places;
  return faces.map(({ lat, lon, look, meters }) => ({ lat, lon, meters: look === 'rough' ? meters : 0 }));
}
