import type { Coordinates } from '#app/domain/position';
import { isDegrees } from './place-spot';

export const ADDRESS_MAX = 256;

/** The address and position fields of a place’s form, as typed or as shown first. */
type TypedSpot = { address: string; addressShown: string; lat: string; lon: string; spotShown: string };

/** True if the address was changed since it was shown or searched for. It must be searched for, because the position may be elsewhere. */
export function isSearch({ address, addressShown }: Pick<TypedSpot, 'address' | 'addressShown'>): boolean {
  return address !== '' && address !== addressShown;
}

/** True if the position was changed since the shown address was that of the position. */
export function hasOtherSpot({ lat, lon, spotShown }: Pick<TypedSpot, 'lat' | 'lon' | 'spotShown'>): boolean {
  return spotShown !== '' && spotShown !== `${lat},${lon}`;
}

/** True if the address or the position was typed after the search. With script, choosing a result writes its position into the fields. */
export function isTypedAfter(found: Coordinates, typed: TypedSpot): boolean {
  return isSearch(typed) || (hasOtherSpot(typed) && `${typed.lat},${typed.lon}` !== `${found.lat},${found.lon}`);
}

export function fromFound({ lat, lon, address }: Coordinates & { address: string }): TypedSpot {
  const text = address.slice(0, ADDRESS_MAX);
  return { address: text, addressShown: text, lat: String(lat), lon: String(lon), spotShown: `${lat},${lon}` };
}

/** Returns the value of a search result's radio button. */
export function toFoundValue({ lat, lon, address }: Coordinates & { address: string }): string {
  return `${lat},${lon},${address}`;
}

export function readFoundValue(value: string): (Coordinates & { address: string }) | null {
  const [lat = '', lon = '', ...address] = value.split(',');
  return isDegrees(lat, 90) && isDegrees(lon, 180) ? { lat: Number(lat), lon: Number(lon), address: address.join(',') } : null;
}
