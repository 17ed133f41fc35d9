import * as z from 'zod';
import type { Reason } from '../domain/block-status.ts';
import { commandSchema } from './command.ts';
import type { Endpoint } from './endpoint.ts';
import { ruleSchema } from './rule.ts';
import { flagSchema, idSchema, instantSchema, nothingSchema } from './values.ts';

export const accessStateSchema = z.enum(['allowed', 'blocked', 'paused']);
export const viewStateSchema = z.enum(['unmanaged', 'pending', 'blocked', 'paused', 'allowed']);

export const reasonSchema = z.object({
  rule_id: idSchema.nullable(),
  type: z.enum(['override', 'temporal', 'temporal_default', 'allowance', 'pause']),
  name: z.string().nullable(),
  effect: z.enum(['block', 'grant', 'pause']),
  until: instantSchema.nullable(),
});
export type ReasonWire = z.infer<typeof reasonSchema>;

/** `unsupported`: keys of restrictions that the device reported as unsupported (D10). */
export const deviceFactsSchema = z.object({
  os_version: z.string(),
  app_version: z.string(),
  unsupported: z.array(z.string()),
  created: instantSchema,
});

export const deviceStatusSchema = z.object({
  device_id: idSchema,
  display_name: z.string(),
  os: z.enum(['iOS', 'android', 'other']),
  viewState: viewStateSchema,
  status: z.enum(['allowed', 'allowing', 'blocked', 'blocking', 'management_removed']),
  vewStatus: z.enum(['active', 'inactive']),
  /** The state requested of a pending device; null if nothing is pending. */
  desired: z.enum(['grant', 'block', 'pause']).nullable(),
  requested: accessStateSchema,
  /** The last reported state; null before the first report. */
  applied: z.object({ state: accessStateSchema, schedule_ts: instantSchema, at: instantSchema }).nullable(),
  schedule_ts: instantSchema,
  last_seen: instantSchema.nullable(),
  battery_level: z.number().nullable(),
  /** On a shared device: the child who uses it now and whose rules apply (D12). Null if unknown. Not in the specification. */
  active_user_id: idSchema.nullable(),
  /**
   * While the active child is unknown: another child of the device, whose stricter state applies. Null if this child’s state applies. Not
   * in the specification.
   */
  held_by: idSchema.nullable().optional(),
  /** True if the plan doesn’t cover this device anymore, so it applies no rules (A167). Not in the specification. */
  over_limit: z.boolean().optional(),
  /** The last command that changed the state, with the time of each step (A118). */
  command: commandSchema.nullable(),
  /** Facts that determine what the device supports; only with `details_of`. Not in the specification. */
  facts: deviceFactsSchema.optional(),
});
export type DeviceStatusWire = z.infer<typeof deviceStatusSchema>;

export const usageSchema = z.object({
  time_limit: z.number(),
  time_remaining: z.number(),
  time_used: z.number(),
  requested_state: z.enum(['play', 'pause']),
  applied_state: z.enum(['all', 'some']),
  /** Devices the child uses now. Their time counts, unless a grant is active (A08). */
  devices_in_use: z.array(idSchema),
  /** Among the latest usage reports of `devices_in_use`, the time of the oldest; null if no device is in use. Not in the specification. */
  as_of: instantSchema.nullable().optional(),
  /** Seconds used today, for each device with any. Not in the specification. */
  by_device: z.array(z.object({ device_id: idSchema, seconds: z.number() })).optional(),
  displayState: z.enum(['paused', 'playing']),
});

export const blockStatusSchema = z.object({
  user_id: idSchema,
  /** The state that the rules require; `why` is the reason. */
  state: accessStateSchema,
  why: reasonSchema.nullable(),
  beaten: z.array(reasonSchema),
  until: instantSchema.nullable(),
  next_change: z.object({ at: instantSchema, state: accessStateSchema, rule_id: idSchema.nullable() }).nullable(),
  /** The reported states of all devices, combined (A09). */
  viewState: viewStateSchema,
  /**
   * Like `viewState`, but ignores unmanaged devices and devices under another child's rules, if others remain (D12). Not in the
   * specification.
   */
  view_here: viewStateSchema.optional(),
  rule: ruleSchema.nullable().optional(),
  /** Overrides and schedules of the child in `rules_of`, read at the same instant as its state. Not in the specification. */
  rules: z.array(ruleSchema).optional(),
  usage: usageSchema.optional(),
  devices: z.array(deviceStatusSchema).optional(),
  server_time: instantSchema,
});
export type BlockStatusWire = z.infer<typeof blockStatusSchema>;

const blockStatusQuery = z.object({
  dev_info: flagSchema,
  rule_info: flagSchema,
  usage: flagSchema,
  rules_of: idSchema.optional(),
  details_of: idSchema.optional(),
  user_id: idSchema.optional(),
});
/**
 * GET /block_status (S34). The flags select parts; without `user_id`, returns all children. `rules_of` is ignored for a child outside the
 * family. With `details_of`, the flags apply only to that child, because a page shows no details of the others.
 */
export const getBlockStatus: Endpoint<z.infer<typeof blockStatusQuery>, undefined, Array<BlockStatusWire>> = {
  method: 'GET',
  path: '/block_status',
  auth: 'session',
  query: blockStatusQuery,
  body: nothingSchema,
  output: z.array(blockStatusSchema),
};

const WIRE_KIND = {
  override: 'override',
  schedule: 'temporal',
  'default-schedule': 'temporal_default',
  allowance: 'allowance',
  pause: 'pause',
} as const;

export function toWireReason(reason: Reason): ReasonWire {
  return { rule_id: reason.ruleId, type: WIRE_KIND[reason.kind], name: reason.name, effect: reason.effect, until: reason.until };
}

export function fromWireReason(wire: ReasonWire): Reason {
  const kind = wire.type === 'temporal' ? 'schedule' : wire.type === 'temporal_default' ? 'default-schedule' : wire.type;
  return { kind, ruleId: wire.rule_id, name: wire.name, effect: wire.effect, until: wire.until };
}
