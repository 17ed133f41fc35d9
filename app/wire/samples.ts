import * as z from 'zod';
import { SAMPLE_INTERVAL_MINUTES, SAMPLE_PIXELS, SAMPLE_QUALITY, SAMPLES_PER_FETCH, TERM_LENGTH_MAX } from '../domain/sample-config.ts';
import { SCREENS_MAX } from '../domain/sample-details.ts';
import { commandSchema } from './command.ts';
import type { Endpoint } from './endpoint.ts';
import { deletedSchema, idSchema, instantSchema } from './values.ts';

/** Maximum size of a sealed object in bytes. */
export const OBJECT_BYTES_MAX = { thumb: 64_000, meta: 128_000, screen: 1_000_000 } as const;
/** Life of a download address and of an upload address. */
export const DOWNLOAD_LIFE_MS = 10 * 60_000;
export const UPLOAD_LIFE_MS = 5 * 60_000;
/** Where addresses lead. A signed token follows. */
export const OBJECT_PATH = '/sample_object';

/** A sample id is made by the device: lowercase letters, digits and `-`, so that it fits into addresses and keys. */
export const sampleIdSchema = z.string().regex(/^[0-9a-z][0-9a-z-]{15,63}$/, 'Expected 16 to 64 lowercase letters, digits or -');
export const objectKindSchema = z.string().regex(/^(thumb|meta|screen-[0-7])$/, 'Expected thumb, meta or screen-0 to screen-7');
const keyIdSchema = z.string().regex(/^[0-9a-f]{40}$/);
const ivSchema = z.string().regex(/^[A-Za-z0-9_-]{16}$/);
const causeSchema = z.enum(['on_demand', 'periodic']);
const hitCount = z.number().int().min(0).max(9999);
/** The number of hits per category. All else about a screen is sealed. */
export const ocrSummarySchema = z.object({
  custom: hitCount,
  profanity: hitCount,
  sexual_content: hitCount,
  substance_abuse: hitCount,
  violence: hitCount,
  uncategorized: hitCount,
});
export type OcrSummaryWire = z.infer<typeof ocrSummarySchema>;
/** The content key of the sample, encrypted with the account key `key_id` (docs/reference/sealed-samples.md). */
const wrappedKeySchema = z.object({ key_id: keyIdSchema, wrapped: z.string().regex(/^[A-Za-z0-9_-]{512}$/) });

// The configuration of a child (GAL-023 to GAL-028).

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const quietSchema = z.object({ from: clockSchema, to: clockSchema });
const intervalSchema = z.number().int().min(SAMPLE_INTERVAL_MINUTES.min).max(SAMPLE_INTERVAL_MINUTES.max);
const categoriesSchema = z.object({
  profanity: z.boolean(),
  sexual_content: z.boolean(),
  substance_abuse: z.boolean(),
  violence: z.boolean(),
  uncategorized: z.boolean(),
});
const argsSchema = z.object({
  quality: z.number().min(SAMPLE_QUALITY.min).max(SAMPLE_QUALITY.max),
  max_px: z.number().int().min(SAMPLE_PIXELS.min).max(SAMPLE_PIXELS.max),
});
const automatedSchema = z.object({
  enabled: z.boolean(),
  interval_min: intervalSchema,
  /** No automatic captures between these clock times in the child's zone. Not in the specification. */
  quiet: quietSchema.nullable(),
});
const termsSchema = z.array(z.string().max(TERM_LENGTH_MAX * 4)).max(1000);
const ocrSchema = z.object({ custom_terms: z.array(z.string()), ignore_terms: z.array(z.string()), categories: categoriesSchema });
/** Settings of a child's screenshots. */
export const sampleConfigSchema = z.object({
  user_enabled: z.boolean(),
  ocr: ocrSchema,
  args: argsSchema,
  automated: automatedSchema,
});
export type SampleConfigWire = z.infer<typeof sampleConfigSchema>;
const userConfigSchema = sampleConfigSchema.extend({ user_id: idSchema, updated_ts: instantSchema });

/** A child’s settings until a parent changes them. */
export const DEFAULT_SAMPLE_CONFIG: SampleConfigWire = {
  user_enabled: true,
  ocr: {
    custom_terms: [],
    ignore_terms: [],
    categories: { profanity: true, sexual_content: true, substance_abuse: true, violence: true, uncategorized: true },
  },
  args: { quality: SAMPLE_QUALITY.max, max_px: SAMPLE_PIXELS.max },
  automated: { enabled: false, interval_min: 60, quiet: null },
};

