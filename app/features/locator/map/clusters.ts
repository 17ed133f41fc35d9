import { type MapView, pxPerMeter, toViewPx } from '#app/domain/map-tile.ts';
import type { Coordinates } from '#app/domain/position.ts';
import type { MarkerLook } from '../position-sentence.ts';

/** The part of a face's mark that decides where it is. */
export type Spot = Coordinates & { look: MarkerLook; meters: number };
/** Marks that would cover each other, drawn beside each other at the first one's spot. */
export type Cluster<Mark> = [Mark, ...Array<Mark>];

/** Faces nearer than this cover each other. */
export const CLUSTER_PX = 46;
/** A cluster shows so many faces, and the number of the others. */
export const CLUSTER_FACES = 3;

/**
 * Returns the marks in groups of those that would cover each other in a view. `scale`: px on the page for one px of the view. The face of a
 * rough position is on the rim of its circle, so it never joins a position that is a point.
 */
export function clusterMarks<Mark extends Spot>(marks: ReadonlyArray<Mark>, view: MapView, scale = 1): Array<Cluster<Mark>> {
  const clusters: Array<Cluster<Mark>> = [];
  for (const mark of marks) {
    const near = clusters.find(([first]) => isRough(first) === isRough(mark) && distancePx(first, mark, view) * scale < CLUSTER_PX);
    if (near === undefined) clusters.push([mark]);
    else near.push(mark);
  }
  return clusters;
}

function isRough({ look }: Spot): boolean {
  return look === 'rough';
}

function distancePx(a: Spot, b: Spot, view: MapView): number {
  const [from, to] = [faceAt(a, view), faceAt(b, view)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}

function faceAt(spot: Spot, view: MapView): { x: number; y: number } {
  const { x, y } = toViewPx(view, spot);
  return { x: spot.look === 'rough' ? x - spot.meters * pxPerMeter(view) : x, y };
}
