import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { flagSchema, idSchema, instantSchema, undoneSchema } from './values.ts';

export const commandStateSchema = z.enum(['saved', 'sent', 'confirmed', 'failed', 'expired', 'superseded', 'cancelled']);
/** `policy` carries state; the others are requests that end after 10 minutes (S24). */
export const commandKindSchema = z.enum(['policy', 'device_info', 'app_list', 'install_childapp', 'unmanage']);
/** What a `policy` command was for, so that a waiting device can be told «block asked for» (DEV-040 to DEV-042). */
export const commandActionSchema = z.enum(['block', 'grant', 'lift', 'rules', 'pause', 'resume']);

/** One command to one device with the time of each step of its life (A118). */
export const commandSchema = z.object({
  id: idSchema,
  device_id: idSchema,
  /** The child it was for; null for a request to the device alone. Ours. */
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
  /** The devices tell which apps they have (S25). */
  z.object({ command: z.literal('app_list'), rule_type: z.literal('query'), user_id: idSchema }),
  /** Puts the child's app on an Apple device: once in 45 s (S52). */
  z.object({ command: z.literal('install_childapp'), device_id: idSchema }),
  z.object({ command: z.literal('pause'), action: z.literal('pause'), duration: pauseDurationSchema.optional(), user_id: idSchema }),
  /** A duration is no fault here, and means nothing (A60). */
  z.object({ command: z.literal('resume'), action: z.literal('resume'), duration: z.string().optional(), user_id: idSchema }),
]);
const createdCommands = z.object({
  command_ids: z.array(idSchema),
  /** Of a pause: until then DELETE /command with `undo` brings back what it replaced (A122). Ours. */
  undo_until: instantSchema.optional(),
});
/**
 * POST /command. `device_info`: at most one per device in 6 min, extra ones are merged (S39). `pause` and `resume` set what is asked of
 * the child's devices, for the duration or until resumed (S54).
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
    /** With a pause, within `undo_until`: what it replaced holds again. Ours. */
    undo: z.union([z.boolean(), flagSchema]),
  }),
]);
/**
 * DELETE /command: cancels requests that are saved or sent; confirmed ones stay. A `policy` command answers 0 (S55, A138). Of a child's `pause` it is the end; with `undo`, within
 * `undo_until`, the grant or the pause that this one replaced holds again (A122).
 */
export const cancelCommand: Endpoint<unknown, z.infer<typeof cancelBody>, z.infer<typeof undoneSchema>> = {
  method: 'DELETE',
  path: '/command',
  auth: 'session',
  query: z.unknown(),
  body: cancelBody,
  output: undoneSchema,
};
