import { SIGNATURE_HEADERS } from '../../../app/keys/sign';
import { ENDPOINTS, type EndpointId, GROUPS, type Group } from '../../../app/wire/endpoints';
import type { DocumentedOperation, OpenApiDocument, Parameter, PathItem } from './document-types';
import { writeGuide } from './guide';
import { OPERATIONS } from './operations';
import { OTHER_PATHS } from './other-operations';
import { COMMON_ANSWERS, commonRefusals, jsonAnswer, REFUSAL_EXAMPLES, refusalAnswers } from './responses';
import { generateSchemas, type JsonSchema, type Schemas } from './schemas';
import { SECURITY_SCHEMES, securityOf } from './security';

type Listed = (typeof ENDPOINTS)[number];

const GROUP_TEXTS: Record<Group, string> = {
  Account: 'Signing up and in; the account itself.',
  Children: 'The people of the account.',
  Devices: 'Devices as the parent sees them, and the pairing of a new one.',
  Rules: 'What a child may do, and when.',
  'Commands and proof': 'Telling devices, and seeing what they did.',
  Notices: 'What the parent should hear of.',
  Plans: 'What the account may use.',
  Realtime: 'Hearing of changes at once.',
  Device: 'What a device itself calls. Everything it needs to decide alone is in its policy.',
  System: 'The API itself.',
};

const KEY_PARAMETER: Parameter = {
  name: SIGNATURE_HEADERS.idempotencyKey,
  in: 'header',
  required: true,
  description: 'Names this change: sent again under the same key, it happens once and gets the same answer for 24 hours. It is signed.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
  example: '3f0e7c52-9d41-4b86-a1f7-62c8d05b9e13',
};

/** The whole interface as an OpenAPI 3.1 document. `api` is its address, `version` the product's. */
export function buildDocument(api: string, version: string): OpenApiDocument {
  const schemas = generateSchemas();
  const paths: Record<string, PathItem> = {};
  for (const listed of ENDPOINTS) {
    const { method, path } = listed.endpoint;
    const verb = VERBS[method];
    const operation = toOperation(listed, schemas);
    const other = paths[path]?.[verb];
    paths[path] = { ...paths[path], [verb]: other === undefined ? operation : merge(other, operation) };
  }
  for (const [path, item] of Object.entries(OTHER_PATHS)) paths[path] = { ...paths[path], ...item };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Porchlight API',
      version,
      summary: 'Look after your children’s devices, with proof that it happened.',
      description: writeGuide(api),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api }],
    tags: GROUPS.map((name) => ({ name, description: GROUP_TEXTS[name] })),
    paths,
    components: {
      schemas: schemas.named,
      responses: COMMON_ANSWERS,
      examples: REFUSAL_EXAMPLES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

function toOperation({ id, group, summary, endpoint }: Listed, schemas: Schemas): DocumentedOperation {
  const { description, refusals, body: example, answer, notModified } = OPERATIONS[id];
  const mutates = endpoint.method !== 'GET';
  const body = schemas.bodies[id];
  const parameters = queryParameters(id, schemas.queries[id]);
  if (mutates && endpoint.auth === 'session') parameters.push(KEY_PARAMETER);
  const names = commonRefusals(endpoint.auth, body !== undefined || schemas.queries[id] !== undefined, mutates);
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [securityOf(endpoint.auth)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: endpoint.method !== 'DELETE', content: { 'application/json': { schema: body, example } } } }),
    responses: {
      200: jsonAnswer('Done.', schemas.answers[id] ?? {}, answer),
      ...(notModified === undefined ? {} : { 304: { description: notModified } }),
      ...refusalAnswers([...names, ...refusals]),
    },
  };
}

function queryParameters(id: EndpointId, query: JsonSchema | undefined): Array<Parameter> {
  const { properties = {}, required = [] } = query ?? {};
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return [];
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', example } = OPERATIONS[id].query?.[name] ?? {};
    return { name, in: 'query', required: required.includes(name), description, schema, ...(example === undefined ? {} : { example }) };
  });
}

/** Two calls of the contract under one method and path: OpenAPI has room for one, so either set of headers, and either query, will do. */
function merge(first: DocumentedOperation, second: DocumentedOperation): DocumentedOperation {
  const parameters = [...(first.parameters ?? []), ...(second.parameters ?? [])].map((parameter) => ({ ...parameter, required: false }));
  return {
    ...first,
    summary: `${first.summary} Or: ${second.summary}`,
    description: `${first.description ?? ''}\n\n${second.summary} ${second.description ?? ''}`,
    security: [...first.security, ...second.security],
    parameters,
    responses: { ...first.responses, ...second.responses },
    'x-also': second.operationId,
  };
}
