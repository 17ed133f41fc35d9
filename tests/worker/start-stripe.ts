import type { TestProject } from 'vitest/node';
import { startStripe } from '../fakes/stripe/server.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest merges this interface
  interface ProvidedContext {
    /** Origin of the fake Stripe, on loopback. */
    stripeOrigin: string;
  }
}

/** Starts one fake Stripe for all worker tests, outside workerd. Each test uses its own secret key, and so its own account. */
export default async function startStripeForWorkers({ provide }: TestProject): Promise<() => Promise<void>> {
  const { origin, close } = await startStripe();
  provide('stripeOrigin', origin);
  return close;
}
