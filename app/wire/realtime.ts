import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** Subjects of a hint (A42). A hint says that something changed, not its new value: the browser reloads its data. */
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

/**
 * `hello` comes first. `resync`: the client missed frames and must reload. `logout` precedes closing the socket of an ended session (A42,
 * A79).
 */
export const frameTypeSchema = z.enum([...HINT_TYPES, 'hello', 'resync', 'logout']);

/**
 * A message to a browser. `seq` increases with every stored change of the family. A hint about unstored changes (activity, usage seconds)
 * repeats the current `seq`. No frame contains data or secrets.
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

/** Socket clients send PING regularly. The reply PONG does not wake the Durable Object. */
export const PING = 'ping';
export const PONG = 'pong';
/**
 * Ping intervals of browsers, which may delay timers in background tabs, and of devices, whose sockets stay open all day. Many proxies
 * close a connection after a minute without traffic. A socket without traffic for `SOCKET_SILENCE_MS` is treated as dead and closed.
 */
export const PING_EVERY_MS = 30_000;
export const DEVICE_PING_EVERY_MS = 55_000;
export const SOCKET_SILENCE_MS = 120_000;

/** Close codes of our sockets, in the private range from 4000. */
export const CLOSE_CODES = { signedOut: 4001, replaced: 4002, gone: 4003, silent: 4004 } as const;

/** GET /realtime, a WebSocket upgrade. `after`: the `seq` of the last frame or page that the browser read. */
export const REALTIME_PATH = '/realtime';
export const realtimeQuery = z.object({
  access_token: z.string().max(512),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

/** The only token type of GET /access_token (7.9.1, 9.x). */
export const REALTIME_TOKEN_TYPE = 'parent_pubsub_token';

const accessTokenQuery = z.object({ device_id: z.string().max(64), token_type: z.literal(REALTIME_TOKEN_TYPE), user_id: idSchema });
const accessTokenAnswer = z.object({ access_token: z.string(), expires: instantSchema });
/**
 * GET /access_token: returns a token for GET /realtime, valid for an hour and only while its session is active (S16). `device_id`: the
 * session's ID (A135). `user_id`: the parent's own record. Any other ID is treated like an unknown one.
 */
export const getAccessToken: Endpoint<z.infer<typeof accessTokenQuery>, undefined, z.infer<typeof accessTokenAnswer>> = {
  method: 'GET',
  path: '/access_token',
  auth: 'session',
  query: accessTokenQuery,
  body: nothingSchema,
  output: accessTokenAnswer,
  replay: 'never',
};
