import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { nothingSchema } from './values.ts';

/** So many reads go into one call, each so long, path and query together. */
export const READS_MAX = 8;
export const READ_LENGTH_MAX = 512;

/** What one of the reads would have been answered alone. */
const readAnswerSchema = z.object({ status: z.number().int(), body: z.unknown() });
export type ReadAnswer = z.infer<typeof readAnswerSchema>;

const readsQuery = z.object({ path: z.array(z.string().max(READ_LENGTH_MAX)).min(1).max(READS_MAX) });

/**
 * GET /reads?path=…&path=…: several reads of the family in one signed call, all of one instant, in the order in which they were asked for.
 * `path` is path and query of a signed read of the contract that needs nothing but the family's rows, as they are sent and signed; whatever
 * else it names, or is written otherwise, is answered as a call that does not exist. What is named twice is read once. Ours.
 */
export const readTogether: Endpoint<z.infer<typeof readsQuery>, undefined, Array<ReadAnswer>> = {
  method: 'GET',
  path: '/reads',
  auth: 'session',
  query: readsQuery,
  body: nothingSchema,
  output: z.array(readAnswerSchema),
};
