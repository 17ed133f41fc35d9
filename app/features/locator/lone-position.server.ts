import { findPlaceAt } from '#app/domain/place';
import { type Coordinates, isRough, type Position } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import type { Api } from '#app/server/api.server';
import type { Place } from '#app/wire/location';
import { listCredits } from './addresses';
import { listAddresses } from './addresses.server';

/** The last position of a day that has no stay, trip or gap. `address`: that of its area if it is rough, '' if unknown. */
export type LonePosition = Coordinates & { at: Instant; isRough: boolean; placeId: string | null; address: string };

/** Returns the last of a day’s positions, and who made its address. Null without positions. */
export async function findLonePosition(
  api: Api,
  positions: ReadonlyArray<Position>,
  places: ReadonlyArray<Place>,
  language: string,
): Promise<{ lone: LonePosition; credits: Array<string> } | null> {
  const last = positions.at(-1);
  if (last === undefined) return null;
  const { at, lat, lon } = last;
  const rough = isRough(last);
  const placeId = rough ? null : (findPlaceAt(places, last)?.id ?? null);
  const found = placeId === null ? await listAddresses(api, [last], language) : [];
  const address = (rough ? found[0]?.area : found[0]?.address) ?? '';
  return { lone: { at, lat, lon, isRough: rough, placeId, address }, credits: listCredits(found) };
}
