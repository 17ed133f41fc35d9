import type { LatLon } from '#app/domain/map-tile.ts';
import { bend, COLUMNS, type Point, ROWS, toLatLon } from './plan.ts';
import type { SpotKey } from './spot-keys.ts';
import { findNearestNode, streetGraph } from './street-graph.ts';

/** A place of the demo family's days. `address` is what a geocoder says about it; `node` is the crossing from which one walks there. */
export type Spot = LatLon & { key: SpotKey; name: string; address: string; node: number };

/** `row` and `column` are the streets at whose corner the spot is; `beside` moves it from the crossing, in meters. */
const SPOTS: ReadonlyArray<{ key: SpotKey; name: string; number: number; row: string; column: string; beside: Point }> = [
  { key: 'home', name: 'Home', number: 12, row: 'Bellflower Street', column: 'Baker Lane', beside: [30, 24] },
  { key: 'secondHome', name: 'Second home', number: 5, row: 'Plum Street', column: 'Chapel Lane', beside: [-28, -22] },
  { key: 'school', name: 'Alderbridge School', number: 1, row: 'Park Row', column: 'Station Road', beside: [44, 34] },
  { key: 'sportsGround', name: 'Orchard Fields sports ground', number: 40, row: 'Orchard Road', column: 'School Lane', beside: [20, -70] },
  { key: 'musicSchool', name: 'Alderbridge Music School', number: 8, row: 'Linden Street', column: 'Garden Lane', beside: [-26, 24] },
  { key: 'supermarket', name: 'Harbor Market', number: 71, row: 'Harbor Street', column: 'Market Lane', beside: [26, -30] },
  { key: 'bakery', name: 'Beacon Bakery', number: 33, row: 'Beacon Avenue', column: 'Baker Lane', beside: [-22, 26] },
  { key: 'friend', name: 'Emma’s house', number: 19, row: 'Clover Street', column: 'Copper Lane', beside: [28, 22] },
  { key: 'grandma', name: 'Grandma’s house', number: 3, row: 'Miller Street', column: 'Ferry Lane', beside: [-26, -22] },
  { key: 'library', name: 'Alderbridge Library', number: 52, row: 'Harbor Street', column: 'Mill Lane', beside: [-30, 32] },
  { key: 'station', name: 'Alderbridge station', number: 90, row: 'Railway Street', column: 'Station Road', beside: [40, -34] },
];

let spots: ReadonlyArray<Spot> | undefined;

/** Returns the named spots of the town. They are the same in every run. */
export function listSpots(): ReadonlyArray<Spot> {
  spots ??= SPOTS.map(({ key, name, number, row, column, beside }) => {
    const corner = bend([atOf(COLUMNS, column), atOf(ROWS, row)]);
    const position = toLatLon([corner[0] + beside[0], corner[1] + beside[1]]);
    return { key, name, address: `${number} ${row}, Alderbridge`, ...position, node: findNearestNode(streetGraph(), position).id };
  });
  return spots;
}

/**
 * Returns one spot.
 * @throws Error for an unknown key, which the type excludes
 */
export function getSpot(key: SpotKey): Spot {
  const spot = listSpots().find((candidate) => candidate.key === key);
  if (spot === undefined) throw new Error(`No such spot: ${key}`);
  return spot;
}

function atOf(streets: ReadonlyArray<{ name: string; at: number }>, name: string): number {
  const street = streets.find((candidate) => candidate.name === name);
  if (street === undefined) throw new Error(`No such street: ${name}`);
  return street.at;
}
