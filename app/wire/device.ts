import * as z from 'zod';
import type { StatusInput } from '../domain/block-status.ts';
import { SILENCE_EVENTS } from '../domain/gap-reason.ts';
import type { Rule } from '../domain/rule.ts';
import { localDate } from '../domain/time.ts';
import { accessStateSchema } from './block-status.ts';
import { commandKindSchema } from './command.ts';
import type { Endpoint } from './endpoint.ts';
import { policyGranularitySchema } from './granularity.ts';
import { accountKeySchema } from './keys.ts';
import { dropInvalid, dropNested, dropUnknownTypes, knownItems } from './lenient-schemas.ts';
import { fromWireRule, ruleSchema } from './rule.ts';
import { samplingSchema } from './samples.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

const textSchema = z.string().max(128);

const aboutSchema = z.object({
  device_nonce: z.string().min(16).max(128),
  make: textSchema,
  model: textSchema,
  model_name: textSchema,
  os: textSchema,
  os_version: textSchema,
  app_version: textSchema,
  udid: textSchema,
  fcm_token: z.string().max(512).optional(),
  management_level: textSchema,
  key_pinned: z.boolean(),
});
const enrolBody = z.union([
  aboutSchema.extend({ pair_id: idSchema, token: z.string().max(256) }),
  aboutSchema.extend({ code: z.string().max(32) }),
]);
export type EnrolBody = z.infer<typeof enrolBody>;

const policyUserSchema = z.object({
  user_id: idSchema,
  user_name: z.string(),
  time_zone: z.string(),
  rules: knownItems(ruleSchema),
  allowance: z.array(z.number()).length(7),
  allowance_enabled: z.boolean(),
  allowance_extra: z.object({ date: z.string(), seconds: z.number() }).nullable(),
  requested_state: z.enum(['play', 'pause']),
  pause_until: instantSchema.nullable(),
  /** Null if the plan does not include app rules. */
  granularity: policyGranularitySchema.nullable(),
});
/** Everything a device needs to decide offline (docs/reference/device.md). */
export const policySchema = z.object({
  v: z.literal(1),
  users: z.array(policyUserSchema),
  /** Null without screenshots. A format of a newer server is read as null. */
  sampling: samplingSchema.nullable().catch(null),
  /** The key that encrypts screenshots. A device accepts only the one it pinned (A128). */
  account_key: accountKeySchema.nullable(),
});
export type PolicyWire = z.infer<typeof policySchema>;

const enrolAnswer = z.object({
  device_id: idSchema,
  account_id: z.string(),
  /** 64 lowercase hex characters: the HMAC key of all later requests. */
  device_secret: z.string(),
  schedule_ts: instantSchema,
  policy: policySchema,
  account_key: accountKeySchema.nullable(),
});
export type EnrolAnswer = z.infer<typeof enrolAnswer>;
/** POST /device/enrol: the same nonce gets the same response again; any other gets `already_paired` (S61). */
export const enrolDevice: Endpoint<unknown, EnrolBody, EnrolAnswer> = {
  method: 'POST',
  path: '/device/enrol',
  auth: 'none',
  query: z.unknown(),
  body: enrolBody,
  output: enrolAnswer,
  replay: 'never',
};

