import type * as z from 'zod';

/** Who may call an endpoint: anyone, a logged-in parent, or an enrolled device (A31, A116). */
export type Auth = 'none' | 'session' | 'device';

/** Input of an endpoint apart from its path. `undefined` = the endpoint has no such part. */
export type EndpointInput<Query, Body> = { query: Query; body: Body };

/**
 * An API endpoint: the single definition for the web application, the API Worker, devices and tests.
 * `secret`: the response contains a secret and is never recorded for replay (docs/reference/server.md S00). `sealed`: the response contains
 * a short-lived secret and is recorded encrypted with the server's key.
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
