import { describe, expect, test } from 'vitest';
import { addUse, priceOf, timesUse } from './price-list.ts';

const NOTHING = { rows: 0, rowsRead: 0, objectRequests: 0, workerRequests: 0, messages: 0, objectMs: 0 };

describe('price list', () => {
  test('bills each part at its own price, and 20 socket messages as one request', () => {
    const million = {
      rows: 1_000_000,
      rowsRead: 1_000_000_000,
      objectRequests: 1_000_000,
      workerRequests: 1_000_000,
      messages: 20_000_000,
      objectMs: 0,
    };
    const price = priceOf(million);
    expect(
      [price.rows, price.rowsRead, price.objectRequests, price.workerRequests, price.total].map((dollars) => dollars.toFixed(2)),
    ).toEqual(['1.00', '1.00', '0.30', '0.30', '2.60']);
    // One hour awake: 3,600 s × 0.128 GB × $12.50 per million.
    expect(priceOf({ ...NOTHING, objectMs: 3_600_000 }).duration).toBeCloseTo(0.00576, 8);
  });

  test('adds and multiplies uses part by part', () => {
    const day = { ...NOTHING, rows: 2, messages: 3 };
    expect(timesUse(addUse(day, { ...NOTHING, rows: 1, objectMs: 5 }), 30)).toEqual({ ...NOTHING, rows: 90, messages: 90, objectMs: 150 });
  });
});
