import { Refusal } from '../../app/wire/errors';
import type { ApiEnv } from './env';
import type { Family, Outcome } from './family/family';

/** The family of an account id, or null for an invented one: nothing wakes for it (design/architecture.md §1.2). */
export function findFamily(env: ApiEnv, accountId: string): DurableObjectStub<Family> | null {
  try {
    return env.FAMILY.get(env.FAMILY.idFromString(accountId));
  } catch {
    return null;
  }
}

/** The value, or the refusal thrown again on this side of the object. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, status, message, details } = outcome.refusal;
  throw new Refusal(code, status, message, details);
}
