import type { ProviderName } from './provider';

/** The settings that choose the provider. */
export type ProviderSettings = { APP_ENV?: string; STRIPE_SECRET_KEY?: string };

/**
 * Returns who takes payments on this installation: Stripe with its key, else the sandbox in the demonstration. Null on a real server without
 * a key: plans are not sold there.
 */
export function providerNameOf({ APP_ENV, STRIPE_SECRET_KEY }: ProviderSettings): ProviderName | null {
  if ((STRIPE_SECRET_KEY ?? '') !== '') return 'stripe';
  return APP_ENV === 'demonstration' ? 'sandbox' : null;
}