/** What a device needs to know about screenshots of its children, only for children with screenshots turned on. */
export const samplingSchema = z.object({
  users: z.array(
    z.object({
      user_id: idSchema,
      /** Null: no automatic captures. */
      automated: automatedSchema.omit({ enabled: true }).nullable(),
      /** Null: the plan does not include the search for terms, so every count is 0. */
      ocr: ocrSchema.nullable(),
      args: argsSchema,
    }),
  ),
});
export type SamplingWire = z.infer<typeof samplingSchema>;

// The calls of a parent.

const sampleIdsSchema = (max: number) => z.array(idSchema).min(1).max(max);
const configChange = z.object({
  user_enabled: z.boolean().optional(),
  ocr: z
    .object({
      custom_terms: termsSchema.optional(),
      ignore_terms: termsSchema.optional(),
      categories: categoriesSchema.partial().optional(),
    })
    .optional(),
  args: argsSchema.partial().optional(),
  automated: automatedSchema.partial().optional(),
});
export type ConfigChange = z.infer<typeof configChange>;

const countsSchema = z.object({ samples: z.number().int(), with_hits: z.number().int() });
const statsSchema = countsSchema.extend({
  user_id: idSchema,
  ocr_summary: z.object({
    custom: z.number(),
    profanity: z.number(),
    sexual_content: z.number(),
    substance_abuse: z.number(),
    violence: z.number(),
    uncategorized: z.number(),
  }),
  devices: z.array(countsSchema.extend({ device_id: idSchema })),
  /** By local date of the child, newest first, without empty days. */
  days: z.array(countsSchema.extend({ date: z.string() })),
  /** Time of the newest sample; null without samples. */
  last_sample_ts: instantSchema.nullable(),
  /** Size of all sealed objects in bytes. */
  bytes: z.number().int(),
});
const analysisSchema = z.object({
  sample_id: idSchema,
  user_id: idSchema,
  device_id: idSchema,
  ocr_summary: ocrSummarySchema,
  keys: z.array(wrappedKeySchema),
  /** Base64 of the sealed `meta` object. Null if the object is missing. */
  meta: z.string().nullable(),
});
const urlSchema = z.object({ iv: ivSchema, url: z.string().nullable(), bytes: z.number().int(), sha256: z.string() });
const urlsSchema = z.object({
  sample_id: idSchema,
  /** When the addresses expire. */
  dlExpiry: instantSchema,
  /** `url` is null if the object is missing. */
  thumbnails: urlSchema.nullable(),
  screens: z.array(urlSchema.extend({ kind: objectKindSchema })),
  /** So that a page needs no second call to open what it downloads. Not in the specification. */
  keys: z.array(wrappedKeySchema),
});
export const sampleMetaSchema = z.object({
  sample_id: idSchema,
  user_id: idSchema,
  device_id: idSchema,
  /** When the screenshot was taken. */
  sample_ts: instantSchema,
  /** Rises with every change of any sample of the family. */
  updated_ts: instantSchema,
  /** True: remove the sample and its images. Only ids and times are left. */
  deleted: z.boolean(),
  cause: causeSchema,
  screens: z.array(z.object({ kind: objectKindSchema, iv: ivSchema, bytes: z.number().int(), missing: z.boolean() })),
  /** `url` is null here: get_download_urls returns it. */
  thumbnails: z.object({ iv: ivSchema.nullable(), url: z.null(), missing: z.boolean() }),
  keys: z.array(wrappedKeySchema),
  ocr_summary: ocrSummarySchema,
  /** Of a deleted sample: when the server had checked that no object of it is left. Not in the specification. */
  objects_gone_ts: instantSchema.nullable(),
});
export type SampleMetaWire = z.infer<typeof sampleMetaSchema>;

