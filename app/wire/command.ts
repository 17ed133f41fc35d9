import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { flagSchema, idSchema, instantSchema, undoneSchema } from './values.ts';

export const commandStateSchema = z.enum(['saved', 'sent', 'confirmed', 'failed', 'expired', 'superseded', 'cancelled']);
/** `policy` carries state; the others are requests that expire after 10 minutes (S24). */
export const commandKindSchema = z.enum([
  'policy',
  'device_info',
  'app_list',
  'install_childapp',
  'location_burst',
  'location_stop',
  'on_demand',
  'unmanage',
]);
/** The reason for a `policy` command. Pages show it for a pending device, for example «Sent: block.» (DEV-040 to DEV-042). */
export const commandActionSchema = z.enum(['block', 'grant', 'lift', 'rules', 'pause', 'resume']);

/** One command to one device, with the time of each status change (A118). */
export const commandSchema = z.object({
  id: idSchema,
  device_id: idSchema,
  /** The child that the command is for; null for a request to the device itself. Not in the specification. */
  user_id: idSchema.nullable(),
  kind: commandKindSchema,
  action: commandActionSchema.nullable(),
  state: commandStateSchema,
  saved_ts: instantSchema,
  sent_ts: instantSchema.nullable(),
  confirmed_ts: instantSchema.nullable(),
  ended_ts: instantSchema.nullable(),
  expires_ts: instantSchema.nullable(),
  schedule_ts: instantSchema,
  error: z.string().nullable(),
});
export type CommandWire = z.infer<typeof commandSchema>;

/** `PT{n}M`, 1 to 1440 minutes (A60). */
const pauseDurationSchema = z.string().regex(/^PT(?:[1-9]\d{0,2}|1[0-3]\d\d|14[0-3]\d|1440)M$/, 'Expected PT{n}M, 1 to 1440');
const newCommandBody = z.discriminatedUnion('command', [
  z.object({ command: z.literal('device_info'), user_id: idSchema.optional(), device_id: idSchema.optional() }),
  /** Requests the app list from all devices of the child (S25). */
  z.object({ command: z.literal('app_list'), rule_type: z.literal('query'), user_id: idSchema }),
  /** Tells an Apple device to install the child app, at most once in 45 s (S52). */
  z.object({ command: z.literal('install_childapp'), device_id: idSchema }),
  /** Requests a position every 15 s for up to 12 min. The first position confirms the command (S53). */
  z.object({ command: z.literal('location_burst'), user_id: idSchema.optional(), device_id: idSchema.optional() }),
  /** Ends a running `location_burst` of a device. Not in the specification. */
  z.object({ command: z.literal('location_stop'), device_id: idSchema }),
  z.object({ command: z.literal('pause'), action: z.literal('pause'), duration: pauseDurationSchema.optional(), user_id: idSchema }),
  /** `duration` is accepted and ignored (A60). */
  z.object({ command: z.literal('resume'), action: z.literal('resume'), duration: z.string().optional(), user_id: idSchema }),
]);
const createdCommands = z.object({
  command_ids: z.array(idSchema),
  /** For a pause: until this time, DELETE /command with `undo` restores what the pause replaced (A122). Not in the specification. */
  undo_until: instantSchema.optional(),
});
/**
 * POST /command. `device_info`: at most one per device in 6 min; further ones return the earlier command (S39). `pause` and `resume` set
 * the requested state of the child's devices, for `duration` or until resumed (S54).
 */
export const createCommand: Endpoint<unknown, z.infer<typeof newCommandBody>, z.infer<typeof createdCommands>> = {
  method: 'POST',
  path: '/command',
  auth: 'session',
  query: z.unknown(),
  body: newCommandBody,
  output: createdCommands,
};

const cancelBody = z.union([
  z.object({ command_id: idSchema }),
  z.object({
    user_id: idSchema,
    command: z.enum([...commandKindSchema.options, 'pause']),
    /** With `pause`, within `undo_until`: restores what the pause replaced. Not in the specification. */
    undo: z.union([z.boolean(), flagSchema]),
  }),
]);
/**
 * DELETE /command: cancels commands that are saved or sent; confirmed commands stay. For `policy`, returns `objects_deleted` 0 (S55, A138),
 * also for a screenshot that the device is already uploading.
 * With `pause`, ends the child's pause. If `undo` is also given within `undo_until`, restores the grant or pause that the ended pause
 * replaced (A122).
 */
export const cancelCommand: Endpoint<unknown, z.infer<typeof cancelBody>, z.infer<typeof undoneSchema>> = {
  method: 'DELETE',
  path: '/command',
  auth: 'session',
  query: z.unknown(),
  body: cancelBody,
  output: undoneSchema,
};
