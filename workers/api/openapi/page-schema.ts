import { html } from 'hono/html';
import { type Html, renderInline } from './markdown';
import type { JsonSchema } from './schemas';

const PREFIX = '#/components/schemas/';
type Fields = { fields: Array<[string, JsonSchema]>; required: ReadonlySet<string> };

/** Renders a schema: fields as a list, alternatives one after another, and named schemas as links. */
export function renderSchema(schema: JsonSchema): Html {
  const alternatives = alternativesOf(schema).filter((choice) => fieldsOf(choice) !== null);
  if (alternatives.length > 0) {
    return html`<p>${alternatives.length === alternativesOf(schema).length ? 'One of:' : `${typeOf(schema)}:`}</p>
      ${alternatives.map((choice) => html`<div class="choice">${renderSchema(choice)}</div>`)}`;
  }
  const object = fieldsOf(schema);
  if (object !== null) return renderFields(object);
  const items = asSchema(schema.items);
  const inner = items === null ? null : fieldsOf(items);
  return html`<p>${renderType(schema)}${noteOf(schema)}</p>
    ${inner === null ? '' : renderFields(inner)}`;
}

/** Renders the type of a value in a few words, with links to named schemas. */
export function renderType(schema: JsonSchema): Html {
  const name = nameOf(schema);
  if (name !== null) return html`<a href="#shape-${name}">${name}</a>`;
  const choices = alternativesOf(schema);
  if (choices.length > 0) return html`${choices.map((choice, index) => html`${index === 0 ? '' : ' or '}${renderType(choice)}`)}`;
  const items = asSchema(schema.items);
  if (items !== null) return html`list of ${renderType(items)}${countOf(schema)}`;
  if (Array.isArray(schema.prefixItems)) {
    const parts = schema.prefixItems.map(asSchema).filter((part) => part !== null);
    return html`[${parts.map((part, index) => html`${index === 0 ? '' : ', '}${renderType(part)}`)}]`;
  }
  return html`${typeOf(schema)}`;
}

function renderFields({ fields, required }: Fields): Html {
  return html`<dl class="fields">${fields.map(([name, schema]) => renderField(name, schema, required.has(name)))}</dl>`;
}

function renderField(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const inner =
    fieldsOf(asSchema(schema.items) ?? schema) ??
    alternativesOf(schema)
      .map(fieldsOf)
      .find((found) => found !== null) ??
    null;
  return html`<div>
    <dt><code>${name}</code>${isRequired ? '' : html` <small>optional</small>`}</dt>
    <dd>
      ${renderType(schema)}${noteOf(schema)}${typeof schema.description === 'string' ? html`. ${renderInline(schema.description)}` : ''}
      ${inner === null ? '' : renderFields(inner)}
    </dd>
  </div>`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  const type = typeof schema.type === 'string' ? schema.type : 'anything';
  return typeof schema.format === 'string' ? `${schema.format} (${type})` : type;
}

/** Returns bounds, pattern and default in parentheses, or an empty string. */
function noteOf(schema: JsonSchema): string {
  const bounds = rangeOf(schema.minimum, schema.maximum) ?? rangeOf(schema.minLength, schema.maxLength, ' characters');
  const notes = [
    bounds,
    typeof schema.pattern === 'string' ? schema.pattern : null,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => note !== null);
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

function countOf(schema: JsonSchema): string {
  const count = schema.minItems === schema.maxItems && schema.minItems !== undefined ? `${schema.minItems}` : null;
  const range = count ?? rangeOf(schema.minItems, schema.maxItems);
  return range === null ? '' : ` (${range})`;
}

function rangeOf(from: unknown, to: unknown, unit = ''): string | null {
  if (from === undefined && to === undefined) return null;
  if (to === undefined) return `from ${from}${unit}`;
  return from === undefined ? `up to ${to}${unit}` : `${from} to ${to}${unit}`;
}

/** Returns the name of a referenced schema, or null for an inline schema. */
export function nameOf(schema: JsonSchema): string | null {
  return typeof schema.$ref === 'string' && schema.$ref.startsWith(PREFIX) ? schema.$ref.slice(PREFIX.length) : null;
}

function alternativesOf(schema: JsonSchema): Array<JsonSchema> {
  const choices = schema.oneOf ?? schema.anyOf;
  return Array.isArray(choices) ? choices.map(asSchema).filter((choice) => choice !== null) : [];
}

function fieldsOf(schema: JsonSchema): Fields | null {
  const properties = asSchema(schema.properties);
  if (properties === null) return null;
  const fields = Object.entries(properties).map(([name, field]): [string, JsonSchema] => [name, asSchema(field) ?? {}]);
  return { fields, required: new Set(Array.isArray(schema.required) ? schema.required : []) };
}

function asSchema(value: unknown): JsonSchema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
