import { describe, expect, test } from 'vitest';
import { findGeocoderFault, type GeocoderSettings, readLocalSpots } from './geocoder-settings.ts';

const PHOTON = { GEOCODER: 'photon', GEOCODER_URL: 'https://photon.example/' };

describe('findGeocoderFault', () => {
  test.each<[GeocoderSettings, boolean]>([
    [{}, false],
    [{ GEOCODER: 'embedded' }, false],
    [PHOTON, false],
    [{ GEOCODER: 'nominatim', GEOCODER_URL: 'https://geo.example:8443/nominatim?key=1' }, false],
    [{ ...PHOTON, GEOCODER_URL: 'http://127.0.0.1:2322' }, true],
    [{ GEOCODER_LOCAL: '[{"name":"School","lat":1,"lon":2},{"name":"Road","line":[[1,2],[1,3]]}]' }, false],
  ])('accepts %j (in the demonstration: %s)', (settings, isDemonstration) => {
    expect(findGeocoderFault(settings, isDemonstration)).toBe(null);
  });

  test.each<[GeocoderSettings, boolean, RegExp]>([
    [{ GEOCODER: 'google' }, false, /^GEOCODER must be embedded, photon or nominatim; got “google”/],
    [{ GEOCODER: 'photon' }, false, /^GEOCODER_URL must be a public https address/],
    [{ GEOCODER_URL: 'https://photon.example' }, false, /^GEOCODER_URL needs GEOCODER=/],
    [{ ...PHOTON, GEOCODER_URL: 'http://photon.example' }, false, /^GEOCODER_URL must be/],
    [{ ...PHOTON, GEOCODER_URL: 'http://127.0.0.1:2322' }, false, /^GEOCODER_URL must be/],
    [{ ...PHOTON, GEOCODER_URL: 'http://192.168.1.2' }, true, /^GEOCODER_URL must be .*, or http on this machine; got/],
    [{ ...PHOTON, GEOCODER_URL: 'https://10.1.2.3' }, false, /^GEOCODER_URL must be/],
    [{ ...PHOTON, GEOCODER_URL: 'https://photon.local' }, false, /^GEOCODER_URL must be/],
    [{ ...PHOTON, GEOCODER_URL: 'https://me:secret@photon.example' }, false, /^GEOCODER_URL must be/],
    [{ ...PHOTON, GEOCODER_URL: 'photon.example' }, false, /^GEOCODER_URL must be/],
    [{ GEOCODER_LOCAL: 'School' }, false, /^GEOCODER_LOCAL must be a JSON list/],
    [{ GEOCODER_LOCAL: '[{"name":"A","lat":1,"lon":2},{"name":"B","lat":91,"lon":2}]' }, false, /Entry 2 is wrong\.$/],
    [{ GEOCODER_LOCAL: '[{"name":"Road","line":[[1,2]]}]' }, false, /Entry 1 is wrong\.$/],
  ])('names the fault of %j (in the demonstration: %s)', (settings, isDemonstration, fault) => {
    expect(findGeocoderFault(settings, isDemonstration)).toMatch(fault);
  });
});

test('readLocalSpots returns a spot as a line of one point', () => {
  expect(readLocalSpots('[{"name":" School ","lat":1,"lon":2}]')).toEqual([{ name: 'School', line: [[1, 2]] }]);
});