const policyAnswer = z.object({ schedule_ts: instantSchema, policy: policySchema, server_time: instantSchema });
export type PolicyAnswer = z.infer<typeof policyAnswer>;
/** GET /device/policy?since: 304 without a body if there is no newer policy. */
export const getPolicy: Endpoint<{ since?: string | undefined }, undefined, PolicyAnswer> = {
  method: 'GET',
  path: '/device/policy',
  auth: 'device',
  query: z.object({
    since: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  body: nothingSchema,
  output: policyAnswer,
};

export const deviceCommandSchema = z.object({
  seq: z.number().int(),
  id: idSchema,
  /** Commands of an unknown kind come from a newer server; the device acknowledges them with an error. */
  kind: z.union([commandKindSchema, z.string().min(1).max(64)]),
  user_id: idSchema.nullable(),
  args: z.object({ schedule_ts: instantSchema.optional() }),
  expires_ts: instantSchema.nullable(),
});
export type DeviceCommandWire = z.infer<typeof deviceCommandSchema>;
/** GET /device/commands?after: pending commands, with at most one `policy`, the newest. Marks them as sent. */
export const listCommands: Endpoint<{ after?: string | undefined }, undefined, Array<DeviceCommandWire>> = {
  method: 'GET',
  path: '/device/commands',
  auth: 'device',
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  body: nothingSchema,
  output: knownItems(deviceCommandSchema),
};

const ackBody = z
  .array(
    z.object({
      id: idSchema,
      status: z.enum(['ok', 'error']),
      error: z.string().max(500).optional(),
      schedule_ts: instantSchema,
      applied: accessStateSchema,
      at: instantSchema,
    }),
  )
  .min(1)
  .max(100);
export type AckBody = z.infer<typeof ackBody>;
/** POST /device/ack: late and repeated acknowledgments are harmless. */
export const ackCommands: Endpoint<unknown, AckBody, { accepted: Array<string> }> = {
  method: 'POST',
  path: '/device/ack',
  auth: 'device',
  query: z.unknown(),
  body: ackBody,
  output: z.object({ accepted: z.array(idSchema) }),
};

/** Maximum number of positions in a report (D07). */
const LOCATIONS_MAX = 500;

const locationSchema = z.object({
  at: instantSchema,
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracy: z.number().nonnegative().optional(),
  /** Meters per second. Some systems report -1 for an unknown speed, so negative values mean unknown. */
  speed: z.number().optional(),
  /** Why the position was measured. Unknown reasons of newer devices are discarded. */
  reason: z.enum(['routine', 'moved', 'place', 'burst']).optional().catch(undefined),
});
/** Discards invalid positions, so that one broken measurement does not cost the rest of the report. */
const locationsSchema = z.preprocess(
  dropInvalid(locationSchema),
  z.array(locationSchema).max(LOCATIONS_MAX, `At most ${LOCATIONS_MAX} positions`),
);
/** Maximum number of system components in a report (D02). */
const COMPONENTS_MAX = 64;

/** Discards objects and lists, which a newer device may report for a component. */
const componentsSchema = z.preprocess(
  dropNested,
  z
    .record(z.string().max(64), z.union([z.string().max(256), z.number(), z.boolean()]))
    .refine((components) => Object.keys(components).length <= COMPONENTS_MAX, `At most ${COMPONENTS_MAX} components`),
);

const EVENT_TYPES = ['management_removed', 'management_restored', ...SILENCE_EVENTS] as const;
/** Discards events of unknown types, which a newer device may report. */
const eventsSchema = z.preprocess(
  dropUnknownTypes(EVENT_TYPES),
  z.array(z.object({ type: z.enum(EVENT_TYPES), at: instantSchema })).max(50),
);

/** Maximum number of daily totals in a report. */
export const USAGE_TOTALS_MAX = 64;

const reportBody = z.object({
  seq: z.number().int().positive(),
  at: instantSchema,
  /** Battery level from 0 to 1. Null: no battery. Absent: not reported, so the last known level stays (A148). */
  battery: z.number().min(0).max(1).nullable().optional(),
  versions: z.object({ os_version: textSchema, app_version: textSchema }),
  components: componentsSchema.default({}),
  error_count: z.number().int().nonnegative().default(0),
  applied: z.object({ state: accessStateSchema, schedule_ts: instantSchema }),
  active_user_id: idSchema.optional(),
  last_activity: instantSchema.optional(),
  /**
   * True while a child uses the device. A device that sends it also reports when use ends, and may skip reports of growing usage in
   * between. Not in the specification.
   */
  in_use: z.boolean().optional(),
  usage: z
    .array(z.object({ user_id: idSchema, date: z.iso.date(), seconds: z.number().int().min(0).max(90_000) }))
    .max(USAGE_TOTALS_MAX)
    .default([]),
  apps: z
    .array(z.object({ bundle_id: z.string().max(256), name: z.string().max(256), version: z.string().max(64) }))
    .max(2000)
    .optional(),
  /** Running totals of the day per app. As for `usage`, the highest total is kept. Not in the specification. */
  app_usage: z
    .array(
      z.object({ user_id: idSchema, date: z.iso.date(), bundle_id: z.string().max(256), seconds: z.number().int().min(0).max(90_000) }),
    )
    .max(2000)
    .optional(),
  /** Keys of restrictions that this device does not support (D10). Not in the specification. */
  unsupported: z.array(z.string().max(64)).max(64).optional(),
  locations: locationsSchema.optional(),
  events: eventsSchema.default([]),
});
export type ReportBody = z.input<typeof reportBody>;
const reportAnswer = z.object({
  seq: z.number().int(),
  policy_ts: instantSchema,
  /**
   * Seconds to add to the device's own total of a date to get the child's usage. Contains usage on other devices, minus what this device
   * counted for that date in a previous time zone. May be negative.
   */
  usage: z.array(z.object({ user_id: idSchema, date: z.string(), seconds: z.number() })),
  /** Like `usage`, per app, for apps with a limit (D12). Not in the specification. */
  app_usage: z.array(z.object({ user_id: idSchema, date: z.string(), bundle_id: z.string(), seconds: z.number() })).optional(),
  /**
   * Seconds until growing usage is reported again. Shorter while a parent has a page open or the child uses another device. Not in the
   * specification.
   */
  usage_every: z.number().positive().optional(),
});
/** Interval for reports of growing usage if the server sends no `usage_every`. */
export const USAGE_EVERY_S = 60;
/** POST /device/report: each request writes one row; a repeated or older `seq` is ignored. Usage is the running total of the day. */
export const sendReport: Endpoint<unknown, z.infer<typeof reportBody>, z.infer<typeof reportAnswer>> = {
  method: 'POST',
  path: '/device/report',
  auth: 'device',
  query: z.unknown(),
  body: reportBody,
  output: reportAnswer,
};

/** Server time. A device with a wrong clock corrects it by this value while its socket is open (A31). */
const serverTimeSchema = instantSchema.optional();

/**
 * Frames from family to device (docs/reference/device.md): a pending command, the policy's timestamp, the device's removal, and responses
 * to its frames.
 */
export const deviceFrameDownSchema = z.discriminatedUnion('type', [
  z.object({ v: z.literal(1), type: z.literal('command'), command: deviceCommandSchema }),
  z.object({ v: z.literal(1), type: z.literal('policy'), schedule_ts: instantSchema, server_time: serverTimeSchema }),
  z.object({ v: z.literal(1), type: z.literal('gone') }),
  z.object({ v: z.literal(1), type: z.literal('accepted'), id: z.string(), body: z.unknown(), server_time: serverTimeSchema }),
  z.object({ v: z.literal(1), type: z.literal('refused'), id: z.string(), body: z.unknown() }),
]);
export type DeviceFrameDown = z.infer<typeof deviceFrameDownSchema>;

/**
 * Frames from device to family. `body`: that of POST /device/ack or POST /device/report. `id`: chosen by the device, repeated in the response.
 */
export const deviceFrameUpSchema = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(64),
  type: z.enum(['ack', 'report']),
  body: z.unknown(),
});

