import type { ApiEnv } from '#workers/api/env';

type Namespace = { get: (id: DurableObjectId) => object };

/**
 * Returns bindings for a Worker that ends once an object has answered `method`. The caller gets no answer, and later calls fail. With
 * `meanwhile`, the Worker runs that function instead and continues.
 */
export function cutAfter(env: ApiEnv, method: string, meanwhile?: () => Promise<void>): ApiEnv {
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new Error('cut off');
  };
  const wrap = (stub: object): object =>
    new Proxy(stub, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...given: Array<unknown>) => {
          if (isDead) die();
          const answer: unknown = await Reflect.apply(member, target, given);
          if (name === method) await (meanwhile ?? die)();
          return answer;
        };
      },
    });
  const space = <T extends Namespace>(real: T): T =>
    new Proxy(real, {
      get: (target, name) => {
        if (name === 'get') return (id: DurableObjectId) => wrap(target.get(id));
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  return { ...env, FAMILY: space(env.FAMILY), DIRECTORY: space(env.DIRECTORY) };
}
