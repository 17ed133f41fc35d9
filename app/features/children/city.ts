import type { TimeZone } from '~/domain/time';

/** A time zone by its place, «Berlin», «Knox, Indiana»: what is typed to find it. */
export function cityOf(zone: TimeZone): string {
  const [, ...places] = zone.split('/');
  return places.length === 0 ? zone : places.reverse().join(', ').replaceAll('_', ' ');
}