/** GET /device/socket, a WebSocket upgrade, signed like any other request of a device. */
export const DEVICE_SOCKET_PATH = '/device/socket';

type StatusSettings = {
  rules: Array<Rule>;
  timeZone: string;
  /** Seconds per weekday, index 0 = Sunday. */
  allowance: ReadonlyArray<number>;
  allowanceEnabled: boolean;
  allowanceExtra: { date: string; seconds: number } | null;
  isPaused: boolean;
  pauseUntil: number | null;
};

/**
 * Returns the input for resolving a child's status on pages, in the API and on devices (A119). `usedSeconds`: usage on all devices of the
 * child on its current local date.
 */
export function toStatusInput(settings: StatusSettings, usedSeconds: number, now: number): StatusInput {
  return {
    rules: settings.rules,
    timeZone: settings.timeZone,
    allowance: settings.allowanceEnabled
      ? {
          enabled: true,
          limits: settings.allowance,
          extra: settings.allowanceExtra,
          used: { date: localDate(now, settings.timeZone), seconds: usedSeconds },
        }
      : null,
    pause: settings.isPaused ? { until: settings.pauseUntil } : null,
  };
}

/** Returns the input of `toStatusInput` from a child's part of a device's policy. */
export function policyToStatusInput(user: PolicyWire['users'][number], usedSeconds: number, now: number): StatusInput {
  return toStatusInput(
    {
      rules: user.rules.map(fromWireRule).filter((rule): rule is Rule => rule !== null),
      timeZone: user.time_zone,
      allowance: user.allowance,
      allowanceEnabled: user.allowance_enabled,
      allowanceExtra: user.allowance_extra,
      isPaused: user.requested_state === 'pause',
      pauseUntil: user.pause_until,
    },
    usedSeconds,
    now,
  );
}
