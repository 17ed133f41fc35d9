/**
 * The codes that only the demonstration and the tests can redeem, each with the coupon of the catalogue that it stands for. They stand in
 * public source, so no installation in earnest has them.
 */
const CODES: ReadonlyArray<[code: string, couponGroupId: string]> = [
  ['LONGTRIAL', 'long-trial'],
  ['ANNUAL25', 'annual-25'],
  ['ONCE-4F7KQ2M9', 'one-time-50'],
  ['ONCE-8XD3WT6H', 'one-time-50'],
  ['ONCE-B5NR9CJ2', 'one-time-50'],
  ['AUTUMN2025', 'autumn-2025'],
];

/** As much of a D1 database as is needed here: the platform's and Miniflare's are two types. */
type Database<Statement> = {
  prepare(query: string): { bind(...values: Array<unknown>): Statement };
  batch(statements: Array<Statement>): Promise<unknown>;
};

/** Puts the codes into the catalogue, where they are missing. */
export async function seedCodes<Statement>(catalogue: Database<Statement>): Promise<void> {
  const insert = catalogue.prepare('INSERT OR IGNORE INTO coupon_code (code, coupon_group_id) VALUES (?, ?)');
  await catalogue.batch(CODES.map((row) => insert.bind(...row)));
}
