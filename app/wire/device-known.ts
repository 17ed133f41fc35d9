import * as z from 'zod';

// Unknown fields are ignored both ways, so that old and new agents work together (docs/reference/device.md): so are unknown items of a list.

/** A list of which only the items are kept that can be read. What is no list is refused as ever. */
export function knownItems<Item extends z.ZodType>(item: Item) {
  return z.preprocess((list) => (Array.isArray(list) ? list.filter((one) => item.safeParse(one).success) : list), z.array(item));
}

type Simple = string | number | boolean;

/** The entries of a map that are one word or number each. */
export function dropNested(map: Record<string, Simple>): unknown {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return map;
  return Object.fromEntries(Object.entries(map).filter(([, value]: [string, unknown]) => typeof value !== 'object'));
}

/** Makes a function that leaves out of a list what has a `type` that is none of these. */
export function dropUnknownTypes<Type extends string>(types: ReadonlyArray<Type>) {
  return (list: ReadonlyArray<{ type: Type; at: number }>): unknown =>
    Array.isArray(list) ? list.filter((one) => typeof one?.type !== 'string' || types.includes(one.type)) : list;
}
