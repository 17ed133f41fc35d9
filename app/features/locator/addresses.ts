import type { Coordinates } from '#app/domain/position';

/** An address with its position, its area without spot and street, and the credit to show beside it. */
export type FoundAddress = Coordinates & { address: string; area: string; credit: string | null };

/** Returns each credit once, for the line below the map. */
export function listCredits(addresses: ReadonlyArray<Pick<FoundAddress, 'credit'>>): Array<string> {
  return [...new Set(addresses.flatMap(({ credit }) => credit ?? []))];
}
