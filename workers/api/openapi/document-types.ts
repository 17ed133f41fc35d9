import type { Group } from '#app/wire/endpoints';
import type { JsonSchema } from './schemas';

// These types cover only the part of OpenAPI 3.1 that the document uses.

export type Example = { summary?: string; value: unknown };
export type Reference = { $ref: string };
export type Content = Record<string, { schema: JsonSchema; example?: unknown; examples?: Record<string, Reference> }>;
export type Parameter = {
  name: string;
  in: 'query' | 'header' | 'path';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
};
export type DocumentedResponse = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
};

/** The frames of a socket that a call opens. OpenAPI can't describe sockets. */
export type SocketDescription = {
  receive: JsonSchema;
  send: JsonSchema | null;
  ping: string;
  pong: string;
  /** Meaning of each close code. */
  closes: Record<string, string>;
  examples: ReadonlyArray<Example>;
};

export type DocumentedOperation = {
  operationId: string;
  tags: [Group];
  summary: string;
  description?: string;
  /** Alternative sets of headers. An empty set means no authentication. */
  security: Array<Record<string, []>>;
  parameters?: Array<Parameter>;
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, DocumentedResponse | Reference>;
  /** The other calls of the contract that share this method and path. */
  'x-also'?: Array<string>;
  'x-websocket'?: SocketDescription;
};

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'delete', DocumentedOperation>>;

export type OpenApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string; license: { name: string; identifier: string } };
  servers: [{ url: string }];
  tags: Array<{ name: Group; description: string }>;
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, DocumentedResponse>;
    examples: Record<string, Example>;
    securitySchemes: Record<string, { type: 'apiKey'; in: 'header'; name: string; description: string }>;
  };
};
