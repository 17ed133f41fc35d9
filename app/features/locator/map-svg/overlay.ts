import type { LatLon } from '#app/domain/map-tile.ts';

/**
 * How a position is drawn: `exact` as a dot, `rough` as a circle of `meters` without a middle, so that nobody reads a point, and `old` as a
 * hollow dot. `colorSlot`: the child's color, for the circle.
 */
export type PicturePosition = LatLon & { look: 'exact' | 'rough' | 'old'; meters: number; colorSlot?: number };
/** A place: a disc of `meters`. `edited`: the place of the editor. `counts`: the dotted line up to which positions count as there. */
export type PicturePlace = LatLon & { meters: number; look?: 'edited' | 'counts' };
/** A piece of path: where a child went, where it will have gone after the chosen time, or a gap in what is known. */
export type PicturePath = { look: 'known' | 'later' | 'gap'; line: ReadonlyArray<LatLon> };

/** What a picture shows on top of the map. */
export type PictureOverlay = {
  positions: ReadonlyArray<PicturePosition>;
  places: ReadonlyArray<PicturePlace>;
  path: ReadonlyArray<PicturePath>;
};

export const NO_OVERLAY: PictureOverlay = { positions: [], places: [], path: [] };

/** Maximum number of points of an overlay: positions, places and points of the path together. */
export const OVERLAY_MAX_POINTS = 200;

/**
 * Returns the overlay with at most 200 points. Positions and places come first. Points of the path are left out evenly; every piece keeps
 * its two ends while there is room.
 */
export function limitOverlay({ positions, places, path }: PictureOverlay): PictureOverlay {
  const keptPositions = positions.slice(0, OVERLAY_MAX_POINTS);
  const keptPlaces = places.slice(0, OVERLAY_MAX_POINTS - keptPositions.length);
  const room = OVERLAY_MAX_POINTS - keptPositions.length - keptPlaces.length;
  const pieces = path.filter(({ line }) => line.length > 1).slice(0, Math.floor(room / 2));
  const inner = pieces.reduce((sum, { line }) => sum + line.length - 2, 0);
  const share = inner === 0 ? 1 : Math.min(1, (room - 2 * pieces.length) / inner);
  return { positions: keptPositions, places: keptPlaces, path: pieces.map((piece) => ({ ...piece, line: thin(piece.line, share) })) };
}

/** Keeps the ends and an even share of what is between them. */
function thin(line: ReadonlyArray<LatLon>, share: number): Array<LatLon> {
  const last = line.length - 1;
  return line.filter((_, index) => index === 0 || index === last || Math.floor(index * share) > Math.floor((index - 1) * share));
}
