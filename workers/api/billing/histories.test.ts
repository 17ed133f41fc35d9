import { describe, expect, test } from 'vitest';
import { TIER_RANK, type Tier } from '#app/domain/plan';
import { changeSandbox, failNext, readSandbox, tryToBuy } from '#tests/clients/billing';
import type { Parent } from '#tests/clients/parent';
import { internal, newFamily, readRows, toApiEnv } from '#tests/clients/worker';
import { syncBilling } from './sync-billing';

const MONTHS = 24;
const HISTORIES = 12;
const SKUS = ['premium_monthly', 'premium_annual', 'premium_plus_monthly', 'premium_plus_annual'] as const;
const TOKENS = ['tok_visa', 'tok_mastercard', 'tok_declined', 'tok_charge_fails', 'tok_3ds'] as const;
const CALLS = ['saveCard', 'subscribe', 'listSubscriptions', 'change', 'setCancelAtPeriodEnd', 'scheduleDowngrade', 'listCards'] as const;

/** Returns a random number generator (Mulberry32). The same seed gives the same history. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Does one random thing that a parent, the provider or a fault could cause. Returns its name. */
async function act(parent: Parent, random: () => number): Promise<string> {
  const pick = <T>(list: ReadonlyArray<T>): T => {
    const picked = list[Math.floor(random() * list.length)];
    if (picked === undefined) throw new Error('Empty list');
    return picked;
  };
  const [sku, token, kind] = [pick(SKUS), pick(TOKENS), pick(['before', 'after'] as const)];
  const action = pick(['buy', 'buy', 'twice', 'cancel', 'resume', 'change', 'withdraw', 'card', 'fault', 'confirm', 'checkout']);
  const own = (await readRows<{ sku: string }>(parent.accountId, "SELECT sku FROM sku WHERE source = 'stripe'"))[0]?.sku ?? sku;
  switch (action) {
    case 'buy':
      await tryToBuy(parent, { sku, token, trial: random() < 0.5 });
      break;
    case 'twice':
      await Promise.all([tryToBuy(parent, { sku, token }), tryToBuy(parent, { sku: pick(SKUS), token: pick(TOKENS) })]);
      break;
    case 'cancel':
      await parent.raw('DELETE', `/subscription?sku=${own}`);
      break;
    case 'resume':
      await parent.raw('PUT', `/subscription?sku=${own}`);
      break;
    case 'change': {
      const { status, body } = await parent.raw('GET', `/plan_change?sku=${sku}`);
      const { proration_ts, amount_due_uscent } = Object(body);
      if (status === 200) await parent.raw('PUT', '/plan_change', { sku, proration_ts, amount_due_uscent });
      break;
    }
    case 'withdraw':
      await parent.raw('DELETE', '/plan_change');
      break;
    case 'card':
      await parent.raw('POST', '/payment_sources', { token });
      break;
    case 'fault':
      await failNext(parent, pick(CALLS), kind);
      await tryToBuy(parent, { sku, token });
      break;
    case 'confirm':
      await changeSandbox(parent, (state) => {
        for (const card of state.cards) card.isConfirmed = true;
      });
      break;
    case 'checkout':
      await parent.raw('POST', '/checkout', { sku, ui: 'hosted' });
      break;
  }
  return action;
}

/** Returns the plan that follows from the provider’s state, without the code under test: the highest live plan, else free. */
async function expectedTier(parent: Parent): Promise<Tier> {
  const live = (await readSandbox(parent)).subscriptions.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status));
  const tiers = live.map(({ sku }): Tier => (sku.startsWith('premium_plus') ? 'premium_plus' : 'premium'));
  return tiers.sort((a, b) => TIER_RANK[b] - TIER_RANK[a])[0] ?? 'free';
}

async function storedTier(parent: Parent): Promise<string> {
  const rows = await readRows<{ tier: string }>(
    parent.accountId,
    "SELECT owned_json ->> '$.tier' AS tier FROM sku WHERE source = 'stripe'",
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.tier ?? 'free';
}

describe('plan of an account (I6)', () => {
  test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
    'after every step of history %i the plan equals the provider’s within one sync, and no time is paid twice',
    async (seed) => {
      const random = randomFrom(seed);
      const { parent } = await newFamily();
      const done: Array<string> = [];
      for (let day = 0; day < MONTHS * 30; ) {
        done.push(await act(parent, random));
        await changeSandbox(parent, (state) => {
          state.faults = [];
        });
        await syncBilling(toApiEnv(), parent.accountId);
        expect(await storedTier(parent), done.join()).toBe(await expectedTier(parent));
        await requireNothingPaidTwice(parent, done);
        await requireNoLostChange(parent, done);
        const days = Math.ceil(random() * 45);
        await internal.advanceSandbox(parent.email, days);
        expect(await storedTier(parent), `${done.join()} +${days}`).toBe(await expectedTier(parent));
        day += days;
      }
    },
    120_000,
  );
});

/** Checks that each subscription began after the one before had ended, so that no time was paid in two of them. */
async function requireNothingPaidTwice(parent: Parent, done: Array<string>): Promise<void> {
  const { subscriptions } = await readSandbox(parent);
  const begun = subscriptions.filter(({ status }) => !status.startsWith('incomplete')).sort((a, b) => a.createdAt - b.createdAt);
  for (const [index, later] of begun.entries()) {
    const earlier = begun[index - 1];
    if (earlier === undefined) continue;
    expect(earlier.status, done.join()).toBe('canceled');
    expect(earlier.canceledAt, done.join()).toBeLessThanOrEqual(later.createdAt);
  }
}

/** Checks that a sync left no downgrade withdrawn by a cancellation that was undone (A196). */
async function requireNoLostChange(parent: Parent, done: Array<string>): Promise<void> {
  const { subscriptions } = await readSandbox(parent);
  const live = subscriptions.filter(
    ({ status, cancelAtPeriodEnd }) => ['active', 'trialing', 'past_due'].includes(status) && !cancelAtPeriodEnd,
  );
  expect(
    live.map(({ heldChange }) => heldChange ?? null).filter((held) => held !== null),
    done.join(),
  ).toEqual([]);
}
