import { expect, test } from 'vitest';
import { areaText } from './area-text';

test.each([
  ['12 Bellflower Street, Alderbridge', 'Alderbridge'],
  ['Near Hill Lane', ''],
  ['Hauptstraße 5, 10827, Schöneberg, Berlin', 'Schöneberg, Berlin'],
  ['主街5号，柏林', '柏林'],
  ['', ''],
])('areaText of «%s» is «%s»', (address, area) => {
  expect(areaText(address)).toBe(area);
});
