import { TOWN_NAME } from '#device/demo-town/plan.ts';
import { listSpots } from '#device/demo-town/spots.ts';
import { type StreetEdge, streetGraph } from '#device/demo-town/street-graph.ts';

type LocalAddress = { name: string; lat: number; lon: number } | { name: string; line: Array<[lat: number, lon: number]> };

/** Returns the addresses of the town as GEOCODER_LOCAL: its named spots, and each piece of street between two crossings. */
export function townAddresses(): string {
  const spots = listSpots().map(({ address, lat, lon }): LocalAddress => ({ name: address, lat: round(lat), lon: round(lon) }));
  return JSON.stringify([...spots, ...streetGraph().edges.map(toStreet)]);
}

function toStreet({ name, line }: StreetEdge): LocalAddress {
  return { name: `${name}, ${TOWN_NAME}`, line: line.map(({ lat, lon }) => [round(lat), round(lon)]) };
}

/** Rounds to about 1 m. */
function round(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000;
}
