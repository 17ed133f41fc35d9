import type { AppLoadContext } from '@remix-run/cloudflare';
import { isRetryable } from '#app/domain/retry';
import { signedHeaders, unsignedHeaders } from '#app/keys/sign';
import type { Endpoint, EndpointInput } from '#app/wire/endpoint';
import { errorBodySchema, fromErrorBody, REQUEST_CODES } from '#app/wire/errors';
import { READ_LENGTH_MAX, READS_MAX, type ReadAnswer, readTogether } from '#app/wire/reads';
import { parseFast } from '#app/wire/schema-guard';
import { ownEndpoint, readEndpoint } from './endpoint-choice.server';
import { fetchExternal } from './external-api.server';
import { readFlow } from './flow.server';
import { readKnown } from './known-browser.server';
import { type SignOutReason, signOutBySystem } from './redirect.server';
import { type Session, toCredentials } from './session.server';

/** Time budget of a read, retries and pauses included, and timeout of a call to another API, in ms (A101). */
const BUDGET_MS = 8000;
const FIRST_PAUSE_MS = 250;

/** `isOptional`: the page works without the result. A loader then gets the error itself, not a status response. */
type CallOptions = { idempotencyKey?: string; isOptional?: true };

/** The signed API client of one session. Loaders and actions get it from `requireParent`. */
export type Api = {
  /** @throws Refusal if the API refuses, Unavailable if no usable response arrives, a redirect if the session has ended */
  call<Query, Body, Output>(
    endpoint: Endpoint<Query, Body, Output>,
    input: EndpointInput<Query, Body>,
    options?: CallOptions,
  ): Promise<Output>;
};

/** No usable response arrived: status 0, 408, 429 or 5xx after all retries (8.1.12). A change may have taken effect (A120). */
export class Unavailable extends Error {
  readonly status: number;

  constructor(endpoint: { method: string; path: string }, status: number) {
    super(`${endpoint.method} ${endpoint.path} returned no valid response (${status})`);
    this.name = 'Unavailable';
    this.status = status;
  }
}

type Answer = { status: number; body: unknown };

// Identical reads of one request share a response (A102). A change clears them.
const reads = new WeakMap<AppLoadContext, Map<string, Promise<Answer>>>();

export type Read = { path: string; query: unknown };

/** Describes a read for `readAhead`. Query fields must be in the same order as in the later call, because the URL is the cache key. */
export function toRead<Query, Output>({ path }: Endpoint<Query, undefined, Output>, query: Query): Read {
  return { path, query };
}

/**
 * Sends several reads in one signed call and caches their responses for later calls of the same request. A read that fails in the batch is
 * sent again alone. Without batch support, every read is sent alone. An API chosen by this browser gets single calls only (A32).
 */
export function readAhead(context: AppLoadContext, session: Session, wanted: ReadonlyArray<Read>): void {
  if (session.endpoint !== undefined) return;
  const base = ownEndpoint(context);
  const known = knownReads(context);
  const addresses = new Set(wanted.map(({ path, query }) => toAddress(base, path, query)));
  const asked = [...addresses]
    .filter((address) => !known.has(address) && address.length - base.length <= READ_LENGTH_MAX)
    .slice(0, READS_MAX);
  if (asked.length < 2) return;
  const end = Date.now() + BUDGET_MS;
  const paths = new URLSearchParams(asked.map((address) => ['path', address.slice(base.length)]));
  const together = retried(() => sendSigned(context, session, readTogether, `${base}${readTogether.path}?${paths}`, undefined), end);
  for (const [index, address] of asked.entries()) {
    const alone = () => retried(() => sendSigned(context, session, readTogether, address, undefined), end);
    known.set(
      address,
      together.then((answer) => answerOf(answer, index) ?? alone()),
    );
  }
}

/** Returns the response of one read in a batch: the batch's own error, or the read's response. Null if the read must be sent on its own. */
function answerOf(answer: Answer, index: number): Answer | null {
  if (isRetryable(answer.status) || answer.status === REQUEST_CODES.unauthorised || asksForLogin(answer)) return answer;
  const own: unknown = answer.status === 200 && Array.isArray(answer.body) ? answer.body[index] : null;
  return isReadAnswer(own) && !isRetryable(own.status) ? own : null;
}

/** True for a status with a body. The caller validates the body against its own schema. */
function isReadAnswer(value: unknown): value is ReadAnswer {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number' && 'body' in value;
}

/** Returns why the API rejected the session: `idle`, `expired`, or `auth_401` for any other reason. */
function endOf({ status, body }: Answer): SignOutReason {
  const end = fromErrorBody(status, body).details.fields?.session;
  return end === 'idle' || end === 'expired' ? end : 'auth_401';
}

/**
 * Creates the signed API client of a session for one request. Reads are retried, and equal reads share a response until the next change. A
 * change is not retried, except after a refusal for clock skew.
 */
