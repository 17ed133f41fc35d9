import { expect, test } from 'vitest';
import { listIgnorable } from './ignore-terms';

test('offers each found term once, and none of the parent’s own', () => {
  const hit = (category: 'violence' | 'profanity' | 'custom', term: string) => ({ category, term });
  expect(listIgnorable([hit('violence', 'kill'), hit('custom', 'skate park'), hit('violence', 'kill'), hit('profanity', 'damn')])).toEqual([
    'kill',
    'damn',
  ]);
});
