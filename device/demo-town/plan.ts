import { fromWorld, type LatLon, toWorld } from '#app/domain/map-tile.ts';

/** A position in the town: meters to the east and to the south of its north-west corner. */
export type Point = readonly [east: number, south: number];

/** The width and height of the town in meters. */
export const TOWN_METERS = 3200;
export const TOWN_NAME = 'Alderbridge';

/**
 * The middle of the town. It is in the time zone of the demo parents. A heath in Brandenburg without streets is there, so no child is shown
 * in a real street.
 */
const CENTER: LatLon = { lat: 53.09, lon: 12.63 };
const MIDDLE = toWorld(CENTER);
/** Width of the world square in meters at the latitude of the town. */
const METERS_AROUND = 2 * Math.PI * 6_378_137 * Math.cos((CENTER.lat * Math.PI) / 180);

/** Returns the position of a point in the world square (0 to 1). */
export function toWorldOf([east, south]: Point): { x: number; y: number } {
  return { x: MIDDLE.x + (east - TOWN_METERS / 2) / METERS_AROUND, y: MIDDLE.y + (south - TOWN_METERS / 2) / METERS_AROUND };
}

/** Converts a point of the town, in meters, to latitude and longitude. */
export function toLatLon(point: Point): LatLon {
  return fromWorld(toWorldOf(point));
}

/** Returns the point of the town at these coordinates; the inverse of `toLatLon`. */
export function toPoint(position: LatLon): Point {
  const { x, y } = toWorld(position);
  return [(x - MIDDLE.x) * METERS_AROUND + TOWN_METERS / 2, (y - MIDDLE.y) * METERS_AROUND + TOWN_METERS / 2];
}

/** The class of a street, from wide to narrow. */
export type StreetClass = 'main' | 'minor' | 'path';

/** A street of the plan, drawn across the whole town; parts of it are later removed. `at` is its distance from the north or west edge. */
type PlannedStreet = { name: string; class: StreetClass; at: number };

const main = (name: string, at: number): PlannedStreet => ({ name, class: 'main', at });
const minor = (name: string, at: number): PlannedStreet => ({ name, class: 'minor', at });

/** Streets from west to east, the northernmost first. */
export const ROWS: ReadonlyArray<PlannedStreet> = [
  minor('Heather Row', 110),
  minor('Finch Street', 270),
  minor('Juniper Street', 430),
  minor('Wren Street', 590),
  minor('Sparrow Street', 790),
  main('Northway', 980),
  minor('Clover Street', 1100),
  minor('Bellflower Street', 1210),
  minor('Hazel Street', 1325),
  minor('Linden Street', 1440),
  minor('Cooper Street', 1560),
  main('Harbor Street', 1690),
  minor('Park Row', 1830),
  main('Beacon Avenue', 1980),
  minor('Weaver Street', 2110),
  minor('Miller Street', 2230),
  minor('Railway Street', 2360),
  minor('Cherry Street', 2480),
  main('Orchard Road', 2615),
  minor('Quince Street', 2760),
  minor('Plum Street', 2910),
  minor('Fallow Row', 3080),
];

/** Streets from north to south, the westernmost first. */
export const COLUMNS: ReadonlyArray<PlannedStreet> = [
  minor('Sedge Lane', 110),
  minor('Rush Lane', 270),
  minor('Reed Lane', 440),
  main('Mill Lane', 625),
  minor('Willow Lane', 780),
  minor('Ferry Lane', 940),
  minor('Towpath Lane', 1100),
  minor('Bridge Lane', 1250),
  minor('Lantern Lane', 1410),
  minor('Chapel Lane', 1560),
  minor('Baker Lane', 1690),
  minor('Market Lane', 1820),
  main('Station Road', 1985),
  minor('School Lane', 2120),
  minor('Garden Lane', 2270),
  main('Tanner Street', 2425),
  minor('Copper Lane', 2590),
  minor('Kiln Lane', 2750),
  minor('Owl Lane', 2920),
  minor('Hill Lane', 3080),
];

/** Bends the plan's straight lines, so that the town does not look like a grid. Nearby lines bend alike and keep their distance. */
export function bend([east, south]: Point): Point {
  return [
    east + 46 * Math.sin(south / 430 + 0.4) + 14 * Math.sin(south / 170 + east / 900) - 12,
    south + 42 * Math.sin(east / 560 - 0.9) + 12 * Math.sin(east / 210 + south / 700) + (east - 1600) * 0.02,
  ];
}

/** The middle line of the Alder River, from north to south. */
export const RIVER: ReadonlyArray<Point> = Array.from({ length: 45 }, (_, index): Point => {
  const south = -80 + index * 76;
  return [640 + (south - 200) * 0.36 + 70 * Math.sin(south / 520) + 18 * Math.sin(south / 190), south];
});
export const RIVER_METERS = 84;
/** The railway, which only main streets cross. */
export const RAILWAY: ReadonlyArray<Point> = Array.from({ length: 30 }, (_, index): Point => {
  const east = -60 + index * 115;
  return [east, 2540 - east * 0.06 - (east / 3200) ** 2 * 380];
});

/** An area without minor streets: `kind` decides its color, `box` is west, north, east and south in the plan before it is bent. */
export type Area = { name: string; kind: 'park' | 'grass' | 'wood'; box: readonly [number, number, number, number] };

export const AREAS: ReadonlyArray<Area> = [
  { name: 'Lantern Park', kind: 'park', box: [1255, 1562, 1556, 1826] },
  { name: 'Mill Meadow', kind: 'grass', box: [632, 1215, 938, 1555] },
  { name: 'Orchard Fields', kind: 'grass', box: [1825, 2366, 2415, 2608] },
  { name: 'School Green', kind: 'grass', box: [2126, 1988, 2264, 2104] },
  { name: 'Owl Wood', kind: 'wood', box: [2600, 1215, 3260, 1680] },
  { name: 'North Wood', kind: 'wood', box: [-60, -60, 610, 580] },
  { name: 'Fox Wood', kind: 'wood', box: [2600, 2625, 3260, 3260] },
];

/** The pond in Lantern Park. */
export const POND: ReadonlyArray<Point> = Array.from({ length: 20 }, (_, index): Point => {
  const angle = (index / 20) * 2 * Math.PI;
  return bend([1478 + 62 * Math.cos(angle) - 10 * Math.sin(angle), 1764 + 30 * Math.sin(angle) - 12 * Math.cos(angle)]);
});

/** The path along the east bank. */
export const BANK_PATH: ReadonlyArray<Point> = RIVER.slice(11, 31).map(([east, south]): Point => [east + 74, south]);
