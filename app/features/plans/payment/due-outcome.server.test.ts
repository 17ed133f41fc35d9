import { describe, expect, test } from 'vitest';
import type { PurchaseInfoWire } from '#app/wire/billing';
import { toDueOutcome } from './due-outcome.server';

type Summary = NonNullable<PurchaseInfoWire['summary']>;

const SUMMARY: Summary = {
  tier: 'premium',
  billing_cycle: 'monthly',
  source: 'stripe',
  term: { kind: 'past_due', at: 5, is_canceled: false },
  renewal_ts: null,
  period_start_ts: 0,
  price_uscent: 699,
  percent_off: 0,
  own_price: null,
  usage: { schedules: 0, on_demand: 0, samples: 0 },
  pending_change: null,
  held_change: null,
  next_attempt_ts: 5,
  due: null,
  confirm: null,
  can_cancel: true,
  can_undo_cancel: false,
  discount: null,
  group_offer: null,
  receipts: [],
  provider: 'stripe',
  synced_ts: 1,
};

const withReceipt = (status: Summary['receipts'][number]['status'], change: Partial<Summary> = {}): Summary => ({
  ...SUMMARY,
  receipts: [
    {
      ...{ id: 'in_1', ts: 1, kind: 'charge', sku: 'premium_monthly', period_start_ts: null, period_end_ts: null },
      ...{ amount_uscent: 699, refunded_uscent: 0, status, url: null },
    },
  ],
  ...change,
});
const due = (declined: string | null) => ({ invoice_id: 'in_1', amount_uscent: 699, declined });
const confirm = { invoice_id: 'in_1', client_secret: 's', publishable_key: 'p', url: null };

describe('toDueOutcome', () => {
  test.each<[string, Summary | undefined, object]>([
    ['no summary', undefined, { kind: 'none' }],
    ['no such receipt', SUMMARY, { kind: 'none' }],
    ['a paid receipt', withReceipt('paid'), { kind: 'paid', amount: 699 }],
    ['a voided receipt', withReceipt('void'), { kind: 'none' }],
    ['a payment that waits for the bank', withReceipt('open', { due: due(null), confirm }), { kind: 'confirm', amount: 699 }],
    ['a first payment that waits for the bank', withReceipt('open', { confirm }), { kind: 'confirm', amount: 699 }],
    [
      'a payment that the bank did not confirm',
      withReceipt('open', { due: due('authentication_required'), confirm }),
      { kind: 'declined', amount: 699, reason: 'authentication_required', nextAttemptAt: 5 },
    ],
    [
      'a decline of a kind that we do not know, without another attempt',
      withReceipt('open', { due: due('lost_card'), next_attempt_ts: null }),
      { kind: 'declined', amount: 699, reason: 'generic', nextAttemptAt: null },
    ],
    ['an open receipt without a reason', withReceipt('open', { due: due(null) }), { kind: 'unknown', amount: 699 }],
    [
      'a reason of another invoice',
      withReceipt('open', { due: { ...due('generic'), invoice_id: 'in_2' } }),
      { kind: 'unknown', amount: 699 },
    ],
  ])('%s', (_name, summary, outcome) => {
    expect(toDueOutcome(summary, 'in_1')).toEqual(outcome);
  });
});
