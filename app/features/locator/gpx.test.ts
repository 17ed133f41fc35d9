import { expect, test } from 'vitest';
import { writeGpx } from './gpx';

const START = Date.UTC(2026, 4, 14, 5, 38);
const point = (minutes: number, lat: number, deviceId = 'phone', accuracy: number | null = 5) => ({
  deviceId,
  at: START + minutes * 60_000,
  lat,
  lon: -0.5,
  accuracy,
  speed: null,
});

test('writes GPX 1.1 with times in UTC, a segment per line, accuracies, and escaped names', () => {
  expect(
    writeGpx('Mia <3 & Ben', [[point(0, 51.5), point(30, 51.6)], [point(10, 40, 'tablet', null)], [], [point(61, 51.7, 'phone', 12.4)]]),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Porchlight" xmlns="http://www.topografix.com/GPX/1/1">
  <trk>
    <name>Mia &lt;3 &amp; Ben</name>
    <trkseg>
      <trkpt lat="51.5" lon="-0.5"><time>2026-05-14T05:38:00.000Z</time><cmt>accuracy 5 m</cmt></trkpt>
      <trkpt lat="51.6" lon="-0.5"><time>2026-05-14T06:08:00.000Z</time><cmt>accuracy 5 m</cmt></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="51.7" lon="-0.5"><time>2026-05-14T06:39:00.000Z</time><cmt>accuracy 12 m</cmt></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="40" lon="-0.5"><time>2026-05-14T05:48:00.000Z</time></trkpt>
    </trkseg>
  </trk>
</gpx>
`);
});
