import * as z from 'zod';
import { ENDPOINTS } from '#app/wire/endpoints';
import { nothingSchema } from '#app/wire/values';
import { COMPONENTS, FIELD_TEXTS } from './components';

/** A JSON schema (2020-12) of the document. */
export type JsonSchema = { [keyword: string]: unknown };

/** The contract's schemas for the document. `named` schemas are components of the document; all others belong to a single call. */
export type Schemas = {
  named: Record<string, JsonSchema>;
  /** By call id, like `queries`. A call without a body or query has no entry. */
  bodies: Record<string, JsonSchema>;
  queries: Record<string, JsonSchema>;
  answers: Record<string, JsonSchema>;
};

type Converted = { nameOf: (schema: z.ZodType) => string; schemas: Record<string, JsonSchema> };

const PREFIX = '#/components/schemas/';
/** JSON length below which a call's own body or response is inlined. */
const SHORT = 160;
const SAFE = Number.MAX_SAFE_INTEGER;

export function refTo(name: string): { $ref: string } {
  return { $ref: PREFIX + name };
}

/** Generates the schemas with zod: bodies and queries as input, responses as output. */
export function generateSchemas(): Schemas {
  const [incoming, outgoing] = [convert('in'), convert('out')];
  const named: Record<string, JsonSchema> = {};
  for (const { name } of COMPONENTS) named[name] = { ...outgoing.schemas[name], ...incoming.schemas[name] };
  const tell = (converted: Converted, schema: z.ZodType): JsonSchema => {
    const name = converted.nameOf(schema);
    const told = converted.schemas[name] ?? {};
    if (named[name] === undefined && JSON.stringify(told).length < SHORT) return told;
    named[name] ??= told;
    return refTo(name);
  };
  const schemas: Schemas = { named, bodies: {}, queries: {}, answers: {} };
  for (const { id, endpoint } of ENDPOINTS) {
    schemas.answers[id] = tell(outgoing, endpoint.output);
    if (endpoint.body !== nothingSchema) schemas.bodies[id] = tell(incoming, endpoint.body);
    const query = incoming.schemas[incoming.nameOf(endpoint.query)];
    if (query !== undefined) schemas.queries[id] = query;
  }
  for (const [name, texts] of Object.entries(FIELD_TEXTS)) describeFields(named[name], texts);
  return schemas;
}

/** Converts all schemas of one direction. A schema without a name is named after the first call that uses it. */
function convert(direction: 'in' | 'out'): Converted {
  const registry = z.registry<{ id: string; description?: string }>();
  for (const { name, schema, description, more, ...component } of COMPONENTS) {
    if (component.direction === direction || component.direction === 'both') registry.add(schema, { id: name, description, ...more });
  }
  const add = (schema: z.ZodType, name: string): void => {
    if (schema !== nothingSchema && !(schema instanceof z.ZodUnknown) && !registry.has(schema)) registry.add(schema, { id: name });
  };
  for (const { id, endpoint } of ENDPOINTS) {
    const name = id.charAt(0).toUpperCase() + id.slice(1);
    if (direction === 'out') add(endpoint.output, `${name}Answer`);
    else {
      add(endpoint.body, `${name}Body`);
      add(endpoint.query, `${name}Query`);
    }
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: direction === 'in' ? 'input' : 'output',
    metadata: registry,
    uri: (name) => PREFIX + name,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return {
    nameOf: (schema) => registry.get(schema)?.id ?? '',
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema])),
  };
}

/** Removes keywords that don't help API users. Both sides ignore unknown fields (docs/reference/device.md), so no schema forbids them. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.maximum === SAFE) delete schema.maximum;
  if (schema.minimum === -SAFE) delete schema.minimum;
  if (schema.format === 'date') delete schema.pattern;
  const choices = schema.anyOf?.map((choice) => choice.const);
  if (choices?.every((choice) => typeof choice === 'number')) {
    delete schema.anyOf;
    Object.assign(schema, { type: 'integer', enum: choices });
  }
}

function describeFields(schema: JsonSchema | undefined, texts: Record<string, string>): void {
  const properties = schema?.properties;
  if (typeof properties !== 'object' || properties === null) throw new Error('Texts for what has no fields');
  const fields = new Map(Object.entries(properties));
  for (const [field, description] of Object.entries(texts)) {
    if (!fields.has(field)) throw new Error(`No field ${field}`);
    fields.set(field, { ...fields.get(field), description });
  }
  Object.assign(schema ?? {}, { properties: Object.fromEntries(fields) });
}
