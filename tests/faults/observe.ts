import * as z from 'zod';
import { type BlockStatusWire, blockStatusSchema } from '#app/wire/block-status.ts';
import type { Parent } from '../clients/parent.ts';

const reportSchema = z.object({ applied: z.object({ state: z.string(), scheduleAt: z.number() }).nullable() });
const tablesSchema = z.object({
  rule: z.array(z.object({ id: z.string(), child_id: z.string(), kind: z.string(), effect: z.string().nullable() })),
  command: z.array(
    z.object({
      id: z.string(),
      device_id: z.string(),
      child_id: z.string().nullable(),
      kind: z.string(),
      action: z.string().nullable(),
      state: z.string(),
      schedule_at: z.number(),
      expires_at: z.number().nullable(),
    }),
  ),
  device: z.array(
    z.object({
      id: z.string(),
      report_seq: z.number(),
      schedule_at: z.number(),
      report_json: z.string().transform((text) => reportSchema.parse(JSON.parse(text))),
    }),
  ),
  usage: z.array(z.object({ device_id: z.string(), child_id: z.string(), date: z.string(), seconds: z.number() })),
  due: z.array(z.object({ kind: z.string(), id: z.string(), at: z.number() })),
  outbox: z.array(z.object({ id: z.string() })),
  account: z.array(z.object({ block_count: z.number(), grant_count: z.number() })),
});
const lookSchema = z.object({ tables: tablesSchema, seq: z.number(), alarm: z.number().nullable(), isStopped: z.boolean() });

/** The rows of a family's own tables, and the status that the API returns to a parent. */
export type Observed = z.infer<typeof tablesSchema> & {
  seq: number;
  alarm: number | null;
  isStopped: boolean;
  /** How many rows each table has. */
  sizes: Record<string, number>;
  status: Array<BlockStatusWire>;
};

/** Reads the family's rows through tests/entries/faults.ts, and its status as a page does. */
export async function observe(apiUrl: string, parent: Parent): Promise<Observed> {
  const look = await order(apiUrl, 'look', { accountId: parent.accountId });
  const { tables, ...clock } = lookSchema.parse(look);
  const rows = z.object({ tables: z.record(z.string(), z.array(z.unknown())) }).parse(look).tables;
  const sizes = Object.fromEntries(Object.entries(rows).map(([name, { length }]) => [name, length]));
  const { status, body } = await parent.raw('GET', '/block_status?dev_info=true&usage=true');
  if (status !== 200) throw new Error(`GET /block_status answered ${status}`);
  return { ...tables, ...clock, sizes, status: z.array(blockStatusSchema).parse(body) };
}

/**
 * Sends one of the orders that tests/entries/faults.ts takes.
 * @returns the parsed answer, or null if it is empty
 */
export async function order(apiUrl: string, what: string, body: Record<string, unknown>): Promise<unknown> {
  const answer = await fetch(`${apiUrl}/test/${what}`, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`/test/${what} answered ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
