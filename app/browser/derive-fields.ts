import type { HashedSecret, TypedSecret } from './key-tasks';

/** The name under which a typed field's derived value travels (A80). */
export function derivedName(name: string): string {
  return `${name}_derived`;
}

/** By the name of the typed field. */
export type HashedSecrets = Record<string, HashedSecret>;

/**
 * Takes typed secrets out of a form's fields and puts their authKeys in, as `<name>_derived`. What is empty stays as it is: the server says
 * what is missing.
 * @param typed what salts each typed field; its `text` is read from the field
 * @returns the same secrets hashed, by field, to lock and open keys with; null where this browser can derive nothing (no WebCrypto without
 * a secure context). Then the fields are as they were typed, and the server derives. @throws TypeError where the code for it cannot be loaded
 */
export async function deriveFields(fields: FormData, typed: Record<string, SecretSource>): Promise<HashedSecrets | null> {
  const hashed: HashedSecrets = {};
  for (const [name, source] of Object.entries(typed)) {
    const text = fields.get(name);
    if (typeof text !== 'string' || text === '') continue;
    const secret = await hashSecret({ ...source, text });
    if (secret === null) return null;
    hashed[name] = secret;
  }
  for (const [name, { authKey }] of Object.entries(hashed)) {
    fields.delete(name);
    fields.set(derivedName(name), authKey);
  }
  return hashed;
}

/** What a secret is salted with: an e-mail address, or who vouches for the account. */
export type SecretSource = { kind: 'password'; email: string } | { kind: 'passphrase'; issuer: string; subject: string };

/** Null where this browser has no WebCrypto: an address that is neither https nor this machine. */
async function hashSecret(secret: TypedSecret): Promise<HashedSecret | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const { runKeyTask } = await import('./key-pool');
  return runKeyTask('hashPassword', secret);
}
