import { describe, expect, test } from 'vitest';
import { addPeriods } from '#app/domain/billing-period';
import { runSandbox } from './run-sandbox';

import { newSandbox, type SandboxState } from './sandbox-state';

const DAY = 86_400_000;
const PRICES = {
  premium_monthly: { price: 699, cycle: 'monthly' },
  premium_annual: { price: 6999, cycle: 'annual' },
  premium_plus_monthly: { price: 999, cycle: 'monthly' },
} as const;
const ADDRESSES = { confirmUrl: 'https://api.example/confirm', dueUrl: 'https://porchlight.example/return' };

function start(at: number, sku: keyof typeof PRICES, trialDays = 0): SandboxState {
  const state = { ...newSandbox('00ff'), prices: PRICES };
  const { customerId } = state;
  runSandbox(state, { call: 'saveCard', token: 'tok_visa', isReusable: true, addresses: ADDRESSES, key: 'card' }, at);
  const offer = { sku, price: PRICES[sku].price, percentOff: 0, couponId: null, trialDays };
  const input = { ...offer, customerId, accountId: '00ff', returnUrl: '', idempotencyKey: 'sub' };
  expect(runSandbox(state, { call: 'subscribe', input, confirmUrl: '', key: 'sub' }, at).ok).toBe(true);
  return state;
}

function runTo(state: SandboxState, at: number): void {
  runSandbox(state, { call: 'listSubscriptions', addresses: ADDRESSES }, at);
}

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

describe('addPeriods', () => {
  test.each([
    ['2027-01-31T12:00:00Z', 1, 'monthly', '2027-02-28T12:00:00.000Z'],
    ['2027-01-31T12:00:00Z', 2, 'monthly', '2027-03-31T12:00:00.000Z'],
    ['2028-01-31T12:00:00Z', 1, 'monthly', '2028-02-29T12:00:00.000Z'],
    ['2028-02-29T23:59:59Z', 1, 'annual', '2029-02-28T23:59:59.000Z'],
    ['2028-02-29T23:59:59Z', 4, 'annual', '2032-02-29T23:59:59.000Z'],
    ['2026-12-31T23:59:59Z', 1, 'monthly', '2027-01-31T23:59:59.000Z'],
  ] as const)('from %s by %i %s is %s', (from, count, cycle, expected) => {
    expect(iso(addPeriods(Date.parse(from), count, cycle))).toBe(expected);
  });
});

describe('runSandbox', () => {
  test('renews once a month at the time of the purchase, at the end of shorter months, even in a leap year', () => {
    const at = Date.parse('2027-01-31T23:59:59Z');
    const state = start(at, 'premium_monthly');
    runTo(state, Date.parse('2027-02-28T23:59:58Z'));
    expect(state.invoices).toHaveLength(1);
    runTo(state, Date.parse('2027-02-28T23:59:59Z'));
    expect(state.invoices).toHaveLength(2);
    runTo(state, Date.parse('2029-01-31T23:59:59Z'));
    expect(state.invoices.filter(({ status, amount }) => status === 'paid' && amount === 699)).toHaveLength(25);
    expect(iso(state.subscriptions[0]?.periodEnd)).toBe('2029-02-28T23:59:59.000Z');
  });

  test('charges after the trial, and a month later again', () => {
    const at = Date.parse('2026-11-16T12:00:00Z');
    const state = start(at, 'premium_monthly', 14);
    runTo(state, at + 14 * DAY - 1);
    expect(state.invoices.map(({ amount }) => amount)).toEqual([0]);
    runTo(state, at + 14 * DAY);
    expect([state.subscriptions[0]?.status, iso(state.subscriptions[0]?.periodEnd)]).toEqual(['active', '2026-12-30T12:00:00.000Z']);
    expect(state.invoices.map(({ amount }) => amount)).toEqual([699, 0]);
  });

  test('ends a canceled trial without a charge', () => {
    const at = Date.parse('2026-11-16T12:00:00Z');
    const state = start(at, 'premium_monthly', 14);
    const [subscription] = state.subscriptions;
    runSandbox(state, { call: 'setCancelAtPeriodEnd', id: subscription?.id ?? '', flag: true, key: 'c' }, at);
    runTo(state, at + 15 * DAY);
    expect([subscription?.status, state.invoices.map(({ amount }) => amount)]).toEqual(['canceled', [0]]);
  });

  test('reports times on the family’s clock while its own is ahead', () => {
    const at = Date.parse('2026-11-16T12:00:00Z');
    const state = start(at, 'premium_monthly');
    runSandbox(state, { call: 'advance', ms: 10 * DAY }, at);
    const listed = runSandbox(state, { call: 'listSubscriptions', addresses: ADDRESSES }, at);
    expect(listed).toMatchObject({ value: [{ createdAt: at - 10 * DAY, periodEnd: at + 20 * DAY, status: 'active' }] });
    runSandbox(state, { call: 'advance', ms: 20 * DAY }, at);
    expect(state.invoices).toHaveLength(2);
  });

  test('replays the result of a key, and does nothing for a call that failed before it began', () => {
    const at = Date.parse('2026-11-16T12:00:00Z');
    const state = start(at, 'premium_monthly');
    const id = state.subscriptions[0]?.id ?? '';
    const target = { subscriptionId: id, sku: 'premium_plus_monthly', percentOff: 0 };
    const preview = runSandbox(state, { call: 'previewChange', input: { ...target, prorationDate: null } }, at);
    expect(preview).toMatchObject({ value: { amountDue: 300, prorationDate: at } });
    const change = {
      call: 'change',
      input: { ...target, prorationDate: at, idempotencyKey: 'k' },
      addresses: ADDRESSES,
      key: 'k',
    } as const;
    state.faults.push({ call: 'change', kind: 'before' });
    expect(runSandbox(state, change, at)).toEqual({ ok: false, error: { kind: 'unavailable' } });
    expect(state.subscriptions[0]?.sku).toBe('premium_monthly');
    state.faults.push({ call: 'change', kind: 'after' });
    expect(runSandbox(state, change, at)).toEqual({ ok: false, error: { kind: 'unavailable' } });
    expect(runSandbox(state, change, at)).toEqual({ ok: true, value: null });
    expect(state.invoices.map(({ amount }) => amount)).toEqual([300, 699]);
  });

  test('retries a failed renewal three times in two weeks, then ends the subscription', () => {
    const at = Date.parse('2026-11-16T12:00:00Z');
    const state = start(at, 'premium_monthly');
    for (const card of state.cards) card.behavior = 'charge_fails';
    const renewal = addPeriods(at, 1, 'monthly');
    const statusAt = (days: number) => {
      runTo(state, renewal + days * DAY);
      return [state.subscriptions[0]?.status, state.subscriptions[0]?.nextAttemptAt];
    };
    expect(statusAt(0)).toEqual(['past_due', renewal + 3 * DAY]);
    expect(statusAt(3)).toEqual(['past_due', renewal + 8 * DAY]);
    expect(statusAt(8)).toEqual(['past_due', renewal + 14 * DAY]);
    expect(statusAt(14)).toEqual(['canceled', null]);
  });
});
