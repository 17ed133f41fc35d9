import { expect, test } from 'vitest';
import { toArea } from './addresses';

test.each([
  ['12 Bellflower Street, Alderbridge', null, 'Alderbridge'],
  ['Near Hill Lane', null, ''],
  ['Hauptstraße 5, 10827, Schöneberg, Berlin', '© OpenStreetMap contributors', 'Schöneberg, Berlin'],
  ['主街5号，柏林', '© OpenStreetMap contributors', '柏林'],
  ['Springfield, Illinois', 'GeoNames (CC BY 4.0)', 'Springfield, Illinois'],
  ['51.200, -30.100', null, ''],
  ['', null, ''],
])('the area of «%s» (%s) is «%s»', (address, credit, area) => {
  expect(toArea({ address, credit })).toBe(area);
});
