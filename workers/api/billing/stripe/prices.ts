import type Stripe from 'stripe';
import Library from 'stripe';
import { READ } from './client';
import { conflict } from './errors';

/**
 * Returns the price of a SKU, found by its lookup key.
 * @throws Stopped `unknown_price` before `npm run stripe:setup`; `price` if it differs from `shown`, in US cents
 */
export async function findPrice(stripe: Stripe, sku: string, shown?: number): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [sku], active: true, limit: 1 }, READ);
  const [price] = data;
  if (price === undefined) throw conflict('unknown_price');
  if (shown !== undefined && price.unit_amount !== shown) throw conflict('price');
  return price;
}

/** Returns the discounts of a purchase: a coupon of this percentage for every period, created when it is first needed. */
export async function findDiscounts(stripe: Stripe, percentOff: number): Promise<Array<{ coupon: string }>> {
  if (percentOff <= 0) return [];
  const id = `porchlight-${percentOff}-percent`;
  try {
    const coupon = await stripe.coupons.retrieve(id, {}, READ);
    if (coupon.percent_off !== percentOff || coupon.duration !== 'forever') throw conflict('coupon_changed');
  } catch (error) {
    if (!(error instanceof Library.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
    await createCoupon(stripe, id, percentOff);
  }
  return [{ coupon: id }];
}

async function createCoupon(stripe: Stripe, id: string, percentOff: number): Promise<void> {
  try {
    await stripe.coupons.create({ id, percent_off: percentOff, duration: 'forever' });
  } catch (error) {
    // Another purchase created it in the meantime.
    if (!(error instanceof Library.errors.StripeInvalidRequestError) || error.code !== 'resource_already_exists') throw error;
  }
}
