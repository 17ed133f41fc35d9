import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from 'cloudflare:test';
import { inject } from 'vitest';
import { getPurchaseInfo, type OrderWire, type PurchaseInfoWire, purchase } from '#app/wire/billing';
import { createPublicApp } from '#workers/api/app';
import type { ApiEnv } from '#workers/api/env';
import { STRIPE_WEBHOOK_PATH, type StripeSettings } from '#workers/stripe-settings';
import type { StripeControl, Webhook } from '../fakes/stripe/control.ts';
import { type Answer, API, Parent, type Send } from './parent.ts';
import { newStripe } from './providers.ts';
import { bindings, familyOf, newNetwork } from './worker.ts';

const app = createPublicApp();

/** An installation that takes payments through the fake Stripe, and a parent on it. Both clocks stand still and move together. */
export type StripeFamily = {
  /** The session in use. A move of the clock logs in again, because a session ends after some idle days. */
  parent: Parent;
  control: StripeControl;
  settings: StripeSettings;
  send: Send;
  /** Moves Stripe's clock, then the family's. */
  moveTo: (at: number) => Promise<void>;
  /** Sends webhooks to the API and returns the statuses. Without `webhooks`: all that wait, in their order. */
  deliver: (webhooks?: ReadonlyArray<Webhook>) => Promise<Array<number>>;
  info: () => Promise<PurchaseInfoWire>;
  buy: (about?: Partial<OrderWire>, key?: string) => Promise<Answer>;
};

/** Returns a function that sends requests to an installation with these settings of Stripe. */
export function sendTo(settings: StripeSettings): Send {
  return async (request) => {
    const caller = { ip: newNetwork(), browser: null, isCounted: false, known: [], freshId: null, place: null };
    const ctx = createExecutionContext();
    const answer = await app.fetch(request, { ...(bindings as unknown as ApiEnv), ...settings, caller }, ctx);
    await waitOnExecutionContext(ctx);
    return answer;
  };
}

/** Returns the settings of a new account of the fake Stripe. */
export async function newInstallation(): Promise<{ settings: StripeSettings; control: StripeControl; send: Send }> {
  const { key, control, webhookSecret } = await newStripe();
  const settings: StripeSettings = {
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_worker',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: inject('stripeOrigin'),
  };
  return { settings, control, send: sendTo(settings) };
}

/** Returns a request as Stripe sends it. */
export function webhookRequest({ body, signature }: Pick<Webhook, 'body' | 'signature'>): Request {
  return new Request(API + STRIPE_WEBHOOK_PATH, { method: 'POST', body, headers: { 'Stripe-Signature': signature } });
}

/**
 * Returns a family at an instant in epoch ms. The instant must be near the real time, at which the session starts. `beside`: a family of
 * the same installation, whose clock at Stripe is used.
 */
export async function newStripeFamily(at: number, beside?: StripeFamily, offer: { coupon?: string } = {}): Promise<StripeFamily> {
  const { control, settings, send } = beside ?? (await newInstallation());
  const parent = await Parent.signUp(send, undefined, undefined, offer);
  if (beside === undefined) await control.startAt(at / 1000);
  await setClock(parent.accountId, at);
  parent.clock = at;
  const family: StripeFamily = {
    parent,
    control,
    settings,
    send,
    moveTo: async (to) => {
      await control.advanceTo(to / 1000);
      await setClock(parent.accountId, to);
      family.parent = await Parent.signIn(send, parent.email);
      family.parent.clock = to;
    },
    deliver: async (given) => {
      const statuses: Array<number> = [];
      for (const webhook of given ?? (await control.webhooks())) {
        const { status } = await send(webhookRequest(webhook));
        if (status === 200) await control.forget(webhook.id);
        statuses.push(status);
      }
      return statuses;
    },
    info: () => family.parent.call(getPurchaseInfo, { query: { query: 'summary' } }),
    buy: (about = {}, key = crypto.randomUUID()) => {
      const order = { email: parent.email, sku: 'premium_monthly', token: 'tok_visa', trial: false, ...about };
      return family.parent.raw(purchase.method, purchase.path, [order], { key });
    },
  };
  return family;
}

/**
 * Stops the family's clock at an instant without running what falls due: the queue of the Worker under test has no settings of Stripe, so
 * its sweeps would read nothing.
 */
function setClock(accountId: string, at: number): Promise<void> {
  return runInDurableObject(familyOf(accountId), async (_family, { storage }) => {
    storage.kv.put('test-now', at);
    await storage.deleteAlarm();
  });
}
