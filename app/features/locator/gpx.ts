import type { DeviceId } from '#app/domain/ids';
import type { Position } from '#app/domain/position';

/**
 * Returns the lines of a path as GPX 1.1 with times in UTC. Each line is a segment; those of a device are together. GPX has no accuracy in
 * meters, so it is a comment of its point, which readers show.
 */
export function writeGpx(name: string, path: ReadonlyArray<ReadonlyArray<Position & { deviceId: DeviceId }>>): string {
  const segments = path.filter((line) => line.length > 0);
  const devices = [...new Set(segments.map(([first]) => first?.deviceId))];
  const sorted = devices.flatMap((id) => segments.filter(([first]) => first?.deviceId === id));
  const lines = sorted.flatMap((segment) => ['    <trkseg>', ...segment.map(writePoint), '    </trkseg>']);
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

function writePoint({ at, lat, lon, accuracy }: Position): string {
  const comment = accuracy === null ? '' : `<cmt>accuracy ${Math.round(accuracy)} m</cmt>`;
  return `      <trkpt lat="${lat}" lon="${lon}"><time>${new Date(at).toISOString()}</time>${comment}</trkpt>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
}
