import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { nothingSchema } from './values.ts';

/** Maximum number of reads in one request, and maximum length of each, path and query together. */
export const READS_MAX = 8;
export const READ_LENGTH_MAX = 512;

/** The response that the read would get as a single request. */
const readAnswerSchema = z.object({ status: z.number().int(), body: z.unknown() });
export type ReadAnswer = z.infer<typeof readAnswerSchema>;

const readsQuery = z.object({ path: z.array(z.string().max(READ_LENGTH_MAX)).min(1).max(READS_MAX) });

/**
 * GET /reads?path=…&path=…: several reads of the family in one signed request, at the same instant, answered in order. `path`: path and
 * query, as sent and signed, of a signed read that needs only the family's rows. Any other path, even if only encoded differently, gets the
 * response for an unknown endpoint. A repeated path is read once. Not in the specification.
 */
export const readTogether: Endpoint<z.infer<typeof readsQuery>, undefined, Array<ReadAnswer>> = {
  method: 'GET',
  path: '/reads',
  auth: 'session',
  query: readsQuery,
  body: nothingSchema,
  output: z.array(readAnswerSchema),
};
