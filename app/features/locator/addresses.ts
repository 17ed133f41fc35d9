import type { Coordinates } from '#app/domain/position';

/** An address with its position, and the credit to show beside it. */
export type FoundAddress = Coordinates & { address: string; credit: string | null };

/** Returns each credit once, for the line below the map. */
export function listCredits(addresses: ReadonlyArray<Pick<FoundAddress, 'credit'>>): Array<string> {
  return [...new Set(addresses.flatMap(({ credit }) => credit ?? []))];
}

/** The credit of the list of cities, whose addresses have no streets. */
const CITIES_CREDIT = /^GeoNames\b/;

/**
 * Returns the part of an address that a rough position may name: without the spot or street, which come first, and without numbers. '' if
 * nothing is left.
 */
export function toArea({ address, credit }: Pick<FoundAddress, 'address' | 'credit'>): string {
  if (credit !== null && CITIES_CREDIT.test(credit)) return address;
  const separator = address.includes('，') ? '，' : ', ';
  const [, ...area] = address.split(separator);
  return area.filter((part) => !/\d/.test(part)).join(separator);
}
