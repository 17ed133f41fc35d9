import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** What a hint may be about (A42). It says that something changed, never what it is now: the browser asks its loaders. */
export const HINT_TYPES = [
  'account',
  'user',
  'device',
  'block_status',
  'rule',
  'granularity',
  'usage',
  'location',
  'geofence',
  'notification',
  'sample',
  'installed_apps',
  'command',
  'subscription',
  'pairing',
] as const;
export type HintType = (typeof HINT_TYPES)[number];

/** `hello` comes first, `resync` where the reader missed something, `logout` before the socket of an ended session closes (A42, A79). */
export const frameTypeSchema = z.enum([...HINT_TYPES, 'hello', 'resync', 'logout']);

/**
 * One message to a browser. `seq` rises with every durable change of the family; a hint about what is not kept as a change (a sign of
 * life, seconds of use) repeats the present one. No frame carries data or secrets.
 */
export const realtimeFrameSchema = z.object({
  v: z.literal(1),
  seq: z.number().int().nonnegative(),
  type: frameTypeSchema,
  account_id: z.string(),
  user_id: idSchema.optional(),
  device_id: idSchema.optional(),
  ts: instantSchema,
});
export type RealtimeFrame = z.infer<typeof realtimeFrameSchema>;

/** Sent by every holder of a socket, answered by PONG without waking the family. */
export const PING = 'ping';
export const PONG = 'pong';
/**
 * How often a browser does, whose system may hold its clock back while nobody looks; and a device, whose socket is open all day. Many
 * proxies close a line after a minute without a word. A socket that was silent for `SOCKET_SILENCE_MS` is taken for dead and closed.
 */
export const PING_EVERY_MS = 30_000;
export const DEVICE_PING_EVERY_MS = 55_000;
export const SOCKET_SILENCE_MS = 120_000;

/** Why the family closed a socket: codes of our own, from 4000 on. */
export const CLOSE_CODES = { signedOut: 4001, replaced: 4002, gone: 4003, silent: 4004 } as const;

/** GET /realtime, an upgrade: opened by a token, with the number of the last frame or page that was read. */
export const REALTIME_PATH = '/realtime';
export const realtimeQuery = z.object({
  access_token: z.string().max(512),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

/** The only kind of token that GET /access_token gives (7.9.1, 9.x). */
export const REALTIME_TOKEN_TYPE = 'parent_pubsub_token';

const accessTokenQuery = z.object({ device_id: z.string().max(64), token_type: z.literal(REALTIME_TOKEN_TYPE), user_id: idSchema });
const accessTokenAnswer = z.object({ access_token: z.string(), expires: instantSchema });
/**
 * GET /access_token: opens GET /realtime for an hour, for as long as its session lives (S16). `device_id` is the session's id (A135),
 * `user_id` the parent's own record; another one of either is answered like a missing one.
 */
export const getAccessToken: Endpoint<z.infer<typeof accessTokenQuery>, undefined, z.infer<typeof accessTokenAnswer>> = {
  method: 'GET',
  path: '/access_token',
  auth: 'session',
  query: accessTokenQuery,
  body: nothingSchema,
  output: accessTokenAnswer,
  secret: true,
};
