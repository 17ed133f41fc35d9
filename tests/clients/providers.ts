import Stripe from 'stripe';
import { inject } from 'vitest';
import { type SoldPlan, setUpStripe } from '#tools/stripe-catalog.ts';
import type { BillingProvider, Result } from '#workers/api/billing/provider';
import { createSandbox } from '#workers/api/billing/sandbox/sandbox';
import { createStripeProvider } from '#workers/api/billing/stripe/stripe-provider';
import type { ApiEnv } from '#workers/api/env';
import { controlStripe, type StripeControl } from '../fakes/stripe/control.ts';
import { API_VERSION } from '../fakes/stripe/version.ts';
import { bindings, familyOf, internal, newFamily, stopClock } from './worker.ts';

type TestCard =
  | 'visa'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'processing_error'
  | 'charge_fails'
  | '3ds'
  | '3ds_insufficient';

/** A provider with a new customer, on a clock that stands still. */
export type ProviderUnderTest = {
  provider: BillingProvider;
  accountId: string;
  customerId: string;
  tokenOf: (card: TestCard) => string;
  /** Moves the clock and does what falls due. */
  moveTo: (at: number) => Promise<void>;
  /** The parent passes or fails 3-D Secure. */
  confirm: (url: string, isPassed: boolean) => Promise<void>;
};

const STRIPE_TOKENS: Record<TestCard, string> = {
  visa: 'tok_visa',
  declined: 'tok_chargeDeclined',
  insufficient_funds: 'tok_chargeDeclinedInsufficientFunds',
  expired_card: 'tok_chargeDeclinedExpiredCard',
  processing_error: 'tok_chargeDeclinedProcessingError',
  charge_fails: 'tok_chargeCustomerFail',
  '3ds': 'tok_threeDSecure2Required',
  '3ds_insufficient': 'tok_threeDSecureRequiredInsufficient',
};

let accounts = 0;

/** Opens a new account of the fake Stripe, with prices, a portal and a webhook. */
export async function newStripe(): Promise<{
  key: string;
  control: StripeControl;
  stripe: Stripe;
  provider: BillingProvider;
  webhookSecret: string;
}> {
  accounts += 1;
  const key = `sk_test_worker${accounts}x${crypto.randomUUID().slice(0, 8)}`;
  const origin = new URL(inject('stripeOrigin'));
  const stripe = new Stripe(key, {
    apiVersion: API_VERSION,
    protocol: 'http',
    host: origin.hostname,
    port: origin.port,
    maxNetworkRetries: 0,
  });
  const { webhookSecret } = await setUpStripe(stripe, {
    plans: await listPlans(),
    webhookUrl: 'https://api.porchlight.example/stripe/webhook',
    apiVersion: API_VERSION,
  });
  const keys = { secretKey: key, publishableKey: 'pk_test_worker', webhookSecret, hasTax: false, apiUrl: origin };
  return {
    key,
    control: controlStripe(origin.origin, key),
    stripe,
    provider: createStripeProvider(keys),
    webhookSecret: webhookSecret ?? '',
  };
}

/** Returns the adapter of Stripe with the fake behind it, at an instant in epoch ms. */
export async function stripeAt(at: number): Promise<ProviderUnderTest & { control: StripeControl; stripe: Stripe }> {
  const { control, stripe, provider } = await newStripe();
  await control.startAt(at / 1000);
  const accountId = crypto.randomUUID();
  const customerId = expectValue(await provider.ensureCustomer(accountId, 'parent@porchlight.example'));
  return {
    provider,
    accountId,
    customerId,
    control,
    stripe,
    tokenOf: (card) => STRIPE_TOKENS[card],
    moveTo: async (to) => {
      await control.advanceTo(to / 1000);
    },
    confirm: async (url, isPassed) => {
      await control.confirm(url.slice(url.lastIndexOf('/') + 1), isPassed ? 'pass' : 'fail');
    },
  };
}

/** Returns the sandbox with a new family behind it, at an instant in epoch ms. */
export async function sandboxAt(at: number): Promise<ProviderUnderTest> {
  const { parent } = await newFamily();
  await stopClock(at, parent);
  const prices = Object.fromEntries((await listPlans()).map(({ sku, price, cycle }) => [sku, { price, cycle }]));
  const provider = createSandbox(bindings as unknown as ApiEnv, prices);
  const customerId = expectValue(await provider.ensureCustomer(parent.accountId, parent.email));
  return {
    provider,
    accountId: parent.accountId,
    customerId,
    tokenOf: (card) => `tok_${card}`,
    moveTo: (to) => stopClock(to, parent),
    confirm: async (url, isApproved) => {
      const id = new URL(url).searchParams.get('id') ?? '';
      await familyOf(parent.accountId).runSandbox(JSON.stringify({ call: 'confirm', id, isApproved }));
    },
  };
}

/** Returns the value of a result. @throws Error that shows the provider's error */
export function expectValue<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`The provider refused: ${JSON.stringify(result.error)}`);
}

async function listPlans(): Promise<Array<SoldPlan>> {
  const { skus } = await internal.catalogue();
  return skus.flatMap(({ sku, tier, billing_cycle: cycle, price_usd: price }) =>
    cycle !== null && price > 0 ? [{ sku, tier, cycle, price }] : [],
  );
}
