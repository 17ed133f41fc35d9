import type * as z from 'zod';

/** Who may make a call: anybody, a signed-in parent, or an enrolled device (decisions A31, A116). */
export type Auth = 'none' | 'session' | 'device';

/** What an endpoint takes apart from its path. `undefined` where the call has no such part. */
export type EndpointInput<Query, Body> = { query: Query; body: Body };

/**
 * One call of the API, the single source for the web application, the API Worker, devices and tests.
 * `secret` marks answers that carry a secret: they are never recorded for replay (docs/reference/server.md S00). `sealed` marks answers
 * that carry
 * what opens a door for a short while: they are recorded under the server's key.
 */
export type Endpoint<Query, Body, Output> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  auth: Auth;
  query: z.ZodType<Query>;
  body: z.ZodType<Body>;
  output: z.ZodType<Output>;
  secret?: true;
  sealed?: true;
};
