import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { deletedSchema, idSchema, instantSchema } from './values.ts';

export const commandStateSchema = z.enum(['saved', 'sent', 'confirmed', 'failed', 'expired', 'superseded', 'cancelled']);
/** `policy` carries state; the others are requests that end after 10 minutes (S24). */
export const commandKindSchema = z.enum(['policy', 'device_info', 'unmanage']);
/** What a `policy` command was for, so that a waiting device can be told «block asked for» (DEV-040 to DEV-042). */
export const commandActionSchema = z.enum(['block', 'grant', 'lift', 'rules']);

/** One command to one device with the time of each step of its life (A118). */
export const commandSchema = z.object({
  id: idSchema,
  device_id: idSchema,
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

const newCommandBody = z.object({ command: z.literal('device_info'), user_id: idSchema.optional(), device_id: idSchema.optional() });
/** POST /command {device_info}: at most one per device in 6 min, extra ones are merged (S39). */
export const createCommand: Endpoint<unknown, z.infer<typeof newCommandBody>, { command_ids: Array<string> }> = {
  method: 'POST',
  path: '/command',
  auth: 'session',
  query: z.unknown(),
  body: newCommandBody,
  output: z.object({ command_ids: z.array(idSchema) }),
};

const cancelBody = z.union([z.object({ command_id: idSchema }), z.object({ user_id: idSchema, command: commandKindSchema })]);
/** DELETE /command: cancels what is saved or sent; confirmed untouched (S55, A60). */
export const cancelCommand: Endpoint<unknown, z.infer<typeof cancelBody>, z.infer<typeof deletedSchema>> = {
  method: 'DELETE',
  path: '/command',
  auth: 'session',
  query: z.unknown(),
  body: cancelBody,
  output: deletedSchema,
};
