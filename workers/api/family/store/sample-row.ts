import * as z from 'zod';
import { type AnnounceBody, type OcrSummaryWire, ocrSummarySchema } from '#app/wire/samples';

const keysSchema = z.array(z.object({ key_id: z.string(), wrapped: z.string() }));
const objectsSchema = z.array(
  z.object({
    kind: z.string(),
    bytes: z.number(),
    sha256: z.string(),
    iv: z.string(),
    /** When the bucket had the object; null while it is not uploaded. */
    storedAt: z.number().nullable(),
    /** True if the bucket no longer has the object, although nobody deleted it. */
    isMissing: z.boolean(),
  }),
);
export type StoredObject = z.infer<typeof objectsSchema>[number];

export type SampleRow = {
  id: string;
  child_id: string;
  device_id: string;
  at: number;
  received_at: number;
  updated_at: number;
  cause: string;
  command_id: string | null;
  state: string;
  keys_json: string;
  hits_json: string;
  has_hits: number;
  objects_json: string;
  bytes: number;
  gone_at: number | null;
};

const stateSchema = z.enum(['arriving', 'stored', 'leaving', 'deleted']);
const causeSchema = z.enum(['on_demand', 'periodic']);
/**
 * A sample. `arriving`: announced, but not all objects are uploaded. `leaving`: deleted, and the parent can still undo that. `deleted`: only
 * ids and times are left.
 */
export type StoredSample = Pick<
  SampleRow,
  'id' | 'child_id' | 'device_id' | 'at' | 'received_at' | 'updated_at' | 'command_id' | 'gone_at'
> & {
  state: z.infer<typeof stateSchema>;
  cause: z.infer<typeof causeSchema>;
  keys: AnnounceBody['keys'];
  hits: OcrSummaryWire;
  objects: Array<StoredObject>;
};

/** Reads a row. Throws if its JSON is not valid. */
export function toSample(row: SampleRow): StoredSample {
  const { id, child_id, device_id, at, received_at, updated_at, command_id, gone_at } = row;
  return {
    id,
    child_id,
    device_id,
    at,
    received_at,
    updated_at,
    command_id,
    gone_at,
    state: stateSchema.parse(row.state),
    cause: causeSchema.parse(row.cause),
    keys: keysSchema.parse(JSON.parse(row.keys_json)),
    hits: ocrSummarySchema.parse(JSON.parse(row.hits_json)),
    objects: objectsSchema.parse(JSON.parse(row.objects_json)),
  };
}
