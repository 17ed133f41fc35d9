import type { PlaceIcon } from '#app/domain/place';
import type { Coordinates } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import type { MarkerLook } from '../position-sentence';

/**
 * A child on the map.
 * - `meters`: the accuracy radius; the face of a rough position is on the rim of this circle
 * - `at`: time of the position, which the label turns into an age
 * - `words`: replaces name and age in the label
 * - `to`: the page that a tap on the face opens
 */
export type FaceMark = Coordinates & {
  id: string;
  child: SwitcherEntry;
  look: MarkerLook;
  meters: number;
  at?: Instant;
  words?: string;
  to?: string;
};

/** A place: its name and icon at the lower rim of its disc. */
export type PlaceMark = Coordinates & { id: string; name: string; icon: PlaceIcon; meters: number; to?: string };

/** A spot of the day: a stay, or the middle of a gap with its words. */
export type DayMark = Coordinates & { id: string } & ({ icon: PlaceIcon } | { words: string });

/** The place that the editor shows. With script, the map can set its position and radius. */
export type EditedPlace = Coordinates & {
  name: string;
  icon: PlaceIcon;
  meters: number;
  onPick?: (point: Coordinates) => void;
  onMove?: (point: Coordinates) => void;
  onResize?: (meters: number) => void;
};
