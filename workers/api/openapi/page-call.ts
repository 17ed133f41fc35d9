import { html } from 'hono/html';
import type {
  DocumentedOperation,
  DocumentedResponse,
  OpenApiDocument,
  Parameter,
  PathItem,
  Reference,
  SocketDescription,
} from './document-types';
import { type Html, renderCode, renderInline, renderMarkdown } from './markdown';
import { nameOf, renderSchema, renderType } from './page-schema';
import type { JsonSchema } from './schemas';

/** A call of the document with its method and path. */
export type DocumentedCall = { method: string; path: string; operation: DocumentedOperation };

/** Returns all calls in the order of the document. */
export function listCalls(paths: Record<string, PathItem>): Array<DocumentedCall> {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Renders a call with an anchor and all of its documentation. */
export function renderCall({ method, path, operation }: DocumentedCall, document: OpenApiDocument): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<article id="call-${operationId}" data-words="${`${method} ${path} ${operationId} ${summary}`.toLowerCase()}">
    <h3><a href="#call-${operationId}"><b class="verb">${method}</b> <code>${path}</code></a></h3>
    <p>${renderInline(summary)} <small>${whoMayCall(operation)}</small></p>
    ${description === undefined ? '' : renderMarkdown(description)}
    ${parameters.length === 0 ? '' : html`<h4>Query and headers</h4><dl class="fields">${parameters.map(renderParameter)}</dl>`}
    ${requestBody === undefined ? '' : html`<h4>Body${requestBody.required ? '' : ' (optional)'}</h4>${renderContent(requestBody, document)}`}
    <h4>Responses</h4>
    ${Object.entries(responses).map(([status, response]) => renderResponse(status, resolve(response, document), document))}
    ${operation['x-websocket'] === undefined ? '' : renderSocket(operation['x-websocket'])}
  </article>`;
}

function whoMayCall({ security }: DocumentedOperation): Html {
  const sets = security.map((set) => Object.keys(set));
  return html`${sets.map((names, index) => {
    const who = names.includes('deviceId') ? 'Signed by a device' : names.length > 0 ? 'Signed by a session' : 'No signature';
    const words = index === 0 ? who : who.toLowerCase();
    return html`${index === 0 ? '' : ' or '}${names.length === 0 ? words : html`<a href="#the-signature">${words}</a>`}`;
  })}.`;
}

function renderParameter({ name, in: place, required, description, schema, example }: Parameter): Html {
  return html`<div>
    <dt><code>${name}</code> <small>${place}${required ? '' : ', optional'}</small></dt>
    <dd>${renderType(schema)}. ${renderInline(description)}${example === undefined ? '' : html` For example${[example].flat().map((one) => html` <code>${one}</code>`)}`}</dd>
  </div>`;
}

function renderResponse(status: string, { description, headers = {}, content }: DocumentedResponse, document: OpenApiDocument): Html {
  const heading = html`<b>${status}</b> ${renderInline(description.split('\n', 1)[0] ?? '')}`;
  const rest = description.split('\n').slice(1).join('\n');
  const named = Object.entries(headers).map(([name, { description: text }]) => html`<p><code>${name}</code>: ${text}</p>`);
  if (content === undefined && rest === '' && named.length === 0) return html`<p class="answer">${heading}</p>`;
  return html`<details class="answer">
    <summary>${heading}</summary>
    ${renderMarkdown(rest)}${named}${content === undefined ? '' : renderContent({ content }, document)}
  </details>`;
}

function renderContent({ content }: Pick<DocumentedResponse, 'content'>, document: OpenApiDocument): Html {
  return html`${Object.entries(content ?? {}).map(([type, { schema, example, examples = {} }]) => {
    const others = Object.values(examples).map((reference) => document.components.examples[lastPart(reference)]);
    return html`${type === 'application/json' ? '' : html`<p><code>${type}</code></p>`}${renderBodySchema(schema, document)}
    ${example === undefined ? '' : renderJson(example)}
    ${others.map((other) => renderJson(other?.value))}`;
  })}`;
}

/** Renders a schema of this call in full, or a link to a shared schema. */
function renderBodySchema(schema: JsonSchema, { components }: OpenApiDocument): Html {
  const name = nameOf(schema);
  const own = name === null || !/(Body|Answer)$/.test(name) ? undefined : components.schemas[name];
  return own === undefined ? renderSchema(schema) : renderSchema(own);
}

function renderSocket({ receive, send, ping, pong, closes, examples }: SocketDescription): Html {
  return html`<h4>Over the socket</h4>
    <dl class="fields">
      <div><dt>You receive</dt><dd>${renderType(receive)}</dd></div>
      <div><dt>You send</dt><dd>${send === null ? 'only pings' : renderType(send)}</dd></div>
      <div><dt>Ping</dt><dd>${renderInline(ping)}</dd></div>
      <div><dt>Reply to a ping</dt><dd>${renderInline(pong)}</dd></div>
      ${Object.entries(closes).map(([code, why]) => html`<div><dt>Closed with <code>${code}</code></dt><dd>${why}</dd></div>`)}
    </dl>
    ${examples.map(({ summary = '', value }) => html`<p>${summary}:</p>${renderJson(value)}`)}`;
}

/** Renders JSON as a code block, with lists of numbers on one line. */
function renderJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  return renderCode(text.replace(/\[\s+(\d+(?:,\s+\d+)*)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`));
}

function resolve(response: DocumentedResponse | Reference, { components }: OpenApiDocument): DocumentedResponse {
  return '$ref' in response ? (components.responses[lastPart(response)] ?? { description: '' }) : response;
}

function lastPart({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
