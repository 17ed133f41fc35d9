/** Cloudflare's list prices in US dollars, beyond what a plan includes (Workers and Durable Objects with SQLite, 2026). */
const PRICES = {
  rowWritten: 1 / 1_000_000,
  rowRead: 0.001 / 1_000_000,
  objectRequest: 0.15 / 1_000_000,
  workerRequest: 0.3 / 1_000_000,
  gigabyteSecond: 12.5 / 1_000_000,
};
/** Number of incoming socket messages that are billed as one request. */
const MESSAGES_PER_REQUEST = 20;
/** Memory billed per object. */
const OBJECT_GB = 0.128;

/** Billable use. `objectMs`: time for which an object is awake. */
export type Use = { rows: number; rowsRead: number; objectRequests: number; workerRequests: number; messages: number; objectMs: number };

export function addUse(...uses: ReadonlyArray<Use>): Use {
  const sum = (name: keyof Use) => uses.reduce((total, use) => total + use[name], 0);
  return {
    rows: sum('rows'),
    rowsRead: sum('rowsRead'),
    objectRequests: sum('objectRequests'),
    workerRequests: sum('workerRequests'),
    messages: sum('messages'),
    objectMs: sum('objectMs'),
  };
}

export function timesUse(use: Use, factor: number): Use {
  return addUse(...Array.from({ length: factor }, () => use));
}

/** Returns the cost of each part of the use at list prices, in US dollars. */
export function priceOf(use: Use): {
  rows: number;
  rowsRead: number;
  objectRequests: number;
  workerRequests: number;
  duration: number;
  total: number;
} {
  const rows = use.rows * PRICES.rowWritten;
  const rowsRead = use.rowsRead * PRICES.rowRead;
  const objectRequests = (use.objectRequests + use.messages / MESSAGES_PER_REQUEST) * PRICES.objectRequest;
  const workerRequests = use.workerRequests * PRICES.workerRequest;
  const duration = (use.objectMs / 1000) * OBJECT_GB * PRICES.gigabyteSecond;
  return { rows, rowsRead, objectRequests, workerRequests, duration, total: rows + rowsRead + objectRequests + workerRequests + duration };
}
