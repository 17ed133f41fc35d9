import * as z from 'zod';

/** The account and its customer at the provider for whom a call is made. */
const buyerSchema = z.object({ accountId: z.string(), customerId: z.string().nullable(), email: z.string(), locale: z.string() });

export type Buyer = z.infer<typeof buyerSchema>;

const orderSchema = z
  .object({ sku: z.string(), price: z.number(), percentOff: z.number(), coupon: z.string().nullable(), trialDays: z.number() })
  .nullable();

/**
 * A purchase or checkout that the family permits. `action`: `none` if it is already done. `supersedes`: checkouts at the provider that have
 * to be closed first. `open`: the answer of an earlier call for the same order.
 */
export const permittedOrderSchema = z.object({
  buyer: buyerSchema,
  checkoutId: z.string(),
  action: z.enum(['subscribe', 'upgrade', 'none']),
  subscriptionId: z.string().nullable(),
  order: orderSchema,
  fullPrice: z.number(),
  expiresAt: z.number(),
  /** Subscriptions that wait for 3-D Secure, other than that of this order. */
  incomplete: z.array(z.string()),
  supersedes: z.array(z.object({ id: z.string(), providerId: z.string() })),
  open: z.object({ providerId: z.string(), clientSecret: z.string().nullable(), url: z.string().nullable() }).nullable(),
});
export type PermittedOrder = z.infer<typeof permittedOrderSchema>;

/** A change of the subscription that the family permits. `percentOff`: the discount after it; `percentBefore`: the discount until then. */
export const permittedChangeSchema = z.object({
  buyer: buyerSchema,
  subscriptionId: z.string(),
  sku: z.string(),
  direction: z.enum(['upgrade', 'downgrade']),
  periodEnd: z.number(),
  price: z.number(),
  percentOff: z.number(),
  percentBefore: z.number(),
});
export type PermittedChange = z.infer<typeof permittedChangeSchema>;
