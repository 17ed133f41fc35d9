import type { Account } from './account.ts';
import { invalid } from './refusal.ts';

/** Fields that an answer has only if they are asked for. */
const INCLUDABLE = ['confirmation_secret', 'payments', 'line_items'];
const DEPTH_MAX = 4;

/**
 * Returns a copy of an object with the given paths expanded: an id becomes its object.
 * @throws StripeRefusal 400 for a path that leads nowhere
 */
export function expandPaths(account: Account, object: object, paths: ReadonlyArray<string> = []): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  const wanted = new Map<string, Array<string>>();
  for (const path of paths) {
    if (path.split('.').length > DEPTH_MAX)
      throw invalid(`You cannot expand more than ${DEPTH_MAX} levels of a property: ${path}`, 'expand');
    const [head = '', ...rest] = path.split('.');
    wanted.set(head, [...(wanted.get(head) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  for (const head of wanted.keys()) {
    if (!(head in copy) && !INCLUDABLE.includes(head)) throw invalid(`This property cannot be expanded (${head}).`, 'expand');
  }
  return Object.fromEntries(
    Object.entries(copy)
      .filter(([name]) => !INCLUDABLE.includes(name) || wanted.has(name))
      .map(([name, value]) => [name, expandField(account, value, wanted.get(name), name)]),
  );
}

function expandField(account: Account, value: unknown, paths: Array<string> | undefined, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => expandField(account, item, paths, name));
  if (typeof value === 'string' && paths !== undefined) {
    const found = findObject(account, value);
    if (found === null) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
    return expandPaths(account, found, paths);
  }
  if (typeof value === 'object' && value !== null) return expandPaths(account, value, paths);
  return value;
}

function findObject(account: Account, id: string): object | null {
  const { customers, products, prices, coupons, discounts, sessions, subscriptions, schedules, invoices, methods, intents, setups } =
    account;
  for (const all of [
    customers,
    products,
    prices,
    coupons,
    discounts,
    sessions,
    subscriptions,
    schedules,
    invoices,
    methods,
    intents,
    setups,
  ]) {
    const found = all.get(id);
    if (found !== undefined) return found;
  }
  return null;
}
