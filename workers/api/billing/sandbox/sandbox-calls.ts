import { readTestToken } from '#app/domain/sandbox-card';
import type {
  Card,
  ChangeInput,
  Checkout,
  CheckoutInput,
  CheckoutState,
  DowngradeInput,
  Invoice,
  PreviewInput,
  ProviderSubscription,
  Result,
  SubscribeInput,
} from '../provider';
import { change, previewChange, subscribe } from './sandbox-changes';
import { end, netPrice, voidOpen } from './sandbox-clock';
import { confirm, findConfirmation, payNow, requestConfirmations } from './sandbox-confirmations';
import {
  type Addresses,
  conflict,
  done,
  findLive,
  nextId,
  type Prices,
  type SandboxState,
  type SandboxSubscription,
} from './sandbox-state';

const INVOICES_MAX = 24;
/** What invoices of a state from before these fields lack. */
const UNKNOWN_INVOICE = { kind: 'charge', sku: null, periodStart: null, periodEnd: null, refunded: 0 } as const;

/** A call of the sandbox. `key`: its idempotency key; reads have none. */
export type SandboxCall =
  | { call: 'createCheckout'; input: CheckoutInput; key: string }
  | { call: 'readCheckout'; id: string }
  | { call: 'expireCheckout'; id: string }
  | { call: 'saveCard'; token: string; isReusable: boolean; addresses: Addresses; key: string }
  | { call: 'subscribe'; input: SubscribeInput; confirmUrl: string; key: string }
  | { call: 'listSubscriptions'; addresses: Addresses }
  | { call: 'previewChange'; input: PreviewInput }
  | { call: 'change'; input: ChangeInput; addresses: Addresses; key: string }
  | { call: 'scheduleDowngrade'; input: DowngradeInput; key: string }
  | { call: 'releaseSchedule'; id: string; key: string }
  | { call: 'setCancelAtPeriodEnd'; id: string; flag: boolean; key: string }
  | { call: 'cancelNow'; id: string; key: string }
  | { call: 'listCards' }
  | { call: 'listInvoices' }
  | { call: 'findConfirmation'; id: string }
  | { call: 'confirm'; id: string; isApproved: boolean }
  | { call: 'setPrices'; prices: Prices }
  | { call: 'advance'; ms: number };

/** Runs one call on the state, at `now` on the sandbox’s own clock. Changes the state. */
export function runCall(state: SandboxState, call: SandboxCall, now: number): Result<unknown> {
  switch (call.call) {
    case 'createCheckout':
      return createCheckout(state, call.input);
    case 'readCheckout':
      return readCheckout(state, call.id);
    case 'expireCheckout': {
      const checkout = state.checkouts.find(({ id }) => id === call.id);
      if (checkout?.status === 'complete') return conflict('complete');
      if (checkout !== undefined) checkout.status = 'expired';
      return done(null);
    }
    case 'saveCard':
      return saveCard(state, call, now);
    case 'subscribe':
      return subscribe(state, call.input, call.confirmUrl, now);
    case 'listSubscriptions':
      requestConfirmations(state, call.addresses);
      return done(state.subscriptions.map((subscription) => describeSubscription(state, subscription)));
    case 'previewChange':
      return previewChange(state, call.input, now);
    case 'change':
      return change(state, call.input, call.addresses, now);
    case 'scheduleDowngrade':
      return scheduleDowngrade(state, call.input);
    case 'releaseSchedule':
      return withLive(state, call.id, (subscription) => {
        subscription.pendingChange = null;
        subscription.heldChange = null;
      });
    case 'setCancelAtPeriodEnd':
      return withLive(state, call.id, (subscription) => {
        if (call.flag && subscription.status === 'past_due') {
          end(state, subscription, 'canceled', now);
          return;
        }
        subscription.cancelAtPeriodEnd = call.flag;
        subscription.canceledAt = call.flag ? now : null;
        if (!call.flag || subscription.pendingChange === null) return;
        subscription.heldChange = { percentOff: subscription.percentOff, ...subscription.pendingChange, id: nextId(state, 'held') };
        subscription.pendingChange = null;
      });
    case 'cancelNow':
      cancelNow(state, call.id, now);
      return done(null);
    case 'listCards':
      return done(state.cards.map(({ behavior: _, isConfirmed: __, ...card }): Card => card));
    case 'listInvoices':
      return done(
        state.invoices
          .slice(0, INVOICES_MAX)
          .map(({ subscriptionId: _, declined: __, confirmUrl: ___, ...invoice }): Invoice => ({ ...UNKNOWN_INVOICE, ...invoice })),
      );
    case 'findConfirmation':
      return done(findConfirmation(state, call.id));
    case 'confirm':
      return confirm(state, call.id, call.isApproved, now);
    case 'setPrices':
      state.prices = call.prices;
      return done(null);
    case 'advance':
      state.offsetMs += call.ms;
      return done(null);
  }
}

