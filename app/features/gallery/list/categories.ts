import type { HIT_CATEGORIES } from '#app/domain/sample-details.ts';

export type Category = (typeof HIT_CATEGORIES)[number];

/** The categories in the order in which the gallery shows them. `custom`: the parent’s own terms. */
export const CATEGORIES = [
  'violence',
  'sexual_content',
  'substance_abuse',
  'profanity',
  'custom',
  'uncategorized',
] as const satisfies ReadonlyArray<Category>;

/** The number of possible hits of a screenshot in a category. */
export type HitCount = { category: Category; count: number };

/** Returns the categories with hits, in the order of the gallery. */
export function listHits(counts: Record<Category, number>): Array<HitCount> {
  return CATEGORIES.map((category) => ({ category, count: counts[category] })).filter(({ count }) => count > 0);
}
