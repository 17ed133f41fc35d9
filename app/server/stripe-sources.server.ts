import type { AppLoadContext } from '@remix-run/cloudflare';
import type { ContentSource } from '#app/context.ts';

/** What Stripe’s form needs on our page, and its own page to which a form leads. From Stripe’s list for its script. */
const SOURCES: ReadonlyArray<ContentSource> = [
  { directive: 'script-src', source: 'https://js.stripe.com' },
  { directive: 'frame-src', source: 'https://js.stripe.com' },
  { directive: 'frame-src', source: 'https://*.js.stripe.com' },
  { directive: 'frame-src', source: 'https://hooks.stripe.com' },
  { directive: 'connect-src', source: 'https://api.stripe.com' },
  { directive: 'form-action', source: 'https://checkout.stripe.com' },
];

/**
 * Lets this page show Stripe’s form, and lead to Stripe’s page. Call it on the payment step only, and only if Stripe takes the payment. The
 * demonstration may use a fake Stripe on this machine.
 */
export function allowStripe(context: AppLoadContext): void {
  context.contentSources.push(...SOURCES);
  if (context.env.APP_ENV === 'demonstration') context.contentSources.push({ directive: 'form-action', source: 'http://127.0.0.1:*' });
}