export function signedApi(request: Request, context: AppLoadContext, session: Session): Api {
  return {
    async call(endpoint, input, options) {
      const address = toAddress(session.endpoint ?? ownEndpoint(context), endpoint.path, input.query);
      const isRead = endpoint.method === 'GET';
      if (isRead && options?.idempotencyKey !== undefined) throw new Error('A read needs no idempotency key');
      const send = () => sendSigned(context, session, endpoint, address, input.body, options?.idempotencyKey);
      const answer = await (isRead ? shared(context, address, () => retried(send)) : fresh(context, send));
      if (answer.status === REQUEST_CODES.unauthorised) throw await signOutBySystem(request, context, endOf(answer));
      if (asksForLogin(answer)) throw await signOutBySystem(request, context, 'reauth');
      return read(context, endpoint, answer);
    },
  };
}

/**
 * Makes a call without a session (A116). Our own API also receives the caller's network (A136) and `counted`: the attempt is already
 * reserved. An API chosen by this browser receives neither (A32).
 */
export async function publicCall<Query, Body, Output>(
  request: Request,
  context: AppLoadContext,
  endpoint: Endpoint<Query, Body, Output>,
  input: EndpointInput<Query, Body>,
  { counted = false, freshId = null }: { counted?: boolean; freshId?: string | null } = {},
): Promise<Output> {
  const foreign = await readEndpoint(request, context);
  const url = toAddress(foreign ?? ownEndpoint(context), endpoint.path, input.query);
  const body = toBody(input.body);
  const { visitorId } = await readFlow(request, context);
  const call = new Request(url, {
    method: endpoint.method,
    headers: { ...unsignedHeaders(visitorId, Date.now()), ...typeOf(body) },
    body: body ?? null,
    ...(foreign === null ? {} : { signal: AbortSignal.timeout(BUDGET_MS) }),
  });
  if (foreign !== null) return read(context, endpoint, await toAnswer(() => fetchExternal(context.env, call)));
  const known = await readKnown(request, context);
  const { ip, reference, edge } = context;
  const about = { ip, browser: request.headers.get('User-Agent'), counted, known, freshId, place: edge.place, reference };
  return read(context, endpoint, await toAnswer(() => context.env.INTERNAL.call(call, about)));
}

async function sendSigned(
  context: AppLoadContext,
  session: Session,
  { method }: { method: string },
  address: string,
  input: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  const url = new URL(address);
  const body = toBody(input);
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  const attempt = async (offset: number) => {
    const now = Date.now();
    const headers = await signedHeaders(toCredentials(session), { method, url, body, ...key }, now + offset, now);
    const call = new Request(url, {
      method,
      headers: { ...headers, ...typeOf(body) },
      body: body ?? null,
      signal: AbortSignal.timeout(BUDGET_MS),
    });
    return toAnswer(() => (session.endpoint === undefined ? context.env.API.fetch(call) : fetchExternal(context.env, call)));
  };
  const answer = await attempt(0);
  const error = answer.status === REQUEST_CODES.unauthorised ? errorBodySchema.safeParse(answer.body) : null;
  // The local clock is off: retry with the server time from the error (A31).
  if (error?.success && error.data.errors.reason === 'skew' && error.data.server_time !== undefined) {
    return attempt(error.data.server_time - Date.now());
  }
  return answer;
}

async function toAnswer(send: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await send();
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch (error) {
    // Network error, timeout and invalid JSON are treated alike: no usable response.
    console.warn(
      JSON.stringify({ level: 'warn', message: 'no response from the API', cause: error instanceof Error ? error.message : String(error) }),
    );
    return { status: REQUEST_CODES.network, body: undefined };
  }
}

/** True if the API requires a fresh login (8.1.9). */
function asksForLogin({ status, body }: Answer): boolean {
  return status >= 400 && errorBodySchema.safeParse(body).data?.errors.code === REQUEST_CODES.reauth;
}

function read<Query, Body, Output>(context: AppLoadContext, endpoint: Endpoint<Query, Body, Output>, { status, body }: Answer): Output {
  const refusal = status >= 400 ? fromErrorBody(status, body) : null;
  if (refusal?.details.reason === 'busy') {
    context.responseHeaders.set('Retry-After', String(refusal.details.retryAfter ?? 1));
    throw refusal;
  }
  if (isRetryable(status)) throw new Unavailable(endpoint, status);
  if (refusal !== null) throw refusal;
  return parseFast(endpoint.output, body);
}

async function retried(send: () => Promise<Answer>, end = Date.now() + BUDGET_MS): Promise<Answer> {
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const answer = await send();
    const wait = pause * (1 + Math.random() / 2);
    if (!isRetryable(answer.status) || Date.now() + wait >= end) return answer;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function knownReads(context: AppLoadContext): Map<string, Promise<Answer>> {
  const known = reads.get(context) ?? new Map<string, Promise<Answer>>();
  reads.set(context, known);
  return known;
}

function shared(context: AppLoadContext, key: string, send: () => Promise<Answer>): Promise<Answer> {
  const known = knownReads(context);
  const answer = known.get(key) ?? send();
  known.set(key, answer);
  return answer;
}

async function fresh(context: AppLoadContext, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } finally {
    reads.delete(context);
  }
}

/** Builds the URL that is sent and signed. It uses the API's public base, so that both sides sign the same path (A31). */
function toAddress(base: string, path: string, query: unknown): string {
  const given = Object.entries(typeof query === 'object' && query !== null ? query : {})
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? base + path : `${base}${path}?${new URLSearchParams(given)}`;
}

const toBody = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

function typeOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'Content-Type': 'application/json' };
}