function createCheckout(state: SandboxState, input: CheckoutInput): Result<Checkout> {
  if (input.mode === 'subscription' && state.prices[input.sku]?.price !== input.price) return conflict('price');
  const id = nextId(state, 'cs');
  state.checkouts.push({ id, mode: input.mode, status: 'open', expiresAt: input.expiresAt + state.offsetMs });
  return done({ id, clientSecret: null, url: null });
}

/** Returns a checkout. It only records what the form offers: the payment comes by POST /purchase or POST /payment_sources. */
function readCheckout(state: SandboxState, wanted: string): Result<CheckoutState> {
  const checkout = state.checkouts.find(({ id }) => id === wanted);
  if (checkout === undefined) return conflict('unknown');
  const { id, status } = checkout;
  return done({ id, status, customerId: state.customerId, subscriptionId: null, declined: null, clientSecret: null, url: null });
}

function saveCard(state: SandboxState, { token, isReusable, addresses }: SandboxCall & { call: 'saveCard' }, now: number): Result<Card> {
  const read = readTestToken(token);
  if (read === null || (!isReusable && state.usedTokens.includes(token))) return conflict('token');
  if (!isReusable) state.usedTokens.push(token);
  const { behavior, ...shown } = read;
  if (behavior === 'generic' || behavior === 'insufficient_funds' || behavior === 'expired_card' || behavior === 'processing_error')
    return { ok: false, error: { kind: 'declined', code: behavior } };
  if (Date.UTC(shown.expYear, shown.expMonth) <= now) return { ok: false, error: { kind: 'declined', code: 'expired_card' } };
  const card: Card = { ...shown, id: nextId(state, 'pm'), isDefault: true };
  state.cards = [{ ...card, behavior, isConfirmed: false }];
  // A new card pays what is past due. The parent is there to confirm.
  for (const subscription of state.subscriptions) if (subscription.status === 'past_due') payNow(state, subscription, addresses);
  return done(card);
}

/** Returns a subscription as the provider reports it, with instants on the sandbox’s own clock. */
function describeSubscription(state: SandboxState, subscription: SandboxSubscription): ProviderSubscription {
  const { cycle: _, anchorAt: __, periods: ___, failedAttempts: ____, waitingChange: _____, ...known } = subscription;
  const { latestInvoiceId, percentOff, pendingChange, ...shown } = known;
  const invoice = state.invoices.find(({ id }) => id === latestInvoiceId);
  const isEnding = subscription.cancelAtPeriodEnd || findLive(state, subscription.id) === null;
  const nextPlan = pendingChange === null ? undefined : state.prices[pendingChange.sku];
  const nextAmount = netPrice({ price: nextPlan?.price ?? subscription.price, percentOff: pendingChange?.percentOff ?? percentOff });
  return {
    ...shown,
    pendingChange: pendingChange === null ? null : { sku: pendingChange.sku, at: pendingChange.at },
    heldChange: subscription.heldChange ?? null,
    discountPercent: percentOff,
    couponId: subscription.couponId ?? null,
    nextAmount: isEnding ? null : nextAmount,
    latestInvoice:
      invoice === undefined
        ? null
        : {
            id: invoice.id,
            status: invoice.status,
            amountDue: invoice.status === 'open' ? invoice.amount : 0,
            declined: invoice.declined,
            clientSecret: null,
            hostedUrl: invoice.confirmUrl,
          },
  };
}

function scheduleDowngrade(state: SandboxState, { subscriptionId, sku, price, percentOff }: DowngradeInput): Result<null> {
  const plan = state.prices[sku];
  if (plan !== undefined && plan.price !== price) return conflict('price');
  return withLive(state, subscriptionId, (subscription) => {
    subscription.pendingChange = { sku, at: subscription.periodEnd, percentOff };
    subscription.heldChange = null;
  });
}

function withLive(state: SandboxState, id: string, work: (subscription: SandboxSubscription) => void): Result<null> {
  const subscription = findLive(state, id);
  if (subscription === null) return conflict('not live');
  work(subscription);
  return done(null);
}

function cancelNow(state: SandboxState, wanted: string, now: number): void {
  const found = state.subscriptions.find(({ id }) => id === wanted);
  if (found === undefined) return;
  if (found.status === 'incomplete') end(state, found, 'incomplete_expired', now);
  else if (findLive(state, wanted) !== null) end(state, found, 'canceled', now);
  else voidOpen(state, found);
}
