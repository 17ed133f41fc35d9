import type Stripe from 'stripe';

/** The only API version that the fake accepts: that of the SDK's types. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';
