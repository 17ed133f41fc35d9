/** A JSON schema as part of a document. */
export type JsonSchema = { [keyword: string]: unknown };
type Check = (expected: unknown, value: unknown, at: string, schema: JsonSchema) => Array<string>;

/** Keywords that do not restrict the value. */
const WORDS = ['description', 'title', 'default', 'examples'];
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * Returns a function that lists where a value violates a schema. Supports only the keywords of JSON Schema 2020-12 that the document uses;
 * any other is an error. `named`: the schemas under `#/components/schemas/`. With `closed`, a field that is not listed is an error.
 */
export function createJsonSchemaCheck(
  named: Record<string, JsonSchema>,
  closed = false,
): (schema: JsonSchema, value: unknown) => Array<string> {
  const checks: Record<string, Check> = {
    $ref: (ref, value, at) => {
      const schema = named[String(ref).replace('#/components/schemas/', '')];
      return schema === undefined ? [`${at}: ${ref} leads nowhere`] : check(schema, value, at);
    },
    type: (types, value, at) =>
      fail(
        [types].flat().some((type) => isOfType(value, type)),
        at,
        `is no ${types}`,
      ),
    const: (expected, value, at) => fail(value === expected, at, `is not ${expected}`),
    enum: (choices, value, at) => fail(Array.isArray(choices) && choices.includes(value), at, `is none of ${choices}`),
    minimum: (least, value, at) => fail(typeof value !== 'number' || value >= Number(least), at, `is less than ${least}`),
    maximum: (most, value, at) => fail(typeof value !== 'number' || value <= Number(most), at, `is more than ${most}`),
    exclusiveMinimum: (least, value, at) => fail(typeof value !== 'number' || value > Number(least), at, `is not more than ${least}`),
    minLength: (least, value, at) => fail(typeof value !== 'string' || [...value].length >= Number(least), at, 'is too short'),
    maxLength: (most, value, at) => fail(typeof value !== 'string' || [...value].length <= Number(most), at, 'is too long'),
    pattern: (pattern, value, at) =>
      fail(typeof value !== 'string' || new RegExp(String(pattern), 'u').test(value), at, `does not fit ${pattern}`),
    format: (format, value, at) => fail(format === 'date' && (typeof value !== 'string' || DATE.test(value)), at, `is no ${format}`),
    minItems: (least, value, at) => fail(!Array.isArray(value) || value.length >= Number(least), at, 'has too few'),
    maxItems: (most, value, at) => fail(!Array.isArray(value) || value.length <= Number(most), at, 'has too many'),
    items: (items, value, at, schema) => {
      const rest = Array.isArray(value) ? value.slice(Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0) : [];
      return items === false
        ? fail(rest.length === 0, at, 'has too many')
        : rest.flatMap((item, index) => check(items, item, `${at}[${index}]`));
    },
    prefixItems: (parts, value, at) =>
      Array.isArray(value) && Array.isArray(parts) ? parts.flatMap((part, index) => check(part, value[index], `${at}[${index}]`)) : [],
    required: (names, value, at) =>
      [names].flat().flatMap((name) => fail(!isObject(value) || String(name) in value, `${at}.${name}`, 'is missing')),
    properties: (properties, value, at, schema) => {
      if (!isObject(value) || !isObject(properties)) return [];
      const extra = closed && schema.additionalProperties === undefined ? Object.keys(value).filter((name) => !(name in properties)) : [];
      const known = Object.entries(properties).filter(([name]) => value[name] !== undefined);
      return [
        ...extra.map((name) => `${at}.${name} is not documented`),
        ...known.flatMap(([name, part]) => check(part, value[name], `${at}.${name}`)),
      ];
    },
    propertyNames: (names, value, at) => (isObject(value) ? Object.keys(value).flatMap((name) => check(names, name, `${at}.${name}`)) : []),
    additionalProperties: (rest, value, at, schema) => {
      const known = isObject(schema.properties) ? schema.properties : {};
      return isObject(value)
        ? Object.entries(value).flatMap(([name, part]) => (name in known ? [] : check(rest, part, `${at}.${name}`)))
        : [];
    },
    anyOf: (choices, value, at) => fail(matches(choices, value, at) > 0, at, 'fits nothing of anyOf'),
    oneOf: (choices, value, at) => fail(matches(choices, value, at) === 1, at, 'does not fit one of oneOf'),
  };

  function check(schema: unknown, value: unknown, at: string): Array<string> {
    if (!isObject(schema)) return [`${at}: no schema`];
    return Object.entries(schema).flatMap(([keyword, expected]) => {
      if (WORDS.includes(keyword)) return [];
      return checks[keyword]?.(expected, value, at, schema) ?? [`${at}: unknown keyword ${keyword}`];
    });
  }

  function matches(choices: unknown, value: unknown, at: string): number {
    return Array.isArray(choices) ? choices.filter((choice) => check(choice, value, at).length === 0).length : 0;
  }

  return (schema, value) => check(schema, value, '');
}

function fail(isFine: boolean, at: string, what: string): Array<string> {
  return isFine ? [] : [`${at} ${what}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
