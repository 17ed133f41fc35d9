import type Stripe from 'stripe';
import { get, idOf, newId } from './account.ts';
import { emit } from './events.ts';
import { attach, createFromToken, findMethod } from './payment-methods.ts';
import type { Customer } from './plain.ts';
import { invalid } from './refusal.ts';
import { PAGE, pageOf, type Route, route } from './routes.ts';

/** Customers and their cards. */
export const CUSTOMER_ROUTES: Array<Route> = [
  route<Stripe.CustomerCreateParams>(
    'POST',
    '/v1/customers',
    { email: 'string', name: 'string', metadata: 'metadata', description: 'string' },
    (account, params) => {
      const customer: Customer = {
        id: newId(account, 'cus'),
        object: 'customer',
        address: null,
        balance: 0,
        created: account.now,
        currency: null,
        default_source: null,
        delinquent: false,
        description: params.description ?? null,
        discount: null,
        email: params.email ?? null,
        invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
        livemode: false,
        metadata: (params.metadata ?? {}) as Record<string, string>,
        name: params.name ?? null,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      };
      account.customers.set(customer.id, customer);
      emit(account, 'customer.created', customer);
      return customer;
    },
  ),
  route<Stripe.CustomerUpdateParams>(
    'POST',
    '/v1/customers/{id}',
    { email: 'string', metadata: 'metadata', invoice_settings: { default_payment_method: 'string' } },
    (account, { invoice_settings: settings, ...params }, id) => {
      const customer = Object.assign(get(account.customers, 'customer', id), params);
      if (settings?.default_payment_method) {
        const method = get(account.methods, 'PaymentMethod', settings.default_payment_method);
        if (idOf(method.customer) !== id) throw invalid('The payment method is not attached to the customer.', 'invoice_settings');
        customer.invoice_settings.default_payment_method = method.id;
      }
      emit(account, 'customer.updated', customer);
      return customer;
    },
  ),
  route('GET', '/v1/customers/{id}', {}, (account, _params, id) => get(account.customers, 'customer', id)),
  route<Stripe.CustomerListParams>('GET', '/v1/customers', { ...PAGE, email: 'string' }, (account, params) =>
    pageOf(
      '/v1/customers',
      [...account.customers.values()].filter(({ email }) => params.email === undefined || email === params.email),
      params,
    ),
  ),
  route<Stripe.PaymentMethodListParams>(
    'GET',
    '/v1/payment_methods',
    { ...PAGE, customer: 'string', type: { oneOf: ['card'] } },
    (account, params) =>
      pageOf(
        '/v1/payment_methods',
        [...account.methods.values()].filter(({ customer }) => idOf(customer) === params.customer),
        params,
      ),
  ),
  route<Stripe.PaymentMethodCreateParams>(
    'POST',
    '/v1/payment_methods',
    { type: { oneOf: ['card'] }, card: { token: 'string' } },
    (account, params) => createFromToken(account, params.card?.token ?? ''),
  ),
  route<Stripe.PaymentMethodAttachParams>('POST', '/v1/payment_methods/{id}/attach', { customer: 'string' }, (account, params, id) =>
    attach(account, findMethod(account, id), get(account.customers, 'customer', params.customer ?? '').id),
  ),
  route('POST', '/v1/payment_methods/{id}/detach', {}, (account, _params, id) => {
    const method = get(account.methods, 'PaymentMethod', id);
    method.customer = null;
    emit(account, 'payment_method.detached', method);
    return method;
  }),
  route('GET', '/v1/setup_intents/{id}', {}, (account, _params, id) => get(account.setups, 'setupintent', id)),
];
