import type { Context, Handler } from 'hono';
import type { Endpoint } from '../../../../app/wire/endpoint';
import { ERROR_CODES, invalid, Refusal } from '../../../../app/wire/errors';
import { readInput } from '../../on-error';
import type { Actor, Call, FamilyObject, Sync } from './call';
import { ANSWER_LIFE_MS, answerLabel, findAnswer, recordAnswer, requestHash } from './idempotency.queries';
import { type SignedCall, unauthorised } from './signature';
import { noteTried, WrongPassword } from './tried';

/** Where a change of address stands (S06): it is asked for, or its new address is held in the directory. Null with what was done before. */
export type MoveStep = { step: 'ask' } | { step: 'move'; held: string | null };

export type FamilyApp = { Bindings: { family: FamilyObject; move?: MoveStep }; Variables: { signed: SignedCall } };
type FamilyContext = Context<FamilyApp>;

type Parsed<Query, Body> = { query: Query; body: Body };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON');
  }
}

/** Query and body against the endpoint's schemas. A DELETE without a body may carry the same fields in its query. */
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
 * Makes a route of a signed call out of a synchronous handler (docs/architecture.md, docs/reference/server.md S00):
 * input, then one transaction with the session once more, the idempotency record, the handler and its audit rows.
 */
export function answer<Query, Body, Output>(
  endpoint: Endpoint<Query, Body, Output>,
  handle: (call: Call, input: Parsed<Query, Body>) => Sync<Output>,
): Handler<FamilyApp> {
  const handler: Handler<FamilyApp> = answerAfter(endpoint, async () => undefined, handle);
  if (endpoint.method === 'GET') {
    READS.set(handler, (call, signed) => {
      if (signed.actor !== endpoint.auth) throw unauthorised('session');
      return JSON.stringify(handle(call, parseInput(endpoint, signed)));
    });
  }
  return handler;
}

/** The handler of a read, for a call that is under way already: its answer as JSON. @throws what it would have been refused alone */
export type ReadRows = (call: Call, signed: SignedCall) => string;

const READS = new WeakMap<object, ReadRows>();

/** What a route's handler reads, where that needs nothing but the family's rows. */
export function readOf(handler: object): ReadRows | undefined {
  return READS.get(handler);
}

/**
 * The same for a call that has to wait for something first: `prepare` runs before the transaction. A wrong password is counted in a
 * transaction of its own, without a wait in between, so that no two tries pass for one.
 */
export function answerAfter<Query, Body, Output, Prepared>(
  endpoint: Endpoint<Query, Body, Output>,
  prepare: (c: FamilyContext, input: Parsed<Query, Body>) => Promise<Prepared>,
  handle: (call: Call, input: Parsed<Query, Body>, prepared: Prepared) => Sync<Output>,
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
      const body = family.act(actor, (call) => {
        family.requireActor(signed);
        const work = (): string => JSON.stringify(handle(call, input, prepared));
        return mutates && endpoint.secret !== true ? once(call, signed, key, work, endpoint.sealed === true) : work();
      });
      return c.body(body, 200, { 'content-type': 'application/json' });
    } catch (error) {
      if (error instanceof Refusal && endpoint.method !== 'GET')
        family.noteRefusal(actor, `${endpoint.method} ${endpoint.path}`, error.code);
      if (error instanceof WrongPassword) family.act(actor, (call) => noteTried(call, error.tried));
      throw error;
    }
  };
}

/** One key, one effect (I2): the recorded answer if there is one, else the work and its record in the same transaction. */
function once(call: Call, signed: SignedCall, key: string, work: () => string, isSealed: boolean): string {
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
  call.dueBy('housekeeping', '', call.now + ANSWER_LIFE_MS);
  return body;
}
