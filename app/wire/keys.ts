import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

/**
 * The account key (3.1.1, A133). `enc_priv`: JSON text, the versioned envelope of `app/keys/envelope.ts`. `key`: base64 of the SPKI (DER).
 * `key_id`: its SHA-1 in lowercase hex.
 */
export const acctkeySchema = z.object({
  enc_priv: z.string().min(1).max(16_384),
  key: z.string().min(1).max(2048),
  key_id: z.string().regex(/^[0-9a-f]{40}$/),
  key_type: z.literal('rsa'),
});
export type AcctkeyWire = z.infer<typeof acctkeySchema>;

/** The public key alone, as devices receive it (A128). Null while the account has none. */
export const accountKeySchema = acctkeySchema.pick({ key: true, key_id: true });
export type AccountKeyWire = z.infer<typeof accountKeySchema>;

/** authKey of the password or of an SSO account's passphrase: 64 lowercase hex characters (S13). */
const secretSchema = z.string().regex(/^[0-9a-f]{64}$/);
/** ID of the calling session or user, which is recorded (KEYS-012). */
const requestedBySchema = z.string().min(1).max(64);
const keyArgs = acctkeySchema.extend({ secret: secretSchema, new_secret: secretSchema.optional(), requested_by: requestedBySchema });

const keyExchangeBody = z.discriminatedUnion('request_type', [
  /** Registers a key (S12). `new_secret` only if the existing key stays and is re-encrypted. */
  z.object({ request_type: z.literal('acctkey.register'), request_args: keyArgs }),
  /** Returns the key (S13). */
  z.object({
    request_type: z.literal('acctkey.retrieve'),
    request_args: z.object({ secret: secretSchema, requested_by: requestedBySchema }),
  }),
  /** Stages the key re-encrypted for a new password, until `changePassword` commits it (S14). */
  z.object({ request_type: z.literal('acctkey.changepw'), request_args: keyArgs.required({ new_secret: true }) }),
  /** Replaces the key (S15). `secret` is optional only while the account's key needs a reset. */
  z.object({ request_type: z.literal('acctkey.reset'), request_args: keyArgs.partial({ secret: true }).required({ new_secret: true }) }),
]);
export type KeyExchangeBody = z.infer<typeof keyExchangeBody>;

const keyExchangeOutput = z.union([z.object({ acctkey: acctkeySchema }), z.object({ status: z.literal('invalid') })]);
export type KeyExchangeAnswer = z.infer<typeof keyExchangeOutput>;

/**
 * POST /key_exchange (S12 to S15, 7.8.1). A wrong secret gets `{status: 'invalid'}`, not a refusal. Responses are not recorded for replay,
 * because a record would keep a replaced envelope. A request can be repeated safely.
 * @throws Refusal 410, 413
 */
export const keyExchange: Endpoint<unknown, KeyExchangeBody, KeyExchangeAnswer> = {
  method: 'POST',
  path: '/key_exchange',
  auth: 'session',
  query: z.unknown(),
  body: keyExchangeBody,
  output: keyExchangeOutput,
  replay: 'never',
};
