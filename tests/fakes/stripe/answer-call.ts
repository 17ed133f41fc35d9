import { createHash } from 'node:crypto';
import type { Account, Reply } from './account.ts';
import { BILLING_ROUTES } from './billing-routes.ts';
import { CATALOG_ROUTES } from './catalog-routes.ts';
import { CUSTOMER_ROUTES } from './customer-routes.ts';
import { expandPaths } from './expand.ts';
import { INVOICE_ROUTES } from './invoice-routes.ts';
import { readForm } from './params.ts';
import { invalid, StripeRefusal } from './refusal.ts';
import { SETUP_ROUTES } from './setup-routes.ts';
import { API_VERSION } from './version.ts';

const ROUTES = [...CATALOG_ROUTES, ...SETUP_ROUTES, ...CUSTOMER_ROUTES, ...BILLING_ROUTES, ...INVOICE_ROUTES];
/** Statuses of the answers that Stripe stores under an idempotency key. Stripe stores no answer to an invalid request. */
const STORED = [200, 402, 500];

export type Call = { method: string; path: string; form: string; version: string | undefined; key: string | undefined };
export type Answer = { status: number; body: string; isReplayed: boolean };

/**
 * Answers a call of the API. The same idempotency key with the same request gets the stored answer, even a 500.
 * @returns the answer; `isReplayed`: it was stored under the idempotency key
 */
export function answerCall(account: Account, call: Call, fault: 'error_after' | null): Answer {
  const fingerprint = createHash('sha256').update(`${call.method} ${call.path}\n${call.form}`).digest('hex');
  const stored = call.key === undefined ? undefined : account.replies.get(call.key);
  if (stored !== undefined && stored.fingerprint !== fingerprint) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return toAnswer(new StripeRefusal(400, { type: 'idempotency_error', message }));
  }
  if (stored !== undefined) return { status: stored.status, body: stored.body, isReplayed: true };
  const answer = fault === null ? run(account, call) : failAfter(run(account, call));
  if (call.key !== undefined && STORED.includes(answer.status)) {
    account.replies.set(call.key, { fingerprint, status: answer.status, body: answer.body } satisfies Reply);
  }
  return answer;
}

/** Returns the route of a call as in `POST /v1/customers/{id}`, or null. */
export function nameCall(method: string, path: string): string | null {
  return findRoute(method, path)?.call ?? null;
}

function findRoute(method: string, path: string) {
  // A path without an id comes first: `create_preview` is no id.
  const fitting = ROUTES.filter((route) => route.method === method && route.path.test(path));
  return fitting.sort((a, b) => Number(a.call.includes('{')) - Number(b.call.includes('{')))[0];
}

function run(account: Account, { method, path, form, version }: Call): Answer {
  try {
    if (version !== API_VERSION) throw invalid(`Invalid API version: ${version ?? 'none'}.`);
    const route = findRoute(method, path);
    if (route === undefined)
      throw new StripeRefusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
    const { object, expand } = route.run(account, readForm(form), decodeURIComponent(route.path.exec(path)?.[1] ?? ''));
    return { status: 200, body: JSON.stringify(expandPaths(account, object, expand)), isReplayed: false };
  } catch (error) {
    if (error instanceof StripeRefusal) return toAnswer(error);
    throw error;
  }
}

function toAnswer({ status, body }: StripeRefusal): Answer {
  return { status, body: JSON.stringify({ error: body }), isReplayed: false };
}

function failAfter(done: Answer): Answer {
  if (done.status !== 200) return done;
  return toAnswer(new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred.' }));
}
