import { type Account, get, idOf, newId } from './account.ts';
import { percentOff, reduce } from './amounts.ts';
import { HOUR } from './calendar.ts';
import { emit } from './events.ts';
import { charge, createIntent, intentOf, type Payment } from './payments.ts';
import { type Invoice, type InvoiceLine, listOf, type Subscription } from './plain.ts';
import { invalid } from './refusal.ts';

/** `amount`: of a proration, after its discount, as at Stripe with `proration_discounts: 'included'`. */
export type Line = { amount: number; price: string; start: number; end: number; isProration: boolean };
/** `discounts`: their ids; by default those of the subscription. */
export type Draft = {
  reason: NonNullable<Invoice['billing_reason']>;
  lines: Array<Line>;
  discounts?: Array<string>;
  prorationDate?: number;
};

/** Returns an invoice of a subscription without storing it: a preview, or a draft that `createInvoice` stores. */
export function composeInvoice(account: Account, subscription: Subscription, draft: Draft, id: string): Invoice {
  const customer = get(account.customers, 'customer', idOf(subscription.customer));
  const subtotal = draft.lines.reduce((sum, line) => sum + line.amount, 0);
  const discounts = draft.discounts ?? subscription.discounts.map(idOf);
  const percent = percentOff(account, discounts);
  const discounted = draft.lines.reduce((sum, line) => sum + (line.isProration ? 0 : line.amount - reduce(line.amount, percent)), 0);
  const total = subtotal - discounted;
  const credit = Math.max(0, Math.min(total, -customer.balance));
  const due = Math.max(0, total - credit);
  const lines = draft.lines.map((line, index) => toLine(subscription, line, `${id}_${index}`, id));
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Porchlight',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: subscription.automatic_tax.enabled, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: account.now,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(draft.prorationDate && { subscription_proration_date: draft.prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: draft.lines.at(-1)?.end ?? account.now,
    period_start: draft.lines.at(-1)?.start ?? account.now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: discounts.map((discount) => ({ amount: discounted, discount })),
    total_excluding_tax: total,
    total_pretax_credit_amounts: null,
    total_taxes: null,
    webhooks_delivered_at: null,
  };
}

function toLine(subscription: Subscription, line: Line, id: string, invoice: string): InvoiceLine {
  return {
    id: `il_${id}`,
    object: 'line_item',
    amount: line.amount,
    currency: 'usd',
    description: null,
    discount_amounts: null,
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: null,
    pricing: { price_details: { price: line.price, product: '' }, type: 'price_details', unit_amount_decimal: String(line.amount) },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: null,
  };
}

/** Stores a draft as the subscription's latest invoice. A renewal is finalized an hour later, as at Stripe. */
export function createInvoice(account: Account, subscription: Subscription, draft: Draft): Invoice {
  const invoice = composeInvoice(account, subscription, draft, newId(account, 'in'));
  if (draft.reason === 'subscription_cycle') invoice.automatically_finalizes_at = account.now + HOUR;
  account.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  emit(account, 'invoice.created', invoice);
  return invoice;
}

/** Fixes the amounts, uses the customer's credit and makes the invoice payable. An invoice with nothing due is paid immediately. */
export function finalize(account: Account, invoice: Invoice): void {
  const customer = get(account.customers, 'customer', idOf(invoice.customer));
  const credit = Math.max(0, Math.min(invoice.total, -customer.balance));
  invoice.starting_balance = customer.balance;
  // A total below zero becomes credit for later invoices.
  customer.balance += invoice.total < 0 ? invoice.total : credit;
  invoice.ending_balance = customer.balance;
  invoice.amount_due = Math.max(0, invoice.total - credit);
  invoice.amount_remaining = invoice.amount_due;
  invoice.status = 'open';
  invoice.automatically_finalizes_at = null;
  invoice.number = `P-${account.count}`;
  invoice.hosted_invoice_url = `${account.origin}/i/${invoice.id}`;
  invoice.status_transitions.finalized_at = account.now;
  if (invoice.amount_due > 0) {
    const intent = createIntent(account, invoice);
    invoice.confirmation_secret = { client_secret: intent.client_secret ?? '', type: 'payment_intent' };
    invoice.payments = listOf('/v1/invoice_payments', [
      {
        id: newId(account, 'inpay'),
        object: 'invoice_payment',
        amount_paid: null,
        amount_requested: invoice.amount_due,
        created: account.now,
        currency: 'usd',
        invoice: invoice.id,
        is_default: true,
        livemode: false,
        payment: { payment_intent: intent.id, type: 'payment_intent' },
        status: 'open',
        status_transitions: { canceled_at: null, paid_at: null },
      },
    ]);
  }
  emit(account, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) markPaid(account, invoice);
}

/** Charges an open invoice once. */
export function attempt(
  account: Account,
  invoice: Invoice,
  method: string,
  options: { onSession: boolean; isConfirmed?: boolean },
): Payment {
  if (invoice.status === 'paid') return { kind: 'paid' };
  if (invoice.status !== 'open') throw invalid(`The invoice is ${invoice.status}.`, 'invoice', 'invoice_not_editable');
  const intent = intentOf(account, invoice) ?? createIntent(account, invoice);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const payment = charge(account, intent, method, options);
  if (payment.kind === 'paid') markPaid(account, invoice);
  if (payment.kind === 'challenge') emit(account, 'invoice.payment_action_required', invoice);
  if (payment.kind === 'declined') emit(account, 'invoice.payment_failed', invoice);
  return payment;
}

function markPaid(account: Account, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = account.now;
  if (invoice.amount_due > 0) {
    account.charges.push({ at: account.now, customer: idOf(invoice.customer), invoice: invoice.id, amount: invoice.amount_due });
  }
  emit(account, 'invoice.paid', invoice);
  emit(account, 'invoice.payment_succeeded', invoice);
}

/** Voids an open or draft invoice and cancels its payment. */
export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'draft')
    throw invalid(`The invoice is ${invoice.status}.`, 'invoice', 'invoice_not_editable');
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = account.now;
  const intent = intentOf(account, invoice);
  if (intent !== null) intent.status = 'canceled';
  emit(account, 'invoice.voided', invoice);
}
