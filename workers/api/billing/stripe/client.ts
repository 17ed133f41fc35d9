import Stripe from 'stripe';
import type { StripeKeys } from '#workers/stripe-settings';

/** The API version whose fields and statuses this code knows. Read Stripe’s changelog before using a library with a newer one. */
export const STRIPE_API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';
const TIMEOUT_MS = 15_000;

/** Options of reading calls: repeated once after a lost connection or a server error. Calls that change something are not repeated. */
export const READ: Stripe.RequestOptions = { maxNetworkRetries: 1 };

/** Returns the official library, over `fetch`, with a pinned API version, a timeout and no retries. */
export function createClient({ secretKey, apiUrl }: Pick<StripeKeys, 'secretKey' | 'apiUrl'>): Stripe {
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    // Looked up per call, so that tests can replace `fetch`.
    httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiUrl !== null && { protocol: 'http', host: apiUrl.hostname, port: apiUrl.port }),
  });
}
