import type { Context, Handler } from 'hono';
import type { Endpoint } from '#app/wire/endpoint';
import { ERROR_CODES, invalid, Refusal } from '#app/wire/errors';
import { readInput } from '#workers/api/on-error';
import type { Actor, CallContext, FamilyObject, Sync } from './call-context';
import { ANSWER_LIFE_MS, answerLabel, findAnswer, recordAnswer, requestHash } from './idempotency.queries';
import { countAttempt, WrongPassword } from './rate-limit';
import { type SignedCall, unauthorised } from './signature';

/**
 * The step of an address change (S06): check the request, or apply it with the address reserved in the directory. `reserved` is null if the
 * change was already made.
 */
export type EmailChangeStep = { step: 'check' } | { step: 'apply'; reserved: string | null };

export type FamilyApp = { Bindings: { family: FamilyObject; emailChange?: EmailChangeStep }; Variables: { signed: SignedCall } };
export type FamilyContext = Context<FamilyApp>;

type Parsed<Query, Body> = { query: Query; body: Body };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON');
  }
}

/** Parses query and body with the endpoint's schemas. A DELETE without a body may send the same fields in its query. */
function parseInput<Query, Body, Output>(endpoint: Endpoint<Query, Body, Output>, signed: SignedCall): Parsed<Query, Body> {
  const query = Object.fromEntries(new URLSearchParams(signed.parts.query));
  const isBare = signed.body === '';
  const body = !isBare
    ? parseJson(signed.body)
    : endpoint.method === 'DELETE' && !endpoint.body.safeParse(undefined).success
      ? query
      : undefined;
  return { query: readInput(endpoint.query, query), body: readInput(endpoint.body, body) };
}

/**
 * Turns a synchronous handler into a route for signed requests (docs/architecture.md, docs/reference/server.md S00). Parses the input, then
 * runs one transaction: session check, idempotency record, handler and audit rows.
 */
export function handleEndpoint<Query, Body, Output>(
  endpoint: Endpoint<Query, Body, Output>,
  handle: (call: CallContext, input: Parsed<Query, Body>) => Sync<Output>,
): Handler<FamilyApp> {
  const handler: Handler<FamilyApp> = handleEndpointAfter(endpoint, async () => undefined, handle);
  if (endpoint.method === 'GET') {
    readHandlers.set(handler, (call, signed) => {
      if (signed.actor !== endpoint.auth) throw unauthorised('session');
      return JSON.stringify(handle(call, parseInput(endpoint, signed)));
    });
  }
  return handler;
}

/**
 * Reads rows inside a running call and returns the response body as JSON.
 * @throws the same errors as the request on its own
 */
export type ReadHandler = (call: CallContext, signed: SignedCall) => string;

const readHandlers = new WeakMap<object, ReadHandler>();

/** Returns the read handler of a GET handler made by `handleEndpoint`, or undefined. */
export function findReadHandler(handler: object): ReadHandler | undefined {
  return readHandlers.get(handler);
}

/**
 * Like `handleEndpoint`, for requests that must wait first: `prepare` runs before the transaction. A wrong password rolls the transaction
 * back. It is counted in a second transaction, without waiting in between, so that two attempts never count as one.
 */
export function handleEndpointAfter<Query, Body, Output, Prepared>(
  endpoint: Endpoint<Query, Body, Output>,
  prepare: (c: FamilyContext, input: Parsed<Query, Body>) => Promise<Prepared>,
  handle: (call: CallContext, input: Parsed<Query, Body>, prepared: Prepared) => Sync<Output>,
): Handler<FamilyApp> {
  return async (c) => {
    const { family } = c.env;
    const { signed } = c.var;
    if (signed.actor !== endpoint.auth) throw unauthorised('session');
    const mutates = endpoint.method !== 'GET' && endpoint.auth === 'session';
    const key = signed.parts.idempotencyKey;
    if (mutates && (key === '' || key.length > 128)) throw invalid('Idempotency-Key must have 1 to 128 characters');
    const input = parseInput(endpoint, signed);
    const prepared = await prepare(c, input);
    const actor: Actor = { kind: signed.actor, id: signed.parts.actorId };
    try {
      const body = family.transaction(actor, (call) => {
        family.requireActor(signed);
        const work = (): string => JSON.stringify(handle(call, input, prepared));
        return mutates && endpoint.replay !== 'never' ? replayOrRun(call, signed, key, work, endpoint.replay === 'encrypted') : work();
      });
      return c.body(body, 200, { 'content-type': 'application/json' });
    } catch (error) {
      if (error instanceof Refusal && endpoint.method !== 'GET')
        family.noteRefusal(actor, `${endpoint.method} ${endpoint.path}`, error.code);
      if (error instanceof WrongPassword) family.transaction(actor, (call) => countAttempt(call, error.action));
      throw error;
    }
  };
}

/**
 * Returns the recorded answer of this key. Otherwise does the work and records its answer in the same transaction, so that one key has one
 * effect (I2).
 */
function replayOrRun(call: CallContext, signed: SignedCall, key: string, work: () => string, isSealed: boolean): string {
  const label = answerLabel(signed.parts.actorId, key);
  const hash = requestHash(signed.parts);
  const seen = findAnswer(call.sql, signed.parts.actorId, key, call.now);
  if (seen !== null) {
    if (seen.hash !== hash) {
      throw new Refusal(ERROR_CODES.unknown, 400, 'This Idempotency-Key was used for another request', { reason: 'replayed_key' });
    }
    return isSealed ? call.sealer.open(seen.body, label) : seen.body;
  }
  const body = work();
  const record = { hash, body: isSealed ? call.sealer.seal(body, label) : body };
  recordAnswer(call.sql, signed.parts.actorId, key, record, call.now);
  call.setDueBy('housekeeping', '', call.now + ANSWER_LIFE_MS);
  return body;
}
