import { gzipSync } from 'node:zlib';
import { PMTiles } from 'pmtiles';
import { listTiles, type MapView } from '#app/domain/map-tile.ts';
import { drawMap, type Picture } from '#app/features/locator/map-svg/draw-map.server.ts';
import { NO_OVERLAY } from '#app/features/locator/map-svg/overlay.ts';
import { buildTownArchive } from '#tools/demo-town/town-archive.ts';
import { worldArchive } from '#tools/world-map.ts';
import { measureMapPaint } from './map-paint.ts';
import { judge, type Row } from './row.ts';
import { median } from './statistics.ts';

const VIEWS: Readonly<Record<string, MapView>> = {
  'family view, 1280 px': { lat: 53.0895, lon: 12.629, zoom: 14.6, width: 1280, height: 824 },
  'family view, 375 px': { lat: 53.0895, lon: 12.629, zoom: 14, width: 375, height: 520 },
  'whole town': { lat: 53.09, lon: 12.63, zoom: 13.5, width: 1600, height: 1200 },
  'largest picture': { lat: 53.09, lon: 12.63, zoom: 14, width: 2000, height: 1600 },
};
const BARS = { pictureKb: 35, pictureMs: 30, archiveKb: 80, archiveMs: 300, worldKb: 160 };
const ROUNDS = 21;

/**
 * Measures the map images for pages without JavaScript, and the archives that we write ourselves, both as CPU of this process, and the first
 * picture of the live map.
 */
export async function measureMap(): Promise<Array<Row>> {
  const town = buildTownArchive();
  const archive = new PMTiles({
    getKey: () => 'town',
    getBytes: async (offset, length) => ({ data: town.slice(offset, offset + length).buffer as ArrayBuffer }),
  });
  const rows: Array<Row> = [];
  for (const [name, view] of Object.entries(VIEWS)) rows.push(await measurePicture(name, view, archive));
  return [...rows, measureTown(town), measureWorld(), await measureMapPaint()];
}

async function measurePicture(name: string, view: MapView, archive: PMTiles): Promise<Row> {
  const tiles = await Promise.all(
    listTiles(view, 14).map(async (tile) => {
      const found = await archive.getZxy(tile.z, tile.x, tile.y);
      return { ...tile, bytes: found === undefined ? null : new Uint8Array(found.data) };
    }),
  );
  const picture: Picture = { view, theme: 'light', language: 'en', overlay: NO_OVERLAY, source: 'town', tiles };
  // The first rounds include compiling.
  for (let round = 0; round < 5; round += 1) drawMap(picture);
  const rounds = Array.from({ length: ROUNDS }, () => cpuOf(() => drawMap(picture)));
  const halves = [rounds.slice(0, ROUNDS >> 1), rounds.slice(ROUNDS >> 1)].map(median);
  const svg = drawMap(picture);
  const [kb, ms] = [gzipSync(svg).length / 1000, median(rounds)];
  return {
    name: `Map as picture, ${name}`,
    measured: `${kb.toFixed(1)} KB gz; ${ms.toFixed(1)} ms`,
    bar: `${BARS.pictureKb} KB; ${BARS.pictureMs} ms`,
    control: null,
    verdict: judge(kb, BARS.pictureKb) === 'met' ? judge(ms, BARS.pictureMs) : 'missed',
    figures: { kb, rawKb: svg.length / 1000, ms, rounds, halves, tiles: tiles.length },
    notes: [
      `${tiles.length} tiles, ${(svg.length / 1000).toFixed(1)} KB uncompressed; size is ${toShare(kb, BARS.pictureKb)} of its bar, time ${toShare(ms, BARS.pictureMs)}.`,
    ],
  };
}

function measureTown(town: Uint8Array): Row {
  const rounds = Array.from({ length: 5 }, () => cpuOf(() => void buildTownArchive()));
  const [kb, ms] = [town.length / 1000, median(rounds)];
  return {
    name: 'Archive of the demo town',
    measured: `${kb.toFixed(1)} KB; ${ms.toFixed(0)} ms`,
    bar: `${BARS.archiveKb} KB; ${BARS.archiveMs} ms`,
    control: null,
    verdict: judge(kb, BARS.archiveKb) === 'met' ? judge(ms, BARS.archiveMs) : 'missed',
    figures: { kb, ms, rounds },
    notes: [],
  };
}

function measureWorld(): Row {
  const kb = worldArchive().length / 1000;
  return {
    name: 'Outline of the world in the API',
    measured: `${kb.toFixed(1)} KB`,
    bar: `${BARS.worldKb} KB`,
    control: null,
    verdict: judge(kb, BARS.worldKb),
    figures: { kb },
    notes: [],
  };
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function toShare(figure: number, bar: number): string {
  return `${((100 * figure) / bar).toFixed(0)} %`;
}
