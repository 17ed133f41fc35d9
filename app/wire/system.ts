import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { nothingSchema } from './values.ts';

const systemQuery = z.object({ extras: z.string().max(256).optional() });
export const systemSchema = z.object({
  version: z.string(),
  feature_flags: z.record(z.string(), z.boolean()).optional(),
  onboarding_choices: z.object({ concerns: z.array(z.string()), users: z.array(z.string()) }).optional(),
});
/** GET /system?extras=feature_flags,onboarding_choices: public; unknown extras are ignored (S40). */
export const getSystem: Endpoint<z.infer<typeof systemQuery>, undefined, z.infer<typeof systemSchema>> = {
  method: 'GET',
  path: '/system',
  auth: 'none',
  query: systemQuery,
  body: nothingSchema,
  output: systemSchema,
};

const confirmQuery = z.object({ email: z.string().optional(), pair_id: z.string().optional(), token: z.string().optional() });
/** `is_over`: the pairing cannot be completed: it is unknown or has ended, or its device was removed. Not in the specification. */
const confirmSchema = z.object({ device_paired: z.boolean(), is_over: z.literal(true).optional() });
/** GET /confirm of the pairing service: whether a device has paired (S60). */
export const confirmPairing: Endpoint<z.infer<typeof confirmQuery>, undefined, z.infer<typeof confirmSchema>> = {
  method: 'GET',
  path: '/confirm',
  auth: 'none',
  query: confirmQuery,
  body: nothingSchema,
  output: confirmSchema,
};
