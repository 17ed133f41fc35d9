import * as z from 'zod';

// Server and device ignore unknown fields and list items, so that old and new child apps work together (docs/reference/device.md).

/** Returns a schema for a list that discards invalid items. A value that is not a list is refused. */
export function knownItems<Item extends z.ZodType>(item: Item) {
  return z.preprocess((list) => (Array.isArray(list) ? list.filter((one) => item.safeParse(one).success) : list), z.array(item));
}

/** Returns a function that discards the invalid items of a list. */
export function dropInvalid<Item extends z.ZodType>(item: Item) {
  return (list: ReadonlyArray<z.input<Item>>): unknown => (Array.isArray(list) ? list.filter((one) => item.safeParse(one).success) : list);
}

type Simple = string | number | boolean;

/** Returns the map without entries that are objects, lists or null. Returns anything but a map unchanged. */
export function dropNested(map: Record<string, Simple>): unknown {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return map;
  return Object.fromEntries(Object.entries(map).filter(([, value]: [string, unknown]) => typeof value !== 'object'));
}

/** Returns a function that discards list items whose `type` is not in `types`. */
export function dropUnknownTypes<Type extends string>(types: ReadonlyArray<Type>) {
  return (list: ReadonlyArray<{ type: Type; at: number }>): unknown =>
    Array.isArray(list) ? list.filter((one) => typeof one?.type !== 'string' || types.includes(one.type)) : list;
}
