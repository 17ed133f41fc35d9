/**
 * What Stripe’s form on our page needs: the client secret of the checkout, the key for its script, and the page to which it leads afterwards.
 * A route passes the component that takes them; without it, the payment step leads to Stripe’s own page.
 */
export type StripeCheckout = { clientSecret: string; publishableKey: string; returnUrl: string };

/** `label`: of the button that pays. `onFailed`: called if the form can’t be shown. */
export type StripeFormProps = StripeCheckout & { label: string; onFailed: () => void };

/** Returns the reply of a form, without the answer to `intent=elements`, which only a fetcher asks for. */
export function toFormReply<Reply>(answer: Reply | { checkout: StripeCheckout } | undefined): Reply | undefined {
  return typeof answer === 'object' && answer !== null && 'checkout' in answer ? undefined : answer;
}
