import type { Coordinates } from '#app/domain/position';
import type { Api } from '#app/server/api.server';
import { attempt } from '#app/server/form.server';
import { type AddressWire, LOOKUP_POINTS_MAX, lookUpLocation } from '#app/wire/location';
import type { FoundAddress } from './addresses';

/**
 * Returns the address of each point, in order. Addresses are '' beyond the first 100 points, and all of them if the lookup fails, because a
 * page with positions is useful without addresses. `locale`: the language of the page.
 */
export async function listAddresses(
  api: Api,
  points: ReadonlyArray<Coordinates>,
  locale: string,
): Promise<Array<Pick<FoundAddress, 'address' | 'credit'>>> {
  if (points.length === 0) return [];
  const latlons = points
    .slice(0, LOOKUP_POINTS_MAX)
    .map(({ lat, lon }) => `${lat.toFixed(6)},${lon.toFixed(6)}`)
    .join(';');
  const outcome = await attempt(() => api.call(lookUpLocation, { query: { lookup: 'reverse_geocode', latlons, locale }, body: undefined }));
  const found = outcome.kind === 'done' ? outcome.value.map(fromWireAddress) : [];
  return points.map((_, index) => found[index] ?? { address: '', credit: null });
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

function fromWireAddress({ lat, lon, formatted_address: address, attribution: credit }: AddressWire): FoundAddress {
  return { lat, lon, address, credit };
}
