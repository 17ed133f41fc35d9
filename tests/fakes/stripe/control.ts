import type { Account, Charge, Fault } from './account.ts';
import type { Customer, Event, Invoice, Session, Subscription } from './plain.ts';

/** A webhook as it arrives: body and signature. */
export type Webhook = { id: string; event: Event; url: string; body: string; signature: string };
export type StripeState = {
  now: number;
  subscriptions: Array<Subscription>;
  invoices: Array<Invoice>;
  charges: Array<Charge>;
  customers: Array<Customer>;
  /** Checkout sessions, the newest last. */
  sessions: Array<Session>;
  /** Ids of webhook endpoints; the secret of each is `whsec_` and its id. */
  endpoints: Array<string>;
  calls: Array<string>;
};
type Form = { session: string; number: string; challenge?: 'pass' | 'fail' };
type Done = { kind: 'complete' } | { kind: 'challenge' } | { kind: 'declined'; declineCode: string };

/**
 * Returns functions with which a test controls one account of the fake. They use loopback, so that they work in Node and in workerd.
 * Instants in epoch seconds.
 */
export function controlStripe(origin: string, key: string) {
  const ask = async <T>(order: string, body: object = {}): Promise<T> => {
    const answer = await fetch(`${origin}/_fake/${key}/${order}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The fake refused ${order}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    key,
    origin,
    /** Moves the account's clock to an instant and does what falls due until then. */
    advanceTo: (to: number) => ask<{ now: number }>('advance', { to }),
    /** Sets the clock without doing what falls due. Only for an account without subscriptions. */
    startAt: (at: number) => ask<{ now: number }>('start', { at }),
    plan: (...faults: Array<Fault>) => ask<object>('faults', { faults }),
    set: (settings: Partial<Pick<Account, 'afterRetries' | 'webhooks'>>) => ask<object>('settings', settings),
    /** Fills in the form of a checkout, as the script or the hosted page does. */
    pay: (form: Form) => ask<Done>('pay', form),
    /** Confirms the open invoice of an upgrade or a first payment with 3-D Secure. */
    confirm: (invoice: string, challenge: 'pass' | 'fail' = 'pass') => ask<{ status: string }>('confirm', { invoice, challenge }),
    /** From now on, all stored cards of a customer act like the test card with this number. */
    actLike: (customer: string, number: string) => ask<object>('act-like', { customer, number }),
    /** Starts a subscription without our own code, as a person in Stripe's dashboard does. */
    order: (about: { customer: string; sku: string }) => ask<{ id: string }>('order', about),
    /** Gives a SKU another price, as a person in Stripe's dashboard does. */
    reprice: (sku: string, amount: number) => ask<object>('reprice', { sku, amount }),
    /** Forgets all customers with what they bought and paid. Keeps prices, portal and endpoints, and sets the clock. */
    reset: (at: number) => ask<object>('reset', { at }),
    state: () => ask<StripeState>('state'),
    /** Webhooks that were not delivered yet, signed now, oldest first. `at` changes the time of the signature. */
    webhooks: (at?: number) => ask<Array<Webhook>>('webhooks', at === undefined ? {} : { at }),
    /** Removes webhooks that are lost or that the test delivered. */
    forget: (...ids: Array<string>) => ask<object>('forget', { ids }),
    /** Sends all waiting webhooks to their addresses, one after another, and keeps those without a 2xx answer. */
    flush: () => ask<{ statuses: Array<number> }>('flush'),
  };
}

export type StripeControl = ReturnType<typeof controlStripe>;
