import { getPurchaseInfo, type PurchaseInfoWire, purchase } from '#app/wire/billing.ts';
import type { StripeControl } from '../fakes/stripe/control.ts';
import { type StripeServers, startStripeServers } from '../stripe-servers.ts';
import type { Page } from './browser.ts';
import { withOwnServers } from './own-servers.ts';
import { asParent, type Credentials } from './parent-page.ts';

/** Cards that Stripe publishes for tests. */
export const CARDS = {
  visa: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  challenge: '4000 0027 6000 3184',
};

/** Starts servers with a fake Stripe for a group of tests. */
export function withStripe() {
  let started: StripeServers | undefined;
  const servers = withOwnServers(async () => {
    started = await startStripeServers();
    return started;
  });
  return {
    ...servers,
    webUrl: () => process.env.WEB_URL ?? '',
    stripe: () => {
      if (started === undefined) throw new Error('The servers have not started');
      return started.stripe;
    },
  };
}

/** Returns the plan of an account as the API reports it now. */
export async function infoOf(credentials: Credentials): Promise<PurchaseInfoWire> {
  return (await asParent(credentials)).call(getPurchaseInfo, { query: { query: 'summary' } });
}

/** Buys a plan through the API, without a trial. */
export async function buyByApi(credentials: Credentials, sku: string, token = 'tok_visa'): Promise<void> {
  await (await asParent(credentials)).call(purchase, {
    body: [{ email: credentials.email, sku, source: 'WEB_PARENT', token, trial: false }],
  });
}

const DAY = 24 * 60 * 60;

/** Lets the renewal of an account fail, so that it is past due. */
export async function failRenewal(stripe: StripeControl, credentials: Credentials): Promise<void> {
  const { customers, now } = await stripe.state();
  const customer = customers.find(({ email }) => email === credentials.email)?.id ?? '';
  await stripe.actLike(customer, '4000000000000341');
  await stripe.advanceTo(now + 32 * DAY);
  await stripe.flush();
  // Checkouts would be over on a clock that is ahead.
  await stripe.startAt(now);
}

/** Fills in the hosted page of the fake Stripe and submits it. */
export async function payOnStripesPage(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Jane Doe');
  await page.getByRole('button', { name: 'Pay' }).click();
}

/** Returns the id of the open checkout session from the address of Stripe’s page. */
export function sessionIn(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
