import type { HashedSecret, TypedSecret } from './key-tasks';

/** Returns the form field name of a typed field's derived value (A80). */
export function derivedName(name: string): string {
  return `${name}_derived`;
}

/** The hashed secrets, by the name of the typed field. */
export type DerivedSecrets = Record<string, HashedSecret>;

/**
 * Replaces the typed secrets in a form with their authKeys, as `<name>_derived`. Leaves empty fields unchanged, so that the server reports
 * them as missing.
 * @param typed how to salt each typed field; its `text` is read from the form
 * @returns the hashed secrets by field name; null without WebCrypto (no secure context): the form is then unchanged and the server derives
 * @throws TypeError if the code cannot be loaded
 */
export async function deriveFields(fields: FormData, typed: Record<string, SecretSource>): Promise<DerivedSecrets | null> {
  const hashed: DerivedSecrets = {};
  for (const [name, source] of Object.entries(typed)) {
    const text = fields.get(name);
    if (typeof text !== 'string' || text === '') continue;
    const secret = await deriveSecret({ ...source, text });
    if (secret === null) return null;
    hashed[name] = secret;
  }
  for (const [name, { authKey }] of Object.entries(hashed)) {
    fields.delete(name);
    fields.set(derivedName(name), authKey);
  }
  return hashed;
}

/** The input for the salt of a secret: the email address, or the identity at the single sign-on provider. */
export type SecretSource = { kind: 'password'; email: string } | { kind: 'passphrase'; issuer: string; subject: string };

/** Hashes a secret as a key task. Returns null without WebCrypto, which needs HTTPS or localhost. */
async function deriveSecret(secret: TypedSecret): Promise<HashedSecret | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const { runKeyTask } = await import('./key-pool');
  return runKeyTask('hashPassword', secret);
}
