import type Stripe from 'stripe';

/** The literals of an open enumeration of Stripe's types, which end in `| OtherString`. */
export type Literals<T> = T extends string ? (string extends T ? never : T) : never;
type WithoutOther<T> = T extends string ? (string extends T ? never : T) : T;
type Closed<T> = [Literals<T>] extends [never] ? T : WithoutOther<T>;
type PlainMember<T> = T extends Stripe.Decimal
  ? string
  : T extends Array<infer Item>
    ? Array<Plain<Item>>
    : T extends object
      ? { [Key in keyof T as T[Key] extends (...input: Array<never>) => unknown ? never : Key]: Plain<T[Key]> }
      : T;

/**
 * A type of the SDK as it is sent: no methods, decimals as text, and only the known values of enumerations. A misspelt, removed or missing
 * field, and a misspelt status, do not compile.
 */
export type Plain<T> = PlainMember<Closed<T>>;

export type Customer = Plain<Stripe.Customer>;
export type Product = Plain<Stripe.Product>;
export type Price = Plain<Stripe.Price>;
export type Coupon = Plain<Stripe.Coupon>;
export type Discount = Plain<Stripe.Discount>;
export type Session = Plain<Stripe.Checkout.Session>;
export type Subscription = Plain<Stripe.Subscription>;
export type Schedule = Plain<Stripe.SubscriptionSchedule>;
export type Invoice = Plain<Stripe.Invoice>;
export type InvoiceLine = Plain<Stripe.InvoiceLineItem>;
export type PaymentMethod = Plain<Stripe.PaymentMethod>;
export type PaymentIntent = Plain<Stripe.PaymentIntent>;
export type SetupIntent = Plain<Stripe.SetupIntent>;
export type Portal = Plain<Stripe.BillingPortal.Configuration>;
export type Endpoint = Plain<Stripe.WebhookEndpoint>;
export type EventType = Stripe.Event['type'];
export type Event = Omit<Plain<Stripe.EventBase>, 'data' | 'type'> & {
  type: EventType;
  data: { object: object; previous_attributes?: object };
};

/** Returns a list as Stripe sends it. */
export function listOf<T>(
  url: string,
  data: Array<T>,
  hasMore = false,
): { object: 'list'; data: Array<T>; has_more: boolean; url: string } {
  return { object: 'list', data, has_more: hasMore, url };
}
