import type Stripe from 'stripe';
import { type Account, get, idOf } from './account.ts';
import { prorate, requireLive } from './changes.ts';
import { resolveDiscounts } from './compose-subscription.ts';
import { composeInvoice, voidInvoice } from './invoices.ts';
import { intentOf } from './payments.ts';
import { invalid } from './refusal.ts';
import { PAGE, pageOf, type Route, route } from './routes.ts';
import { attemptInvoice, itemOf, methodOf, refusePayment, settle } from './subscriptions.ts';

/** Invoices with their previews and payments. */
export const INVOICE_ROUTES: Array<Route> = [
  route<Stripe.InvoiceListParams>(
    'GET',
    '/v1/invoices',
    { ...PAGE, customer: 'string', subscription: 'string', status: { oneOf: ['open', 'paid', 'draft', 'void', 'uncollectible'] } },
    (account, params) => {
      const found = [...account.invoices.values()].filter(
        (one) =>
          (params.customer === undefined || idOf(one.customer) === params.customer) &&
          (params.status === undefined || one.status === params.status) &&
          (params.subscription === undefined || idOf(one.parent?.subscription_details?.subscription) === params.subscription),
      );
      return pageOf('/v1/invoices', found, params);
    },
  ),
  route<Stripe.InvoiceCreatePreviewParams>(
    'POST',
    '/v1/invoices/create_preview',
    {
      subscription: 'string',
      discounts: [{ coupon: 'string', discount: 'string' }],
      subscription_details: {
        items: [{ id: 'string', price: 'string' }],
        proration_behavior: { oneOf: ['always_invoice'] },
        proration_date: 'integer',
      },
    },
    previewInvoice,
  ),
  route('GET', '/v1/invoices/{id}', {}, (account, _params, id) => get(account.invoices, 'invoice', id)),
  route<Stripe.InvoicePayParams>(
    'POST',
    '/v1/invoices/{id}/pay',
    { payment_method: 'string', off_session: 'boolean' },
    (account, params, id) => {
      const invoice = get(account.invoices, 'invoice', id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid.', 'invoice', 'invoice_already_paid');
      const subscription = get(account.subscriptions, 'subscription', idOf(invoice.parent?.subscription_details?.subscription));
      const attempts = invoice.attempt_count;
      const payment = attemptInvoice(account, invoice, params.payment_method ?? methodOf(account, subscription), { onSession: true });
      // Manual attempts do not count as retries.
      invoice.attempt_count = attempts;
      if (payment.kind !== 'paid') throw refusePayment(payment);
      return invoice;
    },
  ),
  route('POST', '/v1/invoices/{id}/void', {}, (account, _params, id) => {
    const invoice = get(account.invoices, 'invoice', id);
    voidInvoice(account, invoice);
    settle(account, invoice);
    return invoice;
  }),
  route<Stripe.InvoicePaymentListParams>('GET', '/v1/invoice_payments', { ...PAGE, invoice: 'string' }, (account, params) => {
    const invoice = get(account.invoices, 'invoice', params.invoice ?? '');
    const status = intentOf(account, invoice)?.status === 'succeeded' ? 'paid' : 'open';
    return pageOf(
      '/v1/invoice_payments',
      (invoice.payments?.data ?? []).map((payment) => ({ ...payment, status })),
      params,
    );
  }),
];

function previewInvoice(account: Account, params: Stripe.InvoiceCreatePreviewParams): object {
  const subscription = get(account.subscriptions, 'subscription', params.subscription ?? '');
  requireLive(subscription);
  const item = itemOf(subscription);
  const details = params.subscription_details;
  const date = details?.proration_date ?? account.now;
  const price = details?.items?.[0]?.price;
  if (price === undefined) {
    const line = {
      amount: item.price.unit_amount ?? 0,
      price: item.price.id,
      start: item.current_period_end,
      end: item.current_period_end,
      isProration: false,
    };
    return composeInvoice(account, subscription, { reason: 'upcoming', lines: [line] }, 'upcoming');
  }
  if (details?.items?.[0]?.id !== item.id)
    throw invalid('The fake keeps one item per subscription: give its id.', 'subscription_details[items][0][id]');
  const discounts = resolveDiscounts(account, subscription, params.discounts);
  const { lines } = prorate(account, subscription, { price: get(account.prices, 'price', price), discounts }, date);
  return composeInvoice(account, subscription, { reason: 'upcoming', lines, discounts, prorationDate: date }, 'upcoming');
}
