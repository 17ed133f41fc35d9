import * as z from 'zod';

const PROTO = '__proto__';

/**
 * Returns a schema for a map with external keys, such as app IDs, that keeps every key. `z.record` alone silently discards «__proto__».
 * Read the map only with `Object.hasOwn` or `Object.entries`.
 */
export function safeRecord<Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
): z.ZodRecord<Key, Value> {
  const schema = z.record(key, value);
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const given = Object.getOwnPropertyDescriptor(Object(payload.value), PROTO);
    const read = run(payload, context);
    if (given === undefined || read instanceof Promise || read.issues.length > 0) return read;
    const parsed = value.safeParse(given.value);
    for (const issue of parsed.error?.issues ?? []) {
      read.issues.push({ code: 'custom', input: given.value, message: issue.message, path: [PROTO, ...issue.path] });
    }
    if (parsed.success) Object.defineProperty(read.value, PROTO, { ...given, value: parsed.data });
    return read;
  };
  return schema;
}
