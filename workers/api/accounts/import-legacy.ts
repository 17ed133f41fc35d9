import * as z from 'zod';
import { toParentName } from '#app/domain/child';
import { emailSchema } from '#app/domain/credentials';
import { newFreeSku } from '../catalogue/catalogue';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { readLegacyCost } from '../legacy-password';

const MIN_SALT_BYTES = 8;

/** One account of another system. `salt` and `hash` are base64. `hash` is scrypt with the cost in LEGACY_IMPORT. */
const legacyAccountSchema = z.object({
  email: emailSchema,
  email_verified: z.boolean(),
  password: z.object({ salt: z.base64(), hash: z.base64() }),
  user_name: z.string().max(64).transform(toParentName).optional(),
  locale: z.string().max(16).default('en'),
  time_zone: z.string().max(64).default('UTC'),
});

export type Imported = { imported: true } | { imported: false; reason: string };

/**
 * Imports an account of another system for the operator (A80). Its stored password stays valid until it is changed or reset. Never replaces
 * an account that already has the address.
 */
export async function importLegacy(env: ApiEnv, line: unknown): Promise<Imported> {
  const cost = readLegacyCost(env);
  if (cost === null) return { imported: false, reason: 'LEGACY_IMPORT is not set' };
  const parsed = legacyAccountSchema.safeParse(line);
  if (!parsed.success) return { imported: false, reason: z.prettifyError(parsed.error) };
  const { email, password, ...rest } = parsed.data;
  const [salt, hash] = [Buffer.from(password.salt, 'base64'), Buffer.from(password.hash, 'base64')];
  if (hash.length !== cost.bytes || salt.length < MIN_SALT_BYTES) {
    return { imported: false, reason: `The hash must be ${cost.bytes} bytes and the salt at least ${MIN_SALT_BYTES}` };
  }
  const plan = await newFreeSku(env);
  const id = env.FAMILY.newUniqueId();
  const directory = directoryFor(env, 'mail', email);
  if (!(await directory.reserve(id.toString())))
    return { imported: false, reason: `${email} already has an account, or a sign-up is in progress` };
  const family = env.FAMILY.get(id);
  await family.provision({
    email,
    authKey: null,
    legacy: { salt: salt.toString('base64url'), hash: hash.toString('hex') },
    isProven: rest.email_verified,
    userName: rest.user_name ?? null,
    locale: rest.locale,
    timeZone: rest.time_zone,
    marketingOptin: false,
    plan,
  });
  if (!(await directory.confirm(id.toString()))) return { imported: false, reason: `The reservation of ${email} has expired. Try again` };
  await family.confirmFamily();
  return { imported: true };
}
