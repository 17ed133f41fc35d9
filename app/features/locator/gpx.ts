import type { DeviceId } from '#app/domain/ids';
import { GAP_MS } from '#app/domain/location-day';
import type { Position } from '#app/domain/position';

/**
 * Returns positions, by time, as GPX 1.1 with times in UTC. Each device has its own segments, and a silence of more than 30 minutes starts a
 * new one.
 */
export function writeGpx(name: string, points: ReadonlyArray<Position & { deviceId: DeviceId }>): string {
  const segments: Array<Array<Position>> = [];
  for (const deviceId of new Set(points.map((point) => point.deviceId))) {
    let last: Position | null = null;
    for (const point of points.filter((one) => one.deviceId === deviceId)) {
      if (last === null || point.at - last.at > GAP_MS) segments.push([point]);
      else segments.at(-1)?.push(point);
      last = point;
    }
  }
  const lines = segments.flatMap((segment) => ['    <trkseg>', ...segment.map(writePoint), '    </trkseg>']);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Porchlight" xmlns="http://www.topografix.com/GPX/1/1">',
    '  <trk>',
    `    <name>${escapeXml(name)}</name>`,
    ...lines,
    '  </trk>',
    '</gpx>',
    '',
  ].join('\n');
}

function writePoint({ at, lat, lon }: Position): string {
  return `      <trkpt lat="${lat}" lon="${lon}"><time>${new Date(at).toISOString()}</time></trkpt>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
}
