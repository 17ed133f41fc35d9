import { createHash } from 'node:crypto';

export type Name = 'google' | 'apple';

/** A person as entered on the provider’s page. The `sub` is derived from the address. */
export type Person = { email: string; name: string; isHidden: boolean; isVerified: boolean };

/** Stores the person entered on the provider’s page. Returns the person’s `sub`. */
export function remember(people: Map<string, Person>, name: Name, fields: URLSearchParams): string {
  const email = (fields.get('email') ?? '').trim();
  const sub = createHash('sha256').update(`${name} ${email.toLowerCase()}`).digest('hex').slice(0, 24);
  const person = { email, name: (fields.get('name') ?? '').trim(), isHidden: fields.has('hidden'), isVerified: !fields.has('unverified') };
  people.set(sub, person);
  return sub;
}

/** Returns the claims of the id_token. Apple’s id_token never contains a name. */
export function claimsOf(name: Name, sub: string, person?: Person) {
  if (person === undefined) return { sub };
  const email = person.isHidden ? {} : { email: person.email, email_verified: person.isVerified };
  return { sub, ...email, ...(name === 'google' && person.name !== '' ? { name: person.name } : {}) };
}
