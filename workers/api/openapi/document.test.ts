import { describe, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointId } from '#app/wire/endpoints';
import { nothingSchema } from '#app/wire/values';
import { createJsonSchemaCheck } from '#tests/clients/json-schema';
import { findInconsistencies, listOperations, lookUp, readDocument } from '#tests/clients/open-api';
import { API } from '#tests/clients/parent';
import { send } from '#tests/clients/worker';
import { STRIPE_WEBHOOK_PATH } from '#workers/stripe-settings';
import { createPublicApp } from '../app';
import { createFamilyApp } from '../family/family-app';
import { COMPONENTS } from './components';
import { OPERATIONS } from './operations';
import { generateSchemas } from './schemas';
import { SECURITY_SCHEMES } from './security';

async function served() {
  const response = await send(new Request(`${API}/openapi.json`));
  return { response, document: readDocument(await response.text()) };
}

const IDS = ENDPOINTS.map(({ id }) => id);

describe('buildDocument', () => {
  test('is an OpenAPI 3.1 document without broken references, as served', async () => {
    const { response, document } = await served();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(document.servers).toEqual([{ url: API }]);
    expect(findInconsistencies(document)).toEqual([]);
  });

  test('contains every endpoint of the contract exactly once', async () => {
    const { document } = await served();
    const named = listOperations(document).flatMap(({ operation }) => [operation.operationId, operation['x-also'] ?? []].flat());
    for (const id of IDS)
      expect(
        named.filter((name) => name === id),
        id,
      ).toEqual([id]);
    for (const { id, endpoint, group } of ENDPOINTS) {
      const found = listOperations(document).find(({ operation }) => operation.operationId === id || operation['x-also']?.includes(id));
      expect(found, id).toMatchObject({ method: endpoint.method, path: endpoint.path, operation: { tags: [group] } });
    }
  });

  test('lists exactly the calls that the API serves', async () => {
    const { document } = await served();
    // The sandbox’s page for 3-D Secure is for parents, and Stripe defines the webhook.
    const isCall = ({ method, path }: { method: string; path: string }) =>
      method !== 'ALL' && !path.startsWith('/sandbox/') && path !== STRIPE_WEBHOOK_PATH;
    const routes = [...createPublicApp().routes, ...createFamilyApp().routes].filter(isCall);
    const answered = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
    expect(
      listOperations(document)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual([...answered].sort());
  });

  test('requires the signature headers of the caller that each endpoint allows', async () => {
    const { document } = await served();
    const header = { none: [], session: ['X-Session-Id', 'X-Secret-Id'], device: ['X-Device-Id'] };
    for (const { id, endpoint } of ENDPOINTS) {
      const found = listOperations(document).find(({ operation }) => operation.operationId === id || operation['x-also']?.includes(id));
      const sets = found?.operation.security.map((set) => Object.keys(set).map((name) => SECURITY_SCHEMES[name]?.name)) ?? [];
      const common = endpoint.auth === 'none' ? [] : ['X-Date', 'X-Device-Ts', 'X-Account-Id', 'X-Signature'];
      const wanted = [...common, ...header[endpoint.auth]].sort();
      expect(
        sets.map((set) => set.sort()),
        id,
      ).toContainEqual(wanted);
      const hasKey = found?.operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false;
      expect(hasKey, id).toBe(endpoint.auth === 'session' && endpoint.method !== 'GET');
    }
  });

  test('has examples that match the schemas of the document', async () => {
    const { document } = await served();
    const check = createJsonSchemaCheck(document.components.schemas, true);
    let count = 0;
    const fits = (schema: Record<string, unknown>, value: unknown, where: string): void => {
      count += 1;
      expect(check(schema, value), where).toEqual([]);
    };
    const contents = (content: (typeof document.components.responses)[string]['content'], where: string): void => {
      for (const { schema, example, examples = {} } of Object.values(content ?? {})) {
        if (example !== undefined) fits(schema, example, where);
        for (const { $ref } of Object.values(examples)) fits(schema, Object(lookUp(document, $ref)).value, `${where} ${$ref}`);
      }
    };
    for (const { operation } of listOperations(document)) {
      const { operationId, parameters = [], requestBody, responses } = operation;
      for (const { name, schema, example } of parameters) if (example !== undefined) fits(schema, example, `${operationId} ${name}`);
      contents(requestBody?.content, operationId);
      for (const [status, response] of Object.entries(responses)) {
        if ('description' in response) contents(response.content, `${operationId} ${status}`);
      }
      const { examples = [], receive, send: up } = operation['x-websocket'] ?? {};
      for (const { summary, value } of examples) {
        const told = [receive, up].flatMap((schema) => (schema ? [check(schema, value)] : []));
        expect(told, `${operationId} ${summary}`).toContainEqual([]);
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) contents(content, name);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const value of Array.isArray(schema.examples) ? schema.examples : []) fits(schema, value, name);
    }
    expect(count).toBeGreaterThan(150);
  });

  test('has examples that match the contract’s own schemas', () => {
    for (const { id, endpoint } of ENDPOINTS) {
      const { query, body, answer } = OPERATIONS[id];
      const asked = Object.fromEntries(Object.entries(query ?? {}).map(([name, { example }]) => [name, example]));
      expect(endpoint.query.safeParse(asked).error, `${id} query`).toBeUndefined();
      expect(endpoint.body === nothingSchema, `${id} has a body`).toBe(body === undefined);
      expect(endpoint.body.safeParse(body).error, `${id} body`).toBeUndefined();
      expect(endpoint.output.safeParse(answer).error, `${id} answer`).toBeUndefined();
    }
  });

  test('describes every query parameter and no others', () => {
    const { queries } = generateSchemas();
    for (const id of IDS) {
      const names = Object.keys(Object(queries[id]?.properties));
      expect(Object.keys(wordsOf(id)).sort(), id).toEqual(names.sort());
      for (const { description } of Object.values(wordsOf(id))) expect(description).not.toBe('');
    }
  });

  test('has unique, non-empty and reasonably small schemas', () => {
    const { named } = generateSchemas();
    const names = COMPONENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(Object.keys(named[name] ?? {}).length, name).toBeGreaterThan(1);
    for (const [name, schema] of Object.entries(named)) expect(JSON.stringify(schema).length, `${name} is no monster`).toBeLessThan(4000);
  });

  function wordsOf(id: EndpointId): Record<string, { description: string }> {
    return OPERATIONS[id].query ?? {};
  }
});
