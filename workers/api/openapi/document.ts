import { SIGNATURE_HEADERS } from '#app/keys/sign';
import { ENDPOINTS, type EndpointId, GROUPS, type Group } from '#app/wire/endpoints';
import type { DocumentedOperation, OpenApiDocument, Parameter, PathItem } from './document-types';
import { writeGuide } from './guide';
import { OPERATIONS } from './operations';
import type { RefusalName } from './refusals';
import { COMMON_RESPONSES, commonRefusals, jsonResponse, REFUSAL_EXAMPLES, refusalResponses } from './responses';
import { generateSchemas, type JsonSchema, type Schemas } from './schemas';
import { SECURITY_SCHEMES, securityOf } from './security';
import { OTHER_PATHS } from './uncontracted-paths';

type Listed = (typeof ENDPOINTS)[number];

const GROUP_TEXTS: Record<Group, string> = {
  Account: 'Sign-up, login and the account.',
  Children: 'The users of the account.',
  Devices: 'Devices and pairing.',
  Rules: 'Blocks, schedules and screen time.',
  Apps: 'App rules, restrictions and the web filter.',
  Location: 'Places, last positions and history. Every answer with a position is written to the family’s access log.',
  Screenshots: 'Sealed screenshots: requesting, configuring, reading and deleting them.',
  'Commands and proof': 'Sending commands and reading their results.',
  Notifications: 'Notifications for the parent.',
  Plans: 'Plans, limits and coupons.',
  Realtime: 'Immediate updates about changes.',
  Device: 'Calls made by devices. The policy contains everything a device needs to decide offline.',
  System: 'The API itself.',
};

const KEY_PARAMETER: Parameter = {
  name: SIGNATURE_HEADERS.idempotencyKey,
  in: 'header',
  required: true,
  description:
    'Identifies this change: sent again with the same key within 24 hours, it is made once and gets the same response. It is signed.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
  example: '3f0e7c52-9d41-4b86-a1f7-62c8d05b9e13',
};

/** Returns the whole API as an OpenAPI 3.1 document. `api` is its address, `version` the product version. */
export function buildDocument(api: string, version: string): OpenApiDocument {
  const schemas = generateSchemas();
  const paths: Record<string, PathItem> = {};
  for (const calls of callsByRoute().values()) {
    const { method, path } = calls[0].endpoint;
    paths[path] = { ...paths[path], [VERBS[method]]: toOperation(calls, schemas) };
  }
  for (const [path, item] of Object.entries(OTHER_PATHS)) paths[path] = { ...paths[path], ...item };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Porchlight API',
      version,
      summary: 'Manage your children’s devices and see when each device confirmed a change.',
      description: writeGuide(api),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api }],
    tags: GROUPS.map((name) => ({ name, description: GROUP_TEXTS[name] })),
    paths,
    components: {
      schemas: schemas.named,
      responses: COMMON_RESPONSES,
      examples: REFUSAL_EXAMPLES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** Contract calls with the same method and path. Usually one call, sometimes two or three that differ in body, query or headers. */
type Calls = [Listed, ...Array<Listed>];

function callsByRoute(): Map<string, Calls> {
  const routes = new Map<string, Calls>();
  for (const call of ENDPOINTS) {
    const route = `${call.endpoint.method} ${call.endpoint.path}`;
    const known = routes.get(route);
    if (known === undefined) routes.set(route, [call]);
    else known.push(call);
  }
  return routes;
}

/** Merges calls into the single operation that OpenAPI allows. Any of their headers, queries, bodies and responses is valid. */
function toOperation(calls: Calls, schemas: Schemas): DocumentedOperation {
  const [{ id, group, endpoint }, ...others] = calls;
  const { body: example, answer, notModified, tooMany } = OPERATIONS[id];
  const bodies = calls.map((call) => schemas.bodies[call.id]).filter((body) => body !== undefined);
  const parameters = parametersOf(calls, schemas);
  const description = descriptionOf(calls);
  return {
    operationId: id,
    tags: [group],
    summary: calls.map(({ summary }) => summary).join(' Or: '),
    ...(description === '' ? {} : { description }),
    security: unique(calls.map((call) => securityOf(call.endpoint.auth))),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(bodies.length === 0
      ? {}
      : {
          requestBody: { required: endpoint.method !== 'DELETE', content: { 'application/json': { schema: eitherOf(bodies), example } } },
        }),
    responses: {
      200: jsonResponse('Done.', eitherOf(calls.map((call) => schemas.answers[call.id] ?? {})), answer),
      ...(notModified === undefined ? {} : { 304: { description: notModified } }),
      ...refusalResponses(unique(calls.flatMap((call) => refusalsOf(call, schemas)))),
      ...(tooMany === undefined ? {} : { 429: { description: tooMany } }),
    },
    ...(others.length === 0 ? {} : { 'x-also': others.map((call) => call.id) }),
  };
}

function descriptionOf([first, ...others]: Calls): string {
  const also = others.map(({ id, summary }) => `${summary} ${OPERATIONS[id].description ?? ''}`);
  return [OPERATIONS[first.id].description ?? [], also].flat().join('\n\n');
}

/** Returns the refusals common to calls like this one, followed by its own. */
function refusalsOf({ id, endpoint }: Listed, { bodies, queries }: Schemas): Array<RefusalName> {
  const takesInput = bodies[id] !== undefined || queries[id] !== undefined;
  return [...commonRefusals(endpoint.auth, takesInput, endpoint.method !== 'GET'), ...OPERATIONS[id].refusals];
}

/** Returns the parameters of all calls. A parameter is required only if every call requires it. */
function parametersOf(calls: Calls, schemas: Schemas): Array<Parameter> {
  const sets = calls.map(({ id, endpoint: { method, auth } }) => {
    const parameters = queryParameters(id, schemas.queries[id]);
    return method !== 'GET' && auth === 'session' ? [...parameters, KEY_PARAMETER] : parameters;
  });
  const isEverywhere = (name: string): boolean => sets.every((set) => set.some((parameter) => parameter.name === name));
  const byName = new Map(sets.flat().map((parameter) => [parameter.name, parameter]));
  return [...byName.values()].map((parameter) => ({ ...parameter, required: parameter.required && isEverywhere(parameter.name) }));
}

function eitherOf(schemas: Array<JsonSchema>): JsonSchema {
  const [first = {}, ...others] = unique(schemas);
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

function unique<T>(values: Array<T>): Array<T> {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function queryParameters(id: EndpointId, query: JsonSchema | undefined): Array<Parameter> {
  const { properties = {}, required = [] } = query ?? {};
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return [];
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', example } = OPERATIONS[id].query?.[name] ?? {};
    return { name, in: 'query', required: required.includes(name), description, schema, ...(example === undefined ? {} : { example }) };
  });
}
