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

/** `unsupported`: keys of restrictions that it has told it cannot put into effect (D10). */
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
  /** What a waiting device was asked for; null when nothing waits. */
  desired: z.enum(['grant', 'block', 'pause']).nullable(),
  requested: accessStateSchema,
  /** What the device itself said last; null before its first word. */
  applied: z.object({ state: accessStateSchema, schedule_ts: instantSchema, at: instantSchema }).nullable(),
  schedule_ts: instantSchema,
  last_seen: instantSchema.nullable(),
  battery_level: z.number().nullable(),
  /** On a device of several children: the one that uses it now, whose rules hold there (D12). Null where that is unknown. Ours. */
  active_user_id: idSchema.nullable(),
  /** While that is unknown: another of its children, whose stricter state holds there. Null where this child's own does. Ours. */
  held_by: idSchema.nullable().optional(),
  /** The last state command, with the time of each step (A118). */
  command: commandSchema.nullable(),
  /** What the device can do depends on these; with `details_of`. Ours. */
  facts: deviceFactsSchema.optional(),
});
export type DeviceStatusWire = z.infer<typeof deviceStatusSchema>;

export const usageSchema = z.object({
  time_limit: z.number(),
  time_remaining: z.number(),
  time_used: z.number(),
  requested_state: z.enum(['play', 'pause']),
  applied_state: z.enum(['all', 'some']),
  /** Those in the child's hands now: their time counts, unless a grant is in force (A08). */
  devices_in_use: z.array(idSchema),
  /** When the one among those that has been silent longest last told what it counts; null where none is in use. Ours. */
  as_of: instantSchema.nullable().optional(),
  /** Seconds of today per device that has any. Ours. */
  by_device: z.array(z.object({ device_id: idSchema, seconds: z.number() })).optional(),
  displayState: z.enum(['paused', 'playing']),
});

export const blockStatusSchema = z.object({
  user_id: idSchema,
  /** What the rules ask for, and why. */
  state: accessStateSchema,
  why: reasonSchema.nullable(),
  beaten: z.array(reasonSchema),
  until: instantSchema.nullable(),
  next_change: z.object({ at: instantSchema, state: accessStateSchema, rule_id: idSchema.nullable() }).nullable(),
  /** What the devices have said, mixed into one word (A09). */
  viewState: viewStateSchema,
  /** The same without unmanaged devices and those in another child's hands (D12), where others are left. Ours. */
  view_here: viewStateSchema.optional(),
  rule: ruleSchema.nullable().optional(),
  /** Overrides and schedules of the child that `rules_of` names, read in the same instant as its state. Ours. */
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
 * GET /block_status: the proof (S34). The flags select parts; without user_id all children. `rules_of` a child that is none of the family's adds
 * nothing. With `details_of` the flags are for that child alone: of the others a page shows no more than their view.
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

/** Domain → wire. */
export function toWireReason(reason: Reason): ReasonWire {
  return { rule_id: reason.ruleId, type: WIRE_KIND[reason.kind], name: reason.name, effect: reason.effect, until: reason.until };
}

/** Wire → domain. */
export function fromWireReason(wire: ReasonWire): Reason {
  const kind = wire.type === 'temporal' ? 'schedule' : wire.type === 'temporal_default' ? 'default-schedule' : wire.type;
  return { kind, ruleId: wire.rule_id, name: wire.name, effect: wire.effect, until: wire.until };
}
