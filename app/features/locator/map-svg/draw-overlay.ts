import type { FlatPoint } from '#app/domain/clip.ts';
import { type LatLon, type MapView, pxPerMeter, toViewPx } from '#app/domain/map-tile.ts';
import { faceColor } from '../map/face-color.ts';
import type { MapColors } from '../map-colors.ts';
import type { PictureOverlay, PicturePath, PicturePlace, PicturePosition } from './overlay.ts';
import { toPathData, UNIT_PX } from './svg-path.ts';

const PATH_ORDER: ReadonlyArray<PicturePath['look']> = ['gap', 'later', 'known'];
/** What is further outside than this is not drawn. */
const OUTSIDE_PX = 2_000;
const units = (px: number): number => Math.round(px / UNIT_PX);

/** Returns the SVG elements of places. They belong below the map's names, which a disc above them would make faint. */
export function drawPlaces({ places }: PictureOverlay, view: MapView, colors: MapColors): string {
  const scale = pxPerMeter(view);
  const near = places.filter((place) => isNear(view, place, place.meters * scale));
  const discs = near
    .filter(({ look }) => look === undefined)
    .map((place) => circle(toPoint(view, place), place.meters * scale))
    .join('');
  const edited = near
    .filter(({ look }) => look !== undefined)
    .map((place) => drawEdited(place, toPoint(view, place), scale, colors))
    .join('');
  const group =
    discs === ''
      ? ''
      : `<g fill="${colors.plan}" fill-opacity=".74" stroke="${colors.disc}" stroke-opacity=".42" stroke-width="3">${discs}</g>`;
  return `${group}${edited}`;
}

/** Returns the SVG elements above the map's names: the path, then positions. */
export function drawOverlay({ path, positions }: PictureOverlay, view: MapView, colors: MapColors): string {
  const scale = pxPerMeter(view);
  const lines = PATH_ORDER.map((look) =>
    drawPath(
      path.filter((piece) => piece.look === look),
      look,
      (position) => toPoint(view, position),
      colors,
    ),
  ).join('');
  const marks = positions
    .filter((position) => isNear(view, position, Math.max(20, position.meters * scale)))
    .map((position) => drawPosition(position, toPoint(view, position), scale, colors))
    .join('');
  return `${lines}${marks}`;
}

function toPoint(view: MapView, position: LatLon): FlatPoint {
  const { x, y } = toViewPx(view, position);
  return [x, y];
}

function isNear(view: MapView, position: LatLon, px: number): boolean {
  const [x, y] = toPoint(view, position);
  return x > -px && y > -px && x < view.width + px && y < view.height + px;
}

function circle([x, y]: FlatPoint, px: number, more = ''): string {
  return `<circle cx="${units(x)}" cy="${units(y)}" r="${Math.max(1, units(px))}"${more}/>`;
}

function drawPath(
  pieces: ReadonlyArray<PicturePath>,
  look: PicturePath['look'],
  toPoint: (position: LatLon) => FlatPoint,
  colors: MapColors,
): string {
  const lines = pieces.map(({ line }) =>
    line.map(toPoint).filter(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) < OUTSIDE_PX + OUTSIDE_PX),
  );
  const data = toPathData(lines, false);
  if (data === '') return '';
  const id = `path-${look}`;
  const [color, width, dash] =
    look === 'gap' ? [colors.gap, 4, ` stroke-dasharray="0 ${units(9)}"`] : [look === 'known' ? colors.path : colors.pathLater, 5, ''];
  const stroke = `fill="none" stroke-linecap="round" stroke-linejoin="round"${dash}`;
  return (
    `<defs><path id="${id}" d="${data}"/></defs>` +
    `<use href="#${id}" ${stroke} stroke="${colors.pathCase}" stroke-width="${units(width + 4)}"/>` +
    `<use href="#${id}" ${stroke} stroke="${color}" stroke-width="${units(width)}"/>`
  );
}

function drawEdited({ look, meters }: PicturePlace, point: FlatPoint, scale: number, colors: MapColors): string {
  if (look === 'counts') {
    const dots = `stroke="${colors.disc}" stroke-opacity=".6" stroke-width="${units(2)}" stroke-linecap="round" stroke-dasharray="0 ${units(5)}"`;
    return circle(point, meters * scale, ` fill="none" ${dots}`);
  }
  const rim = circle(point, meters * scale + 1.5, ` fill="none" stroke="${colors.pathCase}" stroke-width="${units(5)}"`);
  const disc = `fill="${colors.plan}" fill-opacity=".78" stroke="${colors.disc}" stroke-width="${units(3)}"`;
  return `${rim}${circle(point, Math.max(2, meters * scale - 1.5), ` ${disc}`)}`;
}

function drawPosition({ look, meters, colorSlot }: PicturePosition, point: FlatPoint, scale: number, colors: MapColors): string {
  if (look === 'rough') {
    const color = colorSlot === undefined ? colors.disc : faceColor(colorSlot);
    const dashes = `fill="${color}" fill-opacity="${colorSlot === undefined ? '.17' : colors.circleOpacity}" stroke="${colors.marker}" stroke-width="${units(2)}" stroke-dasharray="${units(7)} ${units(5)}"`;
    return circle(point, Math.max(10, meters * scale), ` ${dashes}`);
  }
  if (look === 'old') {
    const ring = circle(point, 5, ` fill="${colors.surface}" stroke="${colors.muted}" stroke-width="${units(3)}"`);
    return `${circle(point, 9, ` fill="${colors.surface}"`)}${ring}`;
  }
  return `${circle(point, 8.5, ` fill="${colors.surface}"`)}${circle(point, 6, ` fill="${colors.marker}"`)}`;
}
