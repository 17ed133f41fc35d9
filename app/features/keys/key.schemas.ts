import * as z from 'zod';
import { KEY_STATES } from '~/domain/key-step';

const storedKeySchema = z.object({ encPriv: z.string(), key: z.string(), keyId: z.string() });
/** The key as the server holds it: the public half (base64 of the SPKI DER), its SHA-1, and the locked private half (A133). */
export type StoredKey = z.infer<typeof storedKeySchema>;

/** What a browser must know to open or make the key of the account that is signed in. Nothing of it is secret to the server. */
export const keyFactsSchema = z.object({
  accountId: z.string(),
  email: z.string(),
  loginScheme: z.enum(['password', 'sso']),
  /** Signs in with the password as typed: the server cannot compare a derived secret (A80). */
  isLegacy: z.boolean(),
  /** Who vouches for an account without a password: its passphrase is salted with both (S13). */
  identity: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  keyState: z.enum(KEY_STATES),
  stored: storedKeySchema.nullable(),
  /** The password did not open the key at the last try (A51, AUTH-058). */
  hasPasswordError: z.boolean(),
});
export type KeyFacts = z.infer<typeof keyFactsSchema>;

/** What became of an exchange. `refused`: the server said no, `notice` in which words; `unknown`: no answer (A120). */
export const keyAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), stored: storedKeySchema }),
  z.object({ kind: z.literal('invalid') }),
  z.object({ kind: z.enum(['refused', 'unknown']), notice: z.string() }),
]);
export type KeyAnswer = z.infer<typeof keyAnswerSchema>;

/** What the browser asks to be done with the key (S12 to S15). Secrets are authKeys, 64 lower-case hex: they prove, and open nothing. */
export type KeyRequest =
  | { intent: 'retrieve'; secret: string }
  | ({ intent: 'register'; secret: string; newSecret?: string } & StoredKey)
  | ({ intent: 'changepw'; secret: string; newSecret: string } & StoredKey)
  | ({ intent: 'reset'; secret?: string; newSecret: string } & StoredKey);
