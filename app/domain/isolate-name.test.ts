import { describe, expect, test } from 'vitest';
import { isolateName } from './isolate-name.ts';

describe('isolateName', () => {
  test.each([
    ['Mia’s phone (2)', 'Mia’s phone (2)'],
    ['客厅里的平板', '客厅里的平板'],
    ['نورا', '\u2068نورا\u2069'],
    ['Noa נועה 2', '\u2068Noa נועה 2\u2069'],
  ])('isolates the direction of %s if it contains right-to-left letters', (name, set) => {
    expect(isolateName(name)).toBe(set);
  });
});
