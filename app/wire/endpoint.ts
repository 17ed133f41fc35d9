import type * as z from 'zod';

/** Who may call an endpoint: anyone, a logged-in parent, or an enrolled device (A31, A116). */
export type Auth = 'none' | 'session' | 'device';

/** Input of an endpoint apart from its path. `undefined` = the endpoint has no such part. */
export type EndpointInput<Query, Body> = { query: Query; body: Body };

/**
 * An API endpoint: the single definition for the web application, the API Worker, devices and tests.
 * `replay`: how the response is recorded for a repeated request. `never`: not at all, because it contains a secret
 * (docs/reference/server.md S00). `encrypted`: with the server's key, because it contains a short-lived secret. By default as plain text.
 */
export type Endpoint<Query, Body, Output> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  auth: Auth;
  query: z.ZodType<Query>;
  body: z.ZodType<Body>;
  output: z.ZodType<Output>;
  replay?: 'never' | 'encrypted';
};
