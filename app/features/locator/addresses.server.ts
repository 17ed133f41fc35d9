import type { Coordinates } from '#app/domain/position';
import type { Api } from '#app/server/api.server';
import { attempt } from '#app/server/form.server';
import { type AddressWire, LOOKUP_POINTS_MAX, lookUpLocation } from '#app/wire/location';
import type { FoundAddress } from './addresses';

/**
 * Returns the address of each point, in order. Addresses are '' beyond the first 100 different points, and all of them if the lookup fails, because a
 * page with positions is useful without addresses. `locale`: the language of the page.
 */
export async function listAddresses(
  api: Api,
  points: ReadonlyArray<Coordinates>,
  locale: string,
): Promise<Array<Pick<FoundAddress, 'address' | 'area' | 'credit'>>> {
  if (points.length === 0) return [];
  // Children who share a device are at the same point, which is asked once.
  const keys = [...new Set(points.map(toPointKey))].slice(0, LOOKUP_POINTS_MAX);
  const query = { lookup: 'reverse_geocode' as const, latlons: keys.join(';'), locale };
  const outcome = await attempt(() => api.call(lookUpLocation, { query, body: undefined }, { isOptional: true }));
  const found = outcome.kind === 'done' ? outcome.value.map(fromWireAddress) : [];
  // LOC-062
  const locationAddressMap = new Map(keys.map((key, index) => [key, found[index]]));
  return points.map((point) => locationAddressMap.get(toPointKey(point)) ?? NO_ADDRESS);
}

const NO_ADDRESS = { address: '', area: '', credit: null };

function toPointKey({ lat, lon }: Coordinates): string {
  return `${lat.toFixed(6)},${lon.toFixed(6)}`;
}

/**
 * Returns the positions that match an address, the best first.
 * @throws Refusal or a connection error if the lookup fails
 */
export async function findAddresses(api: Api, text: string, locale: string): Promise<Array<FoundAddress>> {
  const q = text.trim();
  if (q === '') return [];
  return (await api.call(lookUpLocation, { query: { lookup: 'geocode', q, locale }, body: undefined })).map(fromWireAddress);
}

function fromWireAddress({ lat, lon, formatted_address: address, area, attribution: credit }: AddressWire): FoundAddress {
  return { lat, lon, address, area, credit };
}
