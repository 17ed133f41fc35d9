import { expect, test } from 'vitest';
import type { Child } from '~/domain/child';
import { resolveActiveChild } from './guards.server';

const child = (id: string, name: string, deviceIds: Array<string> = [], retired = false): Child => ({
  id,
  name,
  timeZone: 'UTC',
  colourSlot: 0,
  pictureIndex: null,
  deviceIds,
  retired,
  updatedAt: 0,
});

test.each([
  ['nobody without children', [], null, null],
  ['the first by name with a device', [child('1', 'Mia', ['d']), child('2', 'Ben'), child('3', 'Leo', ['e'])], null, '3'],
  ['the first by name where none has a device', [child('1', 'Mia'), child('2', 'Ben')], null, '2'],
  ['the chosen one', [child('1', 'Mia'), child('2', 'Ben', ['d'])], '1', '1'],
  ['the computed one where the chosen is of another family', [child('1', 'Mia')], 'foreign', '1'],
])('%s', (_name, children, chosen, expected) => {
  expect(resolveActiveChild(children, chosen)?.id ?? null).toBe(expected);
});

test('children without an active one are an error with the document’s text', () => {
  expect(() => resolveActiveChild([child('1', 'Mia', [], true)], null)).toThrow('User state has children, but no activeChildId!');
});
