/**
 * Codes for the demonstration and the tests, each with its coupon in the catalog. These codes are public, so real installations do not have
 * them.
 */
const CODES: ReadonlyArray<[code: string, couponGroupId: string]> = [
  ['LONGTRIAL', 'long-trial'],
  ['ANNUAL25', 'annual-25'],
  ['ONCE-4F7KQ2M9', 'one-time-50'],
  ['ONCE-8XD3WT6H', 'one-time-50'],
  ['ONCE-B5NR9CJ2', 'one-time-50'],
  ['AUTUMN2025', 'autumn-2025'],
];

/** The part of a D1 database used here. Workers and Miniflare have different types for D1. */
type Database<Statement> = {
  prepare(query: string): { bind(...values: Array<unknown>): Statement };
  batch(statements: Array<Statement>): Promise<unknown>;
};

/** Adds missing codes to the catalog. */
export async function seedCodes<Statement>(catalogue: Database<Statement>): Promise<void> {
  const insert = catalogue.prepare('INSERT OR IGNORE INTO coupon_code (code, coupon_group_id) VALUES (?, ?)');
  await catalogue.batch(CODES.map((row) => insert.bind(...row)));
}
