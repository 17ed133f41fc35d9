import type { ApiEnv } from '#workers/api/env';

type Namespace = { get: (id: DurableObjectId) => object };

/**
 * The same objects, for a Worker that dies as soon as one of them has answered `method`: nothing that it still wanted to do is done, and
 * nobody hears of it. `meanwhile` runs at that instant in the place of the death.
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