/** Why a device can't make screenshots. `key`: it trusts no account key, or another one. `off`: turned off for its children. */
export const vewObstacleSchema = z.enum(['plan', 'unmanaged', 'unavailable', 'needs_os', 'needs_app', 'key', 'off']);
export type VewObstacle = z.infer<typeof vewObstacleSchema>;
const vewInfoSchema = z.object({
  /** Screenshots on demand in this calendar month. */
  quota: z.object({ limit: z.union([z.number(), z.literal('unlimited')]), used: z.number().int(), resets_ts: instantSchema }),
  /** Whether the plan includes automatic screenshots and the search for terms. */
  monitoring: z.boolean(),
  users: z.array(
    z.object({
      user_id: idSchema,
      user_enabled: z.boolean(),
      vewStatus: z.enum(['active', 'inactive']),
      samples: z.number().int(),
      last_sample_ts: instantSchema.nullable(),
    }),
  ),
  devices: z.array(
    z.object({
      device_id: idSchema,
      users: z.array(idSchema),
      vewStatus: z.enum(['active', 'inactive']),
      /** Null if active. `version`: the minimum with `needs_os` and `needs_app`. */
      why: vewObstacleSchema.nullable(),
      version: z.string().nullable(),
      samples: z.number().int(),
      last_sample_ts: instantSchema.nullable(),
      /** The last request on demand of this device. `sample_id`: the sample that answers it, once the device has captured it. */
      request: z.object({ command: commandSchema, sample_id: idSchema.nullable() }).nullable(),
    }),
  ),
});

export type SampleStatsWire = z.infer<typeof statsSchema>;
export type AnalysisWire = z.infer<typeof analysisSchema>;
export type SampleUrlsWire = z.infer<typeof urlsSchema>;
export type VewInfoWire = z.infer<typeof vewInfoSchema>;
export type UserConfigWire = z.infer<typeof userConfigSchema>;

/** A request of a parent about screenshots (7.23.1). Its type distinguishes it from the others at the same path. */
type VewCall<Type extends string, Args extends z.ZodType, Output extends z.ZodType> = Endpoint<
  unknown,
  { request_type: Type; request_args: z.infer<Args> },
  z.infer<Output>
>;

/**
 * Creates the endpoint of one type of request. A read is not recorded for replay: the record would be as long as the response, and repeating
 * it is harmless.
 */
function vewCall<Type extends string, Args extends z.ZodType, Output extends z.ZodType>(
  type: Type,
  does: 'reads' | 'changes',
  args: Args,
  output: Output,
): VewCall<Type, Args, Output> {
  const body = z.object({ request_type: z.literal(type), request_args: args });
  return {
    method: 'POST',
    path: '/vew_request',
    auth: 'session',
    query: z.unknown(),
    body: body as unknown as z.ZodType<{ request_type: Type; request_args: z.infer<Args> }>,
    output: output as unknown as z.ZodType<z.infer<Output>>,
    ...(does === 'reads' ? { replay: 'never' as const } : {}),
  };
}

const ofChild = z.object({ user_id: idSchema });
const ofAnyChild = z.object({ user_id: idSchema.optional() });

/**
 * Returns the numbers of samples per child (S56, GAL-050).
 * @throws Refusal 403, with reason `plan` without screenshots in the plan
 */
export const getSampleStats = vewCall('get_sample_stats', 'reads', ofAnyChild, z.array(statsSchema));

/** Returns the sealed details of samples, which contain the recognized text and its hits (S56, GAL-051). */
export const getAnalysis = vewCall('get_analysis', 'reads', z.object({ sample_ids: sampleIdsSchema(100) }), z.array(analysisSchema));

/** Returns addresses of sealed images. Without `kinds`, of thumbnails only (S56, GAL-049). */
export const getDownloadUrls = vewCall(
  'get_download_urls',
  'reads',
  z.object({
    sample_ids: sampleIdsSchema(200),
    kinds: z
      .array(z.enum(['thumbnails', 'screens']))
      .max(2)
      .optional(),
    /** Only records that the parent revealed blurred screenshots. Not in the specification. */
    revealed: z.boolean().optional(),
  }),
  z.array(urlsSchema),
);

/**
 * Returns the samples of a child that changed after `updated_ts`, in the order of their changes. As many as `limit` mean that there may be
 * more: repeat with the last `updated_ts` (S56).
 */
export const getSampleMeta = vewCall(
  'get_sample_meta',
  'reads',
  ofChild.extend({
    updated_ts: instantSchema.optional(),
    limit: z.number().int().min(1).max(SAMPLES_PER_FETCH).optional(),
    /** Leaves `keys` empty, which would be nine tenths of a long list. Not in the specification. */
    brief: z.boolean().optional(),
  }),
  z.array(sampleMetaSchema),
);

