import { afterEach, expect, test } from 'vitest';
import { freezeScroll, releaseScroll, withFrozenId } from './scroll-freeze';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const isFrozen = () => document.documentElement.dataset.frozen !== undefined;

afterEach(() => {
  for (const id of ids) releaseScroll(id);
});

test('at most eight ids are kept, each once', () => {
  const frozen = ids.reduce<ReadonlyArray<string>>(withFrozenId, []);
  expect(frozen).toEqual(ids.slice(0, 8));
  expect(withFrozenId(['a'], 'a')).toEqual(['a']);
});

test('the page stands still until every id is removed', () => {
  freezeScroll('a');
  freezeScroll('b');
  releaseScroll('b');
  expect(isFrozen()).toBe(true);
  releaseScroll('unknown');
  expect(isFrozen()).toBe(true);
  releaseScroll('a');
  expect(isFrozen()).toBe(false);
});

test('nine open and close, the last one first: free only at the end', () => {
  for (const id of ids) freezeScroll(id);
  const states = ids.toReversed().map((id) => {
    releaseScroll(id);
    return isFrozen();
  });
  expect(states).toEqual([true, true, true, true, true, true, true, true, false]);
});
