import { afterEach, describe, expect, test } from 'vitest';
import { freezeScroll, releaseScroll, withFrozenId } from './scroll-freeze';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const isFrozen = () => document.documentElement.dataset.frozen !== undefined;

afterEach(() => {
  for (const id of ids) releaseScroll(id);
});

describe('scroll freeze', () => {
  test('keeps at most eight ids without duplicates, and a ninth removes the oldest (NAV-039, A26)', () => {
    const frozen = ids.reduce<ReadonlyArray<string>>(withFrozenId, []);
    expect(frozen).toEqual(ids.slice(1));
    expect(withFrozenId(['a'], 'a')).toEqual(['a']);
  });

  test('freezes the page until every id is removed', () => {
    freezeScroll('a');
    freezeScroll('b');
    releaseScroll('b');
    expect(isFrozen()).toBe(true);
    releaseScroll('unknown');
    expect(isFrozen()).toBe(true);
    releaseScroll('a');
    expect(isFrozen()).toBe(false);
  });

  test('unfreezes the page after all eight kept ids are removed, even if nine dialogs were open', () => {
    for (const id of ids) freezeScroll(id);
    const states = ids.toReversed().map((id) => {
      releaseScroll(id);
      return isFrozen();
    });
    expect(states).toEqual([true, true, true, true, true, true, true, false, false]);
  });
});
