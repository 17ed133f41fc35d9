import * as z from 'zod';
import { KEY_STATES } from '#app/domain/key-step';

const storedKeySchema = z.object({ encPriv: z.string(), key: z.string(), keyId: z.string() });
/** The key as stored on the server: public half (base64 of the SPKI DER), its SHA-1 and the encrypted private half (A133). */
export type StoredKey = z.infer<typeof storedKeySchema>;

/** Facts that a browser needs to unlock or create the logged-in account's key. None of them is secret from the server. */
export const keyFactsSchema = z.object({
  accountId: z.string(),
  email: z.string(),
  loginScheme: z.enum(['password', 'sso']),
  /** True if the account logs in with the plain password, because the server has no derived secret to compare (A80). */
  isLegacy: z.boolean(),
  /** Identity of an account without a password. Both values are part of the passphrase's salt (S13). */
  identity: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  keyState: z.enum(KEY_STATES),
  stored: storedKeySchema.nullable(),
  /** True if the password did not unlock the key at the last attempt (A51, AUTH-058). */
  hasPasswordError: z.boolean(),
});
export type KeyFacts = z.infer<typeof keyFactsSchema>;

/**
 * Result of a key exchange. `refused`: the server refused; `notice` is the text key of the reason. `unknown`: the server did not answer
 * (A120).
 */
export const keyAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), stored: storedKeySchema }),
  z.object({ kind: z.literal('invalid') }),
  z.object({ kind: z.enum(['refused', 'unknown']), notice: z.string() }),
]);
export type KeyAnswer = z.infer<typeof keyAnswerSchema>;

/**
 * A browser's request about the key (S12 to S15). Secrets are authKeys, 64 lowercase hex digits. They authenticate but cannot unlock the
 * key.
 */
export type KeyRequest =
  | { intent: 'retrieve'; secret: string }
  | ({ intent: 'register'; secret: string; newSecret?: string } & StoredKey)
  | ({ intent: 'changepw'; secret: string; newSecret: string } & StoredKey)
  | ({ intent: 'reset'; secret?: string; newSecret: string } & StoredKey);
