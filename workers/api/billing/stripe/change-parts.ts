import type Stripe from 'stripe';
import type { ChangeParts } from '../provider';

/** The new price and discount, and the item that has the old price. */
type Plan = { item: Stripe.SubscriptionItem; price: Stripe.Price; percentOff: number };

const NOTHING: ChangeParts = { charge: 0, discount: 0, credit: 0, tax: 0, includedTax: 0, balance: 0, credited: 0 };

/**
 * Returns the parts of the invoice for a change. `invoice`: null if nothing is charged. Stripe’s prorated lines are after their discount, so
 * the amount before it follows from the price and the time; other lines name theirs.
 */
export function toParts(invoice: Stripe.Invoice | null, plan: Plan): ChangeParts {
  if (invoice === null) return NOTHING;
  const [charges, credits] = [
    invoice.lines.data.filter(({ amount }) => amount >= 0),
    invoice.lines.data.filter(({ amount }) => amount < 0),
  ];
  const [charged, named] = [sum(charges), sum(invoice.total_discount_amounts ?? [])];
  const taxes = invoice.total_taxes ?? [];
  const charge = named > 0 || plan.percentOff === 0 ? charged : sum(charges.map((line) => ({ amount: amountBeforeDiscount(line, plan) })));
  return {
    charge,
    discount: charge - charged + named,
    credit: -sum(credits),
    tax: sum(taxes.filter(({ tax_behavior }) => tax_behavior === 'exclusive')),
    includedTax: sum(taxes.filter(({ tax_behavior }) => tax_behavior === 'inclusive')),
    balance: Math.max(0, invoice.total) - invoice.amount_due,
    credited: Math.max(0, -invoice.total),
  };
}

function amountBeforeDiscount({ amount, period, parent }: Stripe.InvoiceLineItem, { item, price }: Plan): number {
  const isProrated = parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;
  if (!isProrated) return amount;
  const left = (period.end - period.start) / (item.current_period_end - item.current_period_start);
  return Math.round((price.unit_amount ?? 0) * left);
}

function sum(amounts: ReadonlyArray<{ amount: number }>): number {
  return amounts.reduce((all, { amount }) => all + amount, 0);
}
