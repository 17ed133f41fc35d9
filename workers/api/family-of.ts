import { Refusal } from '../../app/wire/errors';
import { directoryFor } from './directory/names';
import type { ApiEnv } from './env';
import { readMove } from './family/core/movable';
import type { Family, Outcome } from './family/family';
import { FamilyUnreadable, isStorageFault } from './on-error';

type Stub = DurableObjectStub<Family>;

/** Families that were restored into another object (account id → object id), as far as this isolate has met them. */
const moved = new Map<string, string>();
const MOST_MOVED = 10_000;
/** A family may be restored again and again; each time its old object names the next. */
const MOST_HOPS = 20;

/** The family of an account id, or null for an invented one: nothing wakes for it (docs/architecture.md). */
export function findFamily(env: ApiEnv, accountId: string): Stub | null {
  try {
    return familyOf(env, accountId);
  } catch {
    return null;
  }
}

/**
 * The same for an id that the directory holds. An account keeps its id for life. Its rows are in the object of that id, or after a restore
 * in
 * another one, to which each call is passed on. The stub's own `id` is the account's.
 * @throws Error for an id of another installation; each of its calls: FamilyUnreadable
 */
export function familyOf(env: ApiEnv, accountId: string): Stub {
  const stub = env.FAMILY.get(env.FAMILY.idFromString(accountId));
  return new Proxy(stub, {
    get(target, name) {
      // A promise asks for `then`: a stub is no promise.
      if (typeof name !== 'string' || name === 'id' || name === 'name' || name === 'then') return Reflect.get(target, name);
      return async (...args: Array<unknown>) => {
        const again = await repeatable(args);
        const call = async (object: Stub): Promise<unknown> => Reflect.apply(Reflect.get(object, name), object, again());
        return (await follow(env, accountId, call)).value;
      };
    },
  });
}

/** Where an account's rows are: the object, and whether it can be read. */
export async function locateFamily(env: ApiEnv, accountId: string): Promise<{ objectId: string; isReadable: boolean }> {
  try {
    const { objectId } = await follow(env, accountId, (object) => object.standing());
    return { objectId, isReadable: true };
  } catch (error) {
    if (!(error instanceof FamilyUnreadable)) throw error;
    return { objectId: error.objectId, isReadable: false };
  }
}

/** Calls the account's object, and where that one says that the family has moved, or cannot be read, the next one. */
async function follow<T>(env: ApiEnv, accountId: string, work: (object: Stub) => Promise<T>): Promise<{ value: T; objectId: string }> {
  let objectId = moved.get(accountId) ?? accountId;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    try {
      return { value: await work(env.FAMILY.get(env.FAMILY.idFromString(objectId))), objectId };
    } catch (error) {
      const isUnreadable = isStorageFault(error);
      const next = readMove(error) ?? (isUnreadable ? await findForward(env, accountId) : null);
      if (isUnreadable && (next === null || next === objectId)) throw new FamilyUnreadable(error, objectId);
      if (next === null) throw error;
      if (moved.size >= MOST_MOVED) moved.clear();
      moved.set(accountId, next);
      objectId = next;
    }
  }
  throw new Error('Restored family not found');
}

/** Where the directory says a family is whose own object cannot be read. */
async function findForward(env: ApiEnv, accountId: string): Promise<string | null> {
  const standing = await directoryFor(env, 'family', accountId).standing();
  return standing.state === 'free' ? null : standing.detail;
}

/** Arguments for several tries: a body can be read once, so the one of a request is read here. */
async function repeatable(args: Array<unknown>): Promise<() => Array<unknown>> {
  const [request, ...more] = args;
  if (!(request instanceof Request) || request.body === null) return () => args;
  const { url, method, headers } = request;
  const body = await request.arrayBuffer();
  return () => [new Request(url, { method, headers, body }), ...more];
}

/** The value, or the refusal thrown again on this side of the object. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, status, message, details } = outcome.refusal;
  throw new Refusal(code, status, message, details);
}
