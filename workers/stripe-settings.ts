import { isLoopback } from '#app/domain/private-address.ts';

/** Settings of card payments through Stripe. Without a secret key, there is no Stripe (docs/operating.md). */
export type StripeSettings = {
  STRIPE_SECRET_KEY?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  /** Signs the webhooks of one endpoint. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** If set, Stripe computes taxes. */
  STRIPE_TAX?: string;
  /** Another address of Stripe's API, on this machine and in the demonstration only. */
  STRIPE_API_URL?: string;
};

/** Path of the API at which Stripe delivers webhooks. */
export const STRIPE_WEBHOOK_PATH = '/stripe/webhook';

/** Events that may change what a family has or owes. Each one only triggers a fresh read of the state from Stripe. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'subscription_schedule.released',
] as const;

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string | null; hasTax: boolean; apiUrl: URL | null };

/** Returns the keys; null without them, or for settings that `findStripeFault` refuses. */
export function readStripeKeys(settings: StripeSettings, isDemonstration: boolean): StripeKeys | null {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_TAX,
    STRIPE_API_URL,
  } = settings;
  if (!secretKey || !publishableKey || findStripeFault(settings, isDemonstration) !== null) return null;
  const apiUrl = STRIPE_API_URL ? new URL(STRIPE_API_URL) : null;
  return { secretKey, publishableKey, webhookSecret: STRIPE_WEBHOOK_SECRET || null, hasTax: Boolean(STRIPE_TAX), apiUrl };
}

/** Returns the fault of these settings as a sentence for a failed start, without secrets, or null. */
export function findStripeFault(settings: StripeSettings, isDemonstration: boolean): string | null {
  const { STRIPE_SECRET_KEY: secret = '', STRIPE_PUBLISHABLE_KEY: publishable = '', STRIPE_WEBHOOK_SECRET: webhook = '' } = settings;
  const { STRIPE_API_URL: apiUrl = '' } = settings;
  if (secret === '' && publishable === '' && webhook === '' && apiUrl === '') return null;
  const [, kind, mode] = /^(sk|rk)_(test|live)_\w+$/.exec(secret) ?? [];
  if (kind === undefined) return 'STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_.';
  if (!new RegExp(`^pk_${mode}_\\w+$`).test(publishable))
    return `STRIPE_PUBLISHABLE_KEY must start with pk_${mode}_, as the secret key does.`;
  if (webhook !== '' && !/^whsec_\S+$/.test(webhook)) return 'STRIPE_WEBHOOK_SECRET must start with whsec_.';
  if (isDemonstration && mode === 'live') return 'The demonstration takes no live key of Stripe. Use a test key.';
  if (apiUrl !== '' && !(isDemonstration && isLocal(apiUrl)))
    return 'STRIPE_API_URL is for tests: http on this machine, in the demonstration.';
  return null;
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'http:' && isLoopback(new URL(address).hostname);
}
