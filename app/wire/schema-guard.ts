import type * as z from 'zod';

/** True if a value already has the schema's shape, so that parsing would return it unchanged. */
export type Guard = (value: unknown) => boolean;

const CHECKED: ReadonlySet<string> = new Set(['string', 'number', 'array']);

const known = new WeakMap<z.core.$ZodType, Guard | null>();

/**
 * Compiles a schema to a guard, once per schema. Returns null if only zod can check the schema: it changes values or has an unsupported
 * part. A guard copies nothing and collects no issues, which is most of zod's cost where code cannot be generated at runtime. Unlike
 * parsing, it ignores unknown fields instead of removing them.
 */
export function compileGuard(schema: z.core.$ZodType): Guard | null {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const fits = toFits(schema);
  known.set(schema, fits);
  return fits;
}

/**
 * Returns the value as parsed by the schema; unknown fields may remain.
 * @throws ZodError
 */
export function parseFast<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  return compileGuard(schema)?.(value) ? (value as Output) : schema.parse(value);
}

function toFits(schema: z.core.$ZodType): Guard | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const checks = def.checks ?? [];
  // Checks on other types are not supported.
  if (checks.length > 0 && !CHECKED.has(def.type)) return null;
  switch (def.type) {
    case 'unknown':
      return () => true;
    case 'null':
      return (value) => value === null;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'literal':
      return isOneOf(def.values);
    case 'enum':
      return isOneOf(Object.values(def.entries));
    case 'string':
    case 'number':
      return toLeaf(schema, def.type, checks);
    case 'nullable':
      return either((value) => value === null, compileGuard(def.innerType));
    case 'optional':
      return either((value) => value === undefined, compileGuard(def.innerType));
    case 'union':
      return def.options.map(compileGuard).reduce(either);
    case 'array':
      return toListGuard(compileGuard(def.element), checks);
    case 'object':
      return def.catchall === undefined ? toObject(def.shape) : null;
    case 'record':
      return hasFixedKeys(def.keyType) ? null : toTable(compileGuard(def.keyType), compileGuard(def.valueType));
    default:
      return null;
  }
}

/** True if the record requires a fixed set of keys; only zod handles these. */
function hasFixedKeys(key: z.core.$ZodType): boolean {
  return key._zod.values !== undefined;
}

function isOneOf(values: ReadonlyArray<unknown>): Guard {
  const set = new Set(values);
  return (value) => set.has(value);
}

function either(one: Guard | null, other: Guard | null): Guard | null {
  return one && other && ((value) => one(value) || other(value));
}

/**
 * Returns the guard of a text or number, or null if the schema changes the value. For checks other than lengths and bounds, the guard calls
 * zod for that value alone.
 */
function toLeaf(schema: z.core.$ZodType, type: 'string' | 'number', checks: ReadonlyArray<z.core.$ZodCheck<never>>): Guard | null {
  const parts = checks.map(toPart);
  if (checks.some(({ _zod }) => _zod.def.check === 'overwrite')) return null;
  const isPlain = !('format' in schema._zod.def) && parts.every((part) => part !== null);
  if (!isPlain) return (value) => typeof value === type && isAccepted(schema, value);
  const isOfType: Guard = type === 'string' ? (value) => typeof value === 'string' : Number.isFinite;
  return (value) => isOfType(value) && parts.every((part) => part(value));
}

function isAccepted(schema: z.core.$ZodType, value: unknown): boolean {
  const read = schema._zod.run({ value, issues: [] }, { async: false });
  return !(read instanceof Promise) && read.issues.length === 0 && read.value === value;
}

function toPart({ _zod: { def } }: z.core.$ZodCheck<never>): Guard | null {
  const check = def as z.core.$ZodChecks['_zod']['def'];
  switch (check.check) {
    case 'min_length':
      return (value) => lengthOf(value) >= check.minimum;
    case 'max_length':
      return (value) => lengthOf(value) <= check.maximum;
    case 'length_equals':
      return (value) => lengthOf(value) === check.length;
    case 'number_format':
      return check.format === 'safeint' ? Number.isSafeInteger : null;
    case 'greater_than':
      return toBound(check, (amount, bound) => amount > bound);
    case 'less_than':
      return toBound(check, (amount, bound) => amount < bound);
    default:
      return null;
  }
}

function toBound(
  { value: bound, inclusive }: { value: unknown; inclusive: boolean },
  isWithin: (amount: number, bound: number) => boolean,
): Guard {
  return (amount) => isWithin(Number(amount), Number(bound)) || (inclusive && amount === bound);
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function toListGuard(element: Guard | null, checks: ReadonlyArray<z.core.$ZodCheck<never>>): Guard | null {
  const parts = checks.map(toPart);
  if (element === null || !parts.every((part) => part !== null)) return null;
  return (value) => Array.isArray(value) && parts.every((part) => part(value)) && value.every(element);
}

function toObject(shape: Readonly<Record<string, z.core.$ZodType>>): Guard | null {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    fits: compileGuard(schema),
    isNeeded: schema._zod.optin !== 'optional',
  }));
  if (!fields.every((field): field is typeof field & { fits: Guard } => field.fits !== null)) return null;
  return (value) => {
    if (!isObject(value)) return false;
    for (const { name, fits, isNeeded } of fields) {
      const item = value[name];
      if (!fits(item) || (item === undefined && isNeeded && !(name in value))) return false;
    }
    return true;
  };
}

/**
 * Returns the guard of a record, or null if a part has no guard. The guard rejects the key «__proto__», which zod discards and `safeRecord`
 * keeps.
 */
function toTable(key: Guard | null, one: Guard | null): Guard | null {
  if (key === null || one === null) return null;
  return (value) =>
    isObject(value) && !Object.hasOwn(value, '__proto__') && Object.entries(value).every(([name, item]) => key(name) && one(item));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
