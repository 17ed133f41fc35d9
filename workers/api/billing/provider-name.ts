import type { ProviderName } from './provider';

/** The settings that choose the provider. */
export type ProviderSettings = { APP_ENV?: string; STRIPE_SECRET_KEY?: string };

/**
 * Returns the payment provider of this installation: Stripe if its key is set, else the sandbox in the demonstration. Null on a real server
 * without a key, which sells no plans.
 */
export function providerNameOf({ APP_ENV, STRIPE_SECRET_KEY }: ProviderSettings): ProviderName | null {
  if ((STRIPE_SECRET_KEY ?? '') !== '') return 'stripe';
  return APP_ENV === 'demonstration' ? 'sandbox' : null;
}
