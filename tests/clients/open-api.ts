import * as z from 'zod';

// The part of OpenAPI 3.1 that the document may use. Anything else is an error, except names that begin with x-.

const reference = z.strictObject({ $ref: z.string().startsWith('#/components/') });
const schema = z.record(z.string(), z.unknown());
const example = z.strictObject({ summary: z.string().optional(), value: z.unknown() });
const content = z.record(
  z.string().regex(/^\w+\/[\w-]+$/),
  z
    .strictObject({ schema, example: z.unknown().optional(), examples: z.record(z.string(), reference).optional() })
    .refine((media) => media.example === undefined || media.examples === undefined, 'example and examples exclude each other'),
);
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), z.strictObject({ description: z.string(), schema })).optional(),
  content: content.optional(),
});
const socket = z.strictObject({
  receive: reference,
  send: reference.nullable(),
  ping: z.string(),
  pong: z.string(),
  closes: z.record(z.string().regex(/^(1|4)\d{3}$/), z.string()),
  examples: z.array(example),
});
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(['query', 'header', 'path']),
        required: z.boolean(),
        description: z.string().min(1),
        schema,
        example: z.unknown().optional(),
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([response, reference])),
  'x-also': z.array(z.string()).optional(),
  'x-websocket': socket.optional(),
});
const pathItem = z.strictObject({
  get: operation.optional(),
  post: operation.optional(),
  put: operation.optional(),
  delete: operation.optional(),
});
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    summary: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().startsWith('/'), pathItem),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z]+$/), schema),
    responses: z.record(z.string(), response),
    examples: z.record(z.string(), example),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('apiKey'), in: z.literal('header'), name: z.string(), description: z.string() }),
    ),
  }),
});
export type CheckedDocument = z.infer<typeof document>;
export type CheckedOperation = z.infer<typeof operation>;

/**
 * Parses a document. `findInconsistencies` checks that its parts agree with each other.
 * @throws if the document does not conform to OpenAPI 3.1
 */
export function readDocument(text: string): CheckedDocument {
  return document.parse(JSON.parse(text));
}

/** Returns every operation of the document with its method and path. */
export function listOperations({ paths }: CheckedDocument): Array<{ method: string; path: string; operation: CheckedOperation }> {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, found]) =>
      found === undefined ? [] : [{ method: method.toUpperCase(), path, operation: found }],
    ),
  );
}

/** Returns unresolved references, names used twice, and names that are used but not declared or declared but not used. */
export function findInconsistencies(checked: CheckedDocument): Array<string> {
  const operations = listOperations(checked).map((found) => found.operation);
  const ids = operations.map(({ operationId }) => operationId);
  const tags = checked.tags.map(({ name }) => name);
  const schemes = Object.keys(checked.components.securitySchemes);
  const asked = operations.flatMap(({ security }) => security.flatMap((set) => Object.keys(set)));
  const refs = [...JSON.stringify(checked).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, ref = '']) => ref);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is used twice`),
    ...operations.flatMap((operation) => operation.tags).filter((tag) => !tags.includes(tag)),
    ...asked.filter((name) => !schemes.includes(name)),
    ...schemes.filter((name) => !asked.includes(name)),
    ...refs.filter((ref) => lookUp(checked, ref) === undefined),
    ...Object.keys(checked.components.schemas).filter((name) => !refs.includes(`#/components/schemas/${name}`)),
  ];
}

/** Returns the part of the document that a reference points to, or undefined. */
export function lookUp(checked: CheckedDocument, ref: string): unknown {
  let found: unknown = checked;
  for (const part of ref.slice(2).split('/')) {
    found = typeof found === 'object' && found !== null ? new Map<string, unknown>(Object.entries(found)).get(part) : undefined;
  }
  return found;
}
