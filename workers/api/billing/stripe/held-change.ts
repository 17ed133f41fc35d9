import type Stripe from 'stripe';
import type { HeldChange } from '../provider';

const SECOND_MS = 1000;
/** Metadata of a subscription with the downgrade that a cancellation withdrew: its SKU, time in epoch seconds, discount and unique id. */
const FIELD = 'held_change';

/** Returns the downgrade that a cancellation withdrew, or null. */
export function readHeldChange({ metadata }: Pick<Stripe.Subscription, 'metadata'>): HeldChange | null {
  const [sku = '', at = '', percentOff = '', id = ''] = (metadata[FIELD] ?? '').split(' ');
  return id === '' ? null : { sku, at: Number(at) * SECOND_MS, percentOff: Number(percentOff), id };
}

/** Notes a downgrade that is about to be withdrawn. `at`: epoch seconds. */
export async function holdChange(stripe: Stripe, id: string, change: Omit<HeldChange, 'id'>, key: string): Promise<void> {
  const held = [change.sku, change.at, change.percentOff, key.replaceAll(' ', '-')].join(' ');
  await stripe.subscriptions.update(id, { metadata: { [FIELD]: held } }, { idempotencyKey: `${key}:hold` });
}

/** Removes the note, if there is one. */
export async function forgetHeldChange(stripe: Stripe, subscription: Stripe.Subscription, key: string): Promise<void> {
  if (readHeldChange(subscription) === null) return;
  // An empty text removes the field.
  await stripe.subscriptions.update(subscription.id, { metadata: { [FIELD]: '' } }, { idempotencyKey: `${key}:forget` });
}
