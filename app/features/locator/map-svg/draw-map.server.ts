import type { MapSourceId } from '#app/domain/map-source.ts';
import type { MapView } from '#app/domain/map-tile.ts';
import { MAP_COLORS, type MapColors } from '../map-colors.ts';
import type { MapRole } from '../map-schema.ts';
import { drawOverlay, drawPlaces } from './draw-overlay.ts';
import type { PictureRequest } from './picture-request.ts';
import { type PlacedName, placeNames } from './place-names.ts';
import { type PictureTile, readTiles } from './read-tiles.server.ts';
import { escapeText, toPathData, UNIT_PX } from './svg-path.ts';

/** A picture to draw: what was requested, the source of its tiles, and the tiles. */
export type Picture = PictureRequest & { source: MapSourceId; tiles: ReadonlyArray<PictureTile> };

const FONT = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const units = (px: number): number => Math.round(px / UNIT_PX);

/**
 * Returns the map as SVG text. It has no script, no style sheet and no link, so it may be shown as an image anywhere. Streets are written
 * once and used twice, for their border and their surface. Buildings are left out.
 */
export function drawMap({ view, theme, language, overlay, source, tiles }: Picture): string {
  const colors = MAP_COLORS[theme];
  const { parts, names } = readTiles(tiles, view, language);
  const data = (role: MapRole, isClosed: boolean) => toPathData(parts.get(role) ?? [], isClosed);
  const [width, height] = [view.width, view.height];
  // The outline has no sea: what is not land is water.
  const ground = source === 'world' ? colors.water : colors.land;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${units(width)} ${units(height)}">`,
    `<path fill="${ground}" d="M0 0h${units(width)}v${units(height)}H0z"/>`,
    area(data('land', true), colors.land),
    area(data('green', true), colors.green),
    area(data('wood', true), colors.wood),
    area(data('water', true), colors.water),
    ...streets(data, view, colors),
    drawPlaces(overlay, view, colors),
    ...writeNames(placeNames(names, view), colors),
    drawOverlay(overlay, view, colors),
    '</svg>',
  ].join('');
}

// Not «evenodd», which would cut out the strip where tiles overlap. In vector tiles, holes run the other way.
function area(data: string, color: string): string {
  return data === '' ? '' : `<path fill="${color}" d="${data}"/>`;
}

/** Returns a width in px that grows with the zoom, between two known widths. */
function widthAt(zoom: number, [from, small]: readonly [number, number], [to, large]: readonly [number, number]): number {
  const share = Math.max(0, Math.min(1, (zoom - from) / (to - from)));
  return small * (large / small) ** share;
}

function streets(data: (role: MapRole, isClosed: boolean) => string, { zoom }: MapView, colors: MapColors): Array<string> {
  const [minor, main] = [widthAt(zoom, [12, 1], [18, 24]), widthAt(zoom, [9, 1.2], [18, 34])];
  const rail = widthAt(zoom, [10, 0.7], [17, 3]);
  const ids = { minor: data('minor', false), main: data('main', false), rail: data('rail', false) };
  const definitions = Object.entries(ids).map(([id, path]) => (path === '' ? '' : `<path id="${id}" d="${path}"/>`));
  const use = (id: keyof typeof ids, color: string, width: number, more = '') =>
    ids[id] === '' ? '' : `<use href="#${id}" stroke="${color}" stroke-width="${(width / UNIT_PX).toFixed(1)}"${more}/>`;
  const line = (path: string, color: string, width: number, more = '') =>
    path === '' ? '' : `<path d="${path}" stroke="${color}" stroke-width="${(width / UNIT_PX).toFixed(1)}"${more}/>`;
  const ties = ` stroke-linecap="butt" stroke-dasharray="${units(2)} ${units(10)}"`;
  return [
    `<defs>${definitions.join('')}</defs>`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    line(data('waterway', false), colors.water, widthAt(zoom, [10, 0.8], [18, 8])),
    line(data('border', false), colors.rail, 1),
    line(data('walk', false), colors.streetCase, widthAt(zoom, [13, 1.5], [17, 3]), ` stroke-dasharray="${units(1)} ${units(6)}"`),
    use('minor', colors.streetCase, minor + 2),
    use('main', colors.mainCase, main + 2.5),
    use('minor', colors.street, minor),
    use('main', colors.main, main),
    use('rail', colors.rail, rail),
    zoom < 13 ? '' : use('rail', colors.rail, rail * 3.2, ties),
    '</g>',
  ];
}

const INKS: Partial<Record<MapRole, 'greenInk' | 'waterInk'>> = { greenName: 'greenInk', waterway: 'waterInk' };

function writeNames(names: ReadonlyArray<PlacedName>, colors: MapColors): Array<string> {
  if (names.length === 0) return [];
  const along = names.map(({ line }, index) => (line.length === 1 ? '' : `<path id="n${index}" d="${toPathData([line], false)}"/>`));
  const texts = names.map(({ role, text, px, line }, index) => {
    const ink = INKS[role];
    const look = `font-size="${units(px)}"${ink === undefined ? '' : ` fill="${colors[ink]}"`}${role === 'waterway' ? ' font-style="italic"' : ''}`;
    const [at] = line;
    if (line.length === 1 && at !== undefined)
      return `<text x="${units(at[0])}" y="${units(at[1] + px / 3)}" ${look}>${escapeText(text)}</text>`;
    return `<text dy=".34em" ${look}><textPath href="#n${index}" startOffset="50%">${escapeText(text)}</textPath></text>`;
  });
  return [
    `<defs>${along.join('')}</defs>`,
    `<g text-anchor="middle" font-family="${FONT}" font-weight="560" fill="${colors.ink}" stroke="${colors.halo}" stroke-width="${units(3.5)}" paint-order="stroke" stroke-linejoin="round">`,
    ...texts,
    '</g>',
  ];
}
