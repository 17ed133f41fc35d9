import type Stripe from 'stripe';
import { get, newId } from './account.ts';
import type { Coupon, Price, Product } from './plain.ts';
import { invalid } from './refusal.ts';
import { PAGE, pageOf, type Route, route } from './routes.ts';

const INTERVALS = ['month', 'year'] as const;

/** Products, prices and coupons. */
export const CATALOG_ROUTES: Array<Route> = [
  route<Stripe.ProductCreateParams>(
    'POST',
    '/v1/products',
    { id: 'string', name: 'string', metadata: 'metadata', tax_code: 'string', description: 'string' },
    (account, params) => {
      const id = params.id ?? newId(account, 'prod');
      if (account.products.has(id)) throw invalid(`Product already exists: ${id}`, 'id', 'resource_already_exists');
      const product: Product = {
        id,
        object: 'product',
        active: true,
        created: account.now,
        description: params.description ?? null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: (params.metadata ?? {}) as Record<string, string>,
        name: params.name,
        package_dimensions: null,
        shippable: null,
        tax_code: params.tax_code ?? null,
        tax_details: null,
        type: 'service',
        updated: account.now,
        url: null,
      };
      account.products.set(id, product);
      return product;
    },
  ),
  route<Stripe.ProductUpdateParams>(
    'POST',
    '/v1/products/{id}',
    { name: 'string', active: 'boolean', metadata: 'metadata', tax_code: 'string', description: 'string' },
    (account, params, id) => Object.assign(get(account.products, 'product', id), params, { updated: account.now }),
  ),
  route('GET', '/v1/products/{id}', {}, (account, _params, id) => get(account.products, 'product', id)),
  route<Stripe.PriceCreateParams>(
    'POST',
    '/v1/prices',
    {
      currency: 'string',
      product: 'string',
      unit_amount: 'integer',
      lookup_key: 'string',
      transfer_lookup_key: 'boolean',
      tax_behavior: { oneOf: ['inclusive', 'exclusive', 'unspecified'] },
      recurring: { interval: { oneOf: INTERVALS }, interval_count: 'integer' },
      metadata: 'metadata',
      nickname: 'string',
    },
    (account, params) => {
      get(account.products, 'product', params.product ?? '');
      const key = params.lookup_key ?? null;
      const holder = [...account.prices.values()].find(({ lookup_key }) => key !== null && lookup_key === key);
      if (holder !== undefined && params.transfer_lookup_key !== true)
        throw invalid(`A price already uses that lookup key: ${key}`, 'lookup_key');
      if (holder !== undefined) holder.lookup_key = null;
      const { unit_amount: amount = 0 } = params;
      const price: Price = {
        id: newId(account, 'price'),
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: account.now,
        currency: params.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: key,
        metadata: (params.metadata ?? {}) as Record<string, string>,
        nickname: params.nickname ?? null,
        product: params.product ?? '',
        recurring: {
          interval: params.recurring?.interval === 'year' ? 'year' : 'month',
          interval_count: params.recurring?.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        },
        tax_behavior: params.tax_behavior === 'inclusive' ? 'inclusive' : 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: 'recurring',
        unit_amount: amount,
        unit_amount_decimal: String(amount),
      };
      account.prices.set(price.id, price);
      return price;
    },
  ),
  route<Stripe.PriceUpdateParams>(
    'POST',
    '/v1/prices/{id}',
    { active: 'boolean', metadata: 'metadata', nickname: 'string' },
    (account, params, id) => Object.assign(get(account.prices, 'price', id), params),
  ),
  route('GET', '/v1/prices/{id}', {}, (account, _params, id) => get(account.prices, 'price', id)),
  route<Stripe.PriceListParams>(
    'GET',
    '/v1/prices',
    { ...PAGE, active: 'boolean', lookup_keys: ['string'], product: 'string' },
    (account, params) => {
      const keys = params.lookup_keys;
      const found = [...account.prices.values()].filter(
        ({ lookup_key, active, product }) =>
          (keys === undefined || (lookup_key !== null && keys.includes(lookup_key))) &&
          (params.active === undefined || params.active === active) &&
          (params.product === undefined || params.product === product),
      );
      return pageOf('/v1/prices', found, params);
    },
  ),
  route<Stripe.CouponCreateParams>(
    'POST',
    '/v1/coupons',
    { id: 'string', percent_off: 'number', duration: { oneOf: ['forever', 'once'] }, name: 'string', metadata: 'metadata' },
    (account, params) => {
      const id = params.id ?? newId(account, 'co');
      if (account.coupons.has(id)) throw invalid(`Coupon already exists: ${id}`, 'id', 'resource_already_exists');
      if (!params.percent_off || params.percent_off > 100) throw invalid('Invalid percent_off.', 'percent_off');
      const coupon: Coupon = {
        id,
        object: 'coupon',
        amount_off: null,
        created: account.now,
        currency: null,
        duration: params.duration === 'forever' ? 'forever' : 'once',
        duration_in_months: null,
        livemode: false,
        max_redemptions: null,
        metadata: (params.metadata ?? {}) as Record<string, string>,
        name: params.name ?? null,
        percent_off: params.percent_off,
        redeem_by: null,
        times_redeemed: 0,
        valid: true,
      };
      account.coupons.set(id, coupon);
      return coupon;
    },
  ),
  route('GET', '/v1/coupons/{id}', {}, (account, _params, id) => get(account.coupons, 'coupon', id)),
];
