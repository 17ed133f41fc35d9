import { describe, expect, test } from 'vitest';
import { continueLook } from './look.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;

describe('a look at the gallery', () => {
  test.each([
    ['the first one', null, { look: { before: null, last: NOW }, isStored: false }],
    ['a reload within a minute', { before: 5, last: NOW - 59_999 }, { look: { before: 5, last: NOW - 59_999 }, isStored: true }],
    ['the same look, a minute later', { before: 5, last: NOW - MINUTE }, { look: { before: 5, last: NOW }, isStored: false }],
    ['the same look after 30 min', { before: 5, last: NOW - 30 * MINUTE }, { look: { before: 5, last: NOW }, isStored: false }],
    ['the next look', { before: 5, last: NOW - 30 * MINUTE - 1 }, { look: { before: NOW - 30 * MINUTE - 1, last: NOW }, isStored: false }],
    ['a stored time in the future', { before: 5, last: NOW + MINUTE }, { look: { before: 5, last: NOW + MINUTE }, isStored: true }],
  ])('%s keeps or moves what counts as new (A200)', (_name, stored, expected) => {
    expect(continueLook(stored, NOW)).toEqual(expected);
  });
});
