import { Refusal } from '#app/wire/errors';
import { directoryFor } from './directory/names';
import type { ApiEnv } from './env';
import { readRedirect } from './family/core/movable';
import type { Family, FamilyResult } from './family/family';
import { FamilyUnreadable, isStorageFault } from './on-error';

type Stub = DurableObjectStub<Family>;

/** Caches the object ids of restored families in this isolate, by account id. */
const moved = new Map<string, string>();
const MAX_CACHED = 10_000;
/** Maximum number of redirects. A family may be restored repeatedly, and each old object names the next one. */
const MAX_HOPS = 20;

/** Returns the family of an account id. Returns null for an invalid id, which starts no object (docs/architecture.md). */
export function findFamily(env: ApiEnv, accountId: string): Stub | null {
  try {
    return familyOf(env, accountId);
  } catch {
    return null;
  }
}

/**
 * Returns the family of a valid account id, such as an owner in the directory. An account never changes its id. Its rows are in the object
 * of that id or, after a restore, in another object that gets all calls. The stub's own `id` is the account's.
 * @throws Error for an id of another installation. Calls on the stub throw FamilyUnreadable.
 */
export function familyOf(env: ApiEnv, accountId: string): Stub {
  const stub = env.FAMILY.get(env.FAMILY.idFromString(accountId));
  return new Proxy(stub, {
    get(target, name) {
      // `await` looks for `then`; the stub must not look like a promise.
      if (typeof name !== 'string' || name === 'id' || name === 'name' || name === 'then') return Reflect.get(target, name);
      return async (...args: Array<unknown>) => {
        const again = await repeatable(args);
        const call = async (object: Stub): Promise<unknown> => Reflect.apply(Reflect.get(object, name), object, again());
        return (await callCurrentObject(env, accountId, call)).value;
      };
    },
  });
}

/** Returns the object that stores an account's rows, and whether it can be read. */
export async function locateFamily(env: ApiEnv, accountId: string): Promise<{ objectId: string; isReadable: boolean }> {
  try {
    const { objectId } = await callCurrentObject(env, accountId, (object) => object.getState());
    return { objectId, isReadable: true };
  } catch (error) {
    if (!(error instanceof FamilyUnreadable)) throw error;
    return { objectId: error.objectId, isReadable: false };
  }
}

/** Runs `work` on the account's object. If the family has moved or the object is unreadable, tries the next one. */
async function callCurrentObject<T>(
  env: ApiEnv,
  accountId: string,
  work: (object: Stub) => Promise<T>,
): Promise<{ value: T; objectId: string }> {
  let objectId = moved.get(accountId) ?? accountId;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    try {
      return { value: await work(env.FAMILY.get(env.FAMILY.idFromString(objectId))), objectId };
    } catch (error) {
      const isUnreadable = isStorageFault(error);
      const next = readRedirect(error) ?? (isUnreadable ? await findForwardedId(env, accountId) : null);
      if (isUnreadable && (next === null || next === objectId)) throw new FamilyUnreadable(error, objectId);
      if (next === null) throw error;
      if (moved.size >= MAX_CACHED) moved.clear();
      moved.set(accountId, next);
      objectId = next;
    }
  }
  throw new Error('Restored family not found');
}

/** Returns the object id that the directory stores for a family whose own object is unreadable. */
async function findForwardedId(env: ApiEnv, accountId: string): Promise<string | null> {
  const entry = await directoryFor(env, 'family', accountId).getState();
  return entry.state === 'free' ? null : entry.detail;
}

/** Returns a function that returns the arguments for each attempt. Buffers a request's body, because it can be read only once. */
async function repeatable(args: Array<unknown>): Promise<() => Array<unknown>> {
  const [request, ...more] = args;
  if (!(request instanceof Request) || request.body === null) return () => args;
  const { url, method, headers } = request;
  const body = await request.arrayBuffer();
  return () => [new Request(url, { method, headers, body }), ...more];
}

/** Returns the value, or throws the family's refusal again in the caller. */
export function unwrap<T>(outcome: FamilyResult<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, status, message, details } = outcome.refusal;
  throw new Refusal(code, status, message, details);
}
