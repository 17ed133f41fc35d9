import type Stripe from 'stripe';
import { type Account, get, idOf, newId } from './account.ts';
import { addIntervals } from './calendar.ts';
import { intervalOf, resolveDiscounts } from './compose-subscription.ts';
import { emit } from './events.ts';
import type { Schedule, Subscription } from './plain.ts';
import { invalid } from './refusal.ts';
import { end, isEnded, itemOf } from './subscriptions.ts';

type Phase = Schedule['phases'][number];

/** Creates a schedule whose only phase is the current period. */
export function createSchedule(account: Account, subscription: Subscription): Schedule {
  if (isEnded(subscription)) throw invalid('You cannot migrate a subscription that is canceled.', 'from_subscription');
  if (idOf(subscription.schedule) !== '') throw invalid('The subscription already has a schedule.', 'from_subscription');
  const item = itemOf(subscription);
  const phase = composePhase(subscription, item.price.id, item.current_period_start, item.current_period_end);
  const schedule: Schedule = {
    id: newId(account, 'sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: null, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: account.now,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: idOf(subscription.customer),
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: subscription.cancel_at_period_end ? 'cancel' : 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
  account.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  // The schedule now decides about the end.
  subscription.cancel_at_period_end = false;
  subscription.cancel_at = null;
  emit(account, 'subscription_schedule.created', schedule);
  emit(account, 'customer.subscription.updated', subscription);
  return schedule;
}

function composePhase(subscription: Subscription, price: string, start: number, endDate: number): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_payment_method: null,
    description: null,
    discounts: subscription.discounts.map((discount) => ({ coupon: null, discount: idOf(discount), promotion_code: null })),
    end_date: endDate,
    invoice_settings: null,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1 }],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

/** Replaces the phases. The first one must be the current one. */
export function updateSchedule(account: Account, schedule: Schedule, params: Stripe.SubscriptionScheduleUpdateParams): Schedule {
  requireActive(schedule);
  const subscription = get(account.subscriptions, 'subscription', idOf(schedule.subscription));
  schedule.end_behavior = (['release', 'cancel'] as const).find((known) => known === params.end_behavior) ?? schedule.end_behavior;
  if (params.phases !== undefined) {
    let start = schedule.phases[0]?.start_date ?? account.now;
    if (params.phases[0]?.start_date !== start)
      throw invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]');
    schedule.phases = params.phases.map((phase, index) => {
      const price = get(account.prices, 'price', phase.items[0]?.price ?? '');
      const { duration } = phase;
      const period = duration && { interval: duration.interval as 'month' | 'year', count: duration.interval_count ?? 1 };
      const endDate = typeof phase.end_date === 'number' ? phase.end_date : addIntervals(start, period ?? intervalOf(price), 1);
      if (endDate <= account.now) throw invalid('A phase must end in the future.', `phases[${index}][end_date]`);
      const composed = composePhase(subscription, price.id, start, endDate);
      // As in Stripe, a phase without discounts does not inherit those of the subscription.
      composed.discounts = (phase.discounts || []).map((discount) => ({
        coupon: discount.coupon ?? null,
        discount: discount.discount ?? null,
        promotion_code: null,
      }));
      start = endDate;
      return composed;
    });
  }
  emit(account, 'subscription_schedule.updated', schedule);
  return schedule;
}

/** Ends the schedule without a change to the subscription. Later phases no longer apply. */
export function releaseSchedule(account: Account, schedule: Schedule): Schedule {
  requireActive(schedule);
  const subscription = get(account.subscriptions, 'subscription', idOf(schedule.subscription));
  subscription.schedule = null;
  Object.assign(schedule, {
    status: 'released',
    released_at: account.now,
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  } satisfies Partial<Schedule>);
  emit(account, 'subscription_schedule.released', schedule);
  emit(account, 'customer.subscription.updated', subscription);
  return schedule;
}

function requireActive(schedule: Schedule): void {
  if (schedule.status !== 'active') throw invalid(`You cannot change a subscription schedule that is ${schedule.status}.`, 'schedule');
}

/**
 * Starts the phase of this instant. Returns the price of the phase if it differs from the current price, else null. After the last phase,
 * releases or ends the subscription.
 */
export function enterPhase(account: Account, subscription: Subscription): string | null {
  const schedule = account.schedules.get(idOf(subscription.schedule));
  if (schedule === undefined) return null;
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= account.now && account.now < end_date);
  if (phase === undefined) {
    if (schedule.end_behavior === 'cancel') end(account, subscription, 'cancellation_requested');
    else releaseSchedule(account, schedule);
    return null;
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  const wanted = phase.discounts.map(({ coupon, discount }) => (coupon === null ? { discount: idOf(discount) } : { coupon: idOf(coupon) }));
  subscription.discounts = wanted.length === 0 ? [] : resolveDiscounts(account, subscription, wanted);
  const price = idOf(phase.items[0]?.price);
  return price === itemOf(subscription).price.id ? null : price;
}