/**
 * Asks one device, or all devices of the child that can do it, for a screenshot (S57).
 * @throws Refusal 403 with reason `plan` or `limit`, 400 with `fields`
 */
export const requestSample = vewCall(
  'on_demand',
  'changes',
  ofChild.extend({ device_id: idSchema.optional() }),
  z.object({ command_ids: z.array(idSchema) }),
);

/**
 * Deletes samples and their objects, in any plan. Foreign and unknown ids count as 0 (S58). With `undo: 'offer'`, hides them and deletes them
 * 15 s later; until then `undo: 'take'` restores them and returns how many. `undo` is not in the specification.
 */
export const deleteSample = vewCall(
  'delete_sample',
  'changes',
  z.object({ sample_ids: sampleIdsSchema(500), undo: z.enum(['offer', 'take']).optional() }),
  deletedSchema,
);

/** Returns what the plan allows and which devices can make screenshots (S59). */
export const getVewInfo = vewCall('get_vew_info', 'reads', ofAnyChild, vewInfoSchema);

/** Returns the settings of a child’s screenshots (S59). */
export const getUserConfig = vewCall('get_user_config', 'reads', ofChild, userConfigSchema);

/**
 * Changes the given settings and keeps the others (S59). With the `updated_ts` that was read, a change based on older settings is refused.
 * @throws Refusal 400 with reason `stale` or with `fields`, 403 with reason `plan`
 */
export const updateUserConfig = vewCall(
  'update_user_config',
  'changes',
  ofChild.extend({ updated_ts: instantSchema.optional(), config: configChange }),
  userConfigSchema,
);

// The call of a device.

const announcedObject = z.object({
  kind: objectKindSchema,
  bytes: z.number().int().min(33),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  iv: ivSchema,
});
const announceBody = z.object({
  sample_id: sampleIdSchema,
  user_id: idSchema,
  sample_ts: instantSchema,
  cause: causeSchema,
  /** The command that this sample answers; only with `on_demand`. */
  command_id: idSchema.optional(),
  /** When the device showed the child that a screenshot was taken. There is no way to announce a sample without it (D08). */
  notice_ts: instantSchema,
  /** The first entry is the key in the additional data of the objects. */
  keys: z.array(wrappedKeySchema).min(1).max(4),
  ocr_summary: ocrSummarySchema,
  objects: z
    .array(announcedObject)
    .min(3)
    .max(SCREENS_MAX + 2),
});
export type AnnounceBody = z.infer<typeof announceBody>;
export type AnnouncedObject = z.infer<typeof announcedObject>;
const announceAnswer = z.object({
  sample_id: sampleIdSchema,
  /** `deleted`: the sample is no longer needed, so the device deletes it. */
  state: z.enum(['arriving', 'stored', 'deleted']),
  /** Where to PUT each object that is not stored yet. */
  put: z.array(z.object({ kind: objectKindSchema, url: z.string() })),
  expires_ts: instantSchema,
});
export type AnnounceAnswer = z.infer<typeof announceAnswer>;
/**
 * POST /device/sample: announces a sealed sample and returns an upload address for each object. Repeat it with the same content to continue
 * an interrupted upload: it returns the addresses of what is missing.
 * @throws Refusal 400 with `fields`, 403
 */
export const announceSample: Endpoint<unknown, AnnounceBody, AnnounceAnswer> = {
  method: 'POST',
  path: '/device/sample',
  auth: 'device',
  query: z.unknown(),
  body: announceBody,
  output: announceAnswer,
};

/** The response to PUT of an object. */
export const storedObjectSchema = z.object({ sample_id: z.string(), state: z.enum(['arriving', 'stored']) });
export type StoredObjectWire = z.infer<typeof storedObjectSchema>;

/** Returns the highest permitted size of an object of this kind. */
export function maxBytesOf(kind: string): number {
  if (kind === 'thumb' || kind === 'meta') return OBJECT_BYTES_MAX[kind];
  return OBJECT_BYTES_MAX.screen;
}

/** A summary without any hit. */
export const NO_HITS: OcrSummaryWire = {
  custom: 0,
  profanity: 0,
  sexual_content: 0,
  substance_abuse: 0,
  violence: 0,
  uncategorized: 0,
};
