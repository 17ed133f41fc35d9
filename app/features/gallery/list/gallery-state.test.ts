import { describe, expect, test } from 'vitest';
import { HIT_CATEGORIES } from '#app/domain/sample-details.ts';
import { CATEGORIES } from './categories.ts';
import { INITIAL_GALLERY_STATE, readGalleryState, toFilterSearch } from './gallery-state.ts';

const read = (search: string) => readGalleryState(new URLSearchParams(search), ['d1', 'd2', 'd3']);

describe('state of the gallery', () => {
  test('asks before deleting and shows everything by default (GAL-029, CONST-110)', () => {
    expect(INITIAL_GALLERY_STATE.askOnDelete).toBe(true);
    expect(read('')).toEqual({ askOnDelete: true, deviceIds: [], ocrFilters: [], openPanel: null });
  });

  test.each([
    ['device=d2', { deviceIds: ['d2'] }],
    ['device=d3&device=d1&device=d1', { deviceIds: ['d1', 'd3'] }],
    ['device=d1&device=d2&device=d3', { deviceIds: [] }],
    ['device=foreign', { deviceIds: [] }],
    ['category=custom&category=violence', { ocrFilters: ['violence', 'custom'] }],
    ['category=gambling&category=', { ocrFilters: [] }],
    ['open=category', { openPanel: 'category' }],
    ['open=device&open=category', { openPanel: 'device' }],
    ['open=both', { openPanel: null }],
  ])('reads %s, with at most one open panel (GAL-030, GAL-031, GAL-032)', (search, expected) => {
    expect(read(search)).toMatchObject(expected);
  });

  test('is the same after it was written to an address', () => {
    const state = read('category=violence&category=profanity&device=d2');
    expect(read(toFilterSearch(state, [['open', 'device']]))).toEqual({ ...state, openPanel: 'device' });
    expect(toFilterSearch(read(''))).toBe('');
  });

  test('knows every category', () => {
    expect([...CATEGORIES].sort()).toEqual([...HIT_CATEGORIES].sort());
  });
});
